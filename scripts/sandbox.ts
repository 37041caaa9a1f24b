import { parseArgs } from 'node:util'
import { env } from '../lib/env'
import { startSandbox } from '../lib/sandbox/server'
import { printHelp } from './support/help'
import { tellFailure, tellReady } from './support/tell-parent'

const options = {
  port: { type: 'string', default: '4010' },
  host: { type: 'string', default: '127.0.0.1' },
  directory: { type: 'string' },
  'smtp-port': { type: 'string' },
  'public-url': { type: 'string' },
} as const

printHelp(
  `npm run sandbox

Runs the sandbox: a stand-in for the seven networks, for trying the product and for tests.

  npm run sandbox -- [--port 4010] [--host 127.0.0.1] [--directory DIR] [--smtp-port 4025] [--public-url URL]

  --port        where it listens; 0 takes a free port (default 4010)
  --host        which address it listens on (default 127.0.0.1)
  --directory   where it keeps its journal and pictures (default DATA_DIR/sandbox)
  --smtp-port   also runs a mail server there; its mails are at /mail. Set SMTP_URL to smtp://127.0.0.1:4025
  --public-url  how browsers reach it, when that differs
  --help        prints this

It prints one line of JSON when it is ready and stops at SIGTERM.`,
  { options },
)

const { values } = parseArgs({ options })
await run()

async function run(): Promise<void> {
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return fail(`--port ${values.port} is not a port.`)
  const smtpPort = values['smtp-port'] === undefined ? undefined : Number(values['smtp-port'])
  if (smtpPort !== undefined && !(Number.isInteger(smtpPort) && smtpPort >= 0 && smtpPort <= 65_535))
    return fail(`--smtp-port ${values['smtp-port']} is not a port.`)
  const publicUrl = values['public-url']
  try {
    const sandbox = await startSandbox({
      port,
      host: values.host,
      directory: values.directory ?? `${env().DATA_DIR}/sandbox`,
      ...(smtpPort !== undefined && { smtpPort }),
      ...(publicUrl !== undefined && { publicUrl }),
    })
    const end = () => void sandbox.stop().then(() => process.exit(0))
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
    // Started as a child: when the parent is gone, nobody is left who would stop this process.
    process.once('disconnect', end)
    process.stdout.write(
      `${JSON.stringify({ event: 'sandbox.ready', url: sandbox.url, smtp_port: sandbox.smtpPort })}\n`,
    )
    tellReady()
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
    tellFailure(error)
  }
}

function fail(message: string): void {
  process.stderr.write(`${JSON.stringify({ event: 'sandbox.failed', message })}\n`)
  process.exitCode = 1
}
