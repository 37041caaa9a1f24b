import { startSandbox } from '@/sandbox/server'
import { env } from '../lib/env'
import { readCommandLine } from './cli/command-line.mjs'
import { sendFailure, sendReady } from './processes/parent-messages'

const options = {
  port: { type: 'string', default: '4010' },
  host: { type: 'string', default: '127.0.0.1' },
  directory: { type: 'string' },
  'smtp-port': { type: 'string' },
  'public-url': { type: 'string' },
  'model-log': { type: 'string' },
} as const

const { values } = readCommandLine(
  `npm run sandbox

Runs the sandbox, which simulates the seven networks, a mail server and an AI model, for demos and tests.

  npm run sandbox -- [--port 4010] [--host 127.0.0.1] [--directory DIR] [--smtp-port 4025] [--public-url URL] [--model-log FILE]

  --port        port to listen on; 0 uses a free port (default 4010)
  --host        address to listen on (default 127.0.0.1)
  --directory   folder for its state and media (default DATA_DIR/sandbox)
  --smtp-port   also runs a mail server on this port; emails are at /mail. Set SMTP_URL to smtp://127.0.0.1:4025
  --public-url  URL for browsers, if different
  --model-log   appends the body of every request to the AI model to this file
  --help        prints this help

Prints one line of JSON when it is ready and stops on SIGTERM.`,
  { options },
)

await run()

async function run(): Promise<void> {
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return fail(`--port ${values.port} is not a port.`)
  const smtpPort = values['smtp-port'] === undefined ? undefined : Number(values['smtp-port'])
  if (smtpPort !== undefined && !(Number.isInteger(smtpPort) && smtpPort >= 0 && smtpPort <= 65_535))
    return fail(`--smtp-port ${values['smtp-port']} is not a port.`)
  const publicUrl = values['public-url']
  const modelLog = values['model-log']
  try {
    const sandbox = await startSandbox({
      port,
      host: values.host,
      directory: values.directory ?? `${env().DATA_DIR}/sandbox`,
      ...(smtpPort !== undefined && { smtpPort }),
      ...(publicUrl !== undefined && { publicUrl }),
      ...(modelLog !== undefined && { modelLog }),
    })
    const end = () => void sandbox.stop().then(() => process.exit(0))
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
    // As a child process it must exit with its parent.
    process.once('disconnect', end)
    process.stdout.write(
      `${JSON.stringify({ event: 'sandbox.ready', url: sandbox.url, smtp_port: sandbox.smtpPort })}\n`,
    )
    sendReady()
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
    sendFailure(error)
  }
}

function fail(message: string): void {
  process.stderr.write(`${JSON.stringify({ event: 'sandbox.failed', message })}\n`)
  process.exitCode = 1
}
