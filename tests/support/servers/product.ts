import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelKey } from '@/sandbox/model/service'
import { ensureBuilt } from '@/scripts/build/ensure-built'
import { accepts } from '@/scripts/data-dir/embedded-database'
import { sandboxEnv, sandboxMailEnv, sandboxModelEnv } from '@/scripts/demo/sandbox-env'
import type { Served } from '../database/postgres'
import { createDatabase, shareCluster } from '../database/test-database'
import { type Child, logDir, script, startProcess, until } from '../processes/child-process'
import { freePort } from '../processes/free-port'
import { recordSecret } from '../processes/leak-log'
import { testEnv } from '../processes/test-env'

export type ServedSandbox = Served & { directory: string; smtpPort: number }

export async function startSandboxProcess(): Promise<ServedSandbox> {
  const directory = mkdtempSync(join(tmpdir(), 'storycast-'))
  const [port, smtpPort] = [await freePort(), await freePort()]
  const ports = ['--port', String(port), '--smtp-port', String(smtpPort)]
  // The leak check at the end of a run searches the prompts too.
  const files = ['--directory', directory, '--model-log', join(logDir, 'prompts.log')]
  const child = startProcess('sandbox', script('scripts/sandbox.ts', ...ports, ...files), {})
  await until(async () => (await accepts({ port })) && (await accepts({ port: smtpPort })), 'The sandbox')
  return {
    url: `http://127.0.0.1:${port}`,
    directory,
    smtpPort,
    async stop() {
      await child.kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Environment of the product's processes. */
export const productEnv = (databaseUrl: string, sandboxUrl: string): Record<string, string> => ({
  ...testEnv,
  ...sandboxEnv(sandboxUrl),
  ...sandboxModelEnv(sandboxUrl),
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_MAX: '10',
  // The server also serves files that the test process stores. One folder per database: clean-up deletes files that the
  // database does not know.
  DATA_DIR: join(process.cwd(), '.test', 'data', hashOf(databaseUrl)),
})

/** Serves only the API, without a Next build. See api-server.ts. */
const isApiOnly = process.env.TEST_SERVER === 'api'

export type Server = Served & { env: Record<string, string>; child: Child; port: number }

/** A server process. The build must exist. */
export async function startServer(given: Record<string, string>, at?: number): Promise<Server> {
  const port = at ?? (await freePort())
  const url = `http://localhost:${port}`
  const env = { ...given, PORT: String(port), HOST: '127.0.0.1', APP_URL: url }
  const command = isApiOnly ? script('tests/support/servers/api-server.ts') : ['scripts/server.mjs']
  const child = startProcess('server', command, env)
  await until(async () => (await fetch(`${url}/api/v1/openapi.json`).catch(() => null))?.ok ?? false, 'The server')
  return { url, env, child, port, stop: () => child.kill() }
}

export type Product = Served & { databaseUrl: string; sandboxUrl: string; env: Record<string, string> }

/** Database, sandbox, built server and optionally the worker. */
export async function startProduct({ withWorker }: { withWorker: boolean }): Promise<Product> {
  const { ENCRYPTION_KEY, NEXTAUTH_SECRET, INNGEST_SIGNING_KEY } = testEnv
  for (const secret of [ENCRYPTION_KEY, NEXTAUTH_SECRET, INNGEST_SIGNING_KEY, modelKey]) recordSecret(secret)
  const stopCluster = await shareCluster()
  const [database, sandbox] = await Promise.all([createDatabase(), startSandboxProcess()])
  if (!isApiOnly) await ensureBuilt((message) => process.stdout.write(`${message}\n`))
  const server = await startServer({
    ...productEnv(database.url, sandbox.url),
    ...sandboxMailEnv(sandbox.smtpPort),
  })
  const worker = withWorker ? startProcess('worker', script('scripts/worker.ts'), server.env) : null
  return {
    url: server.url,
    env: server.env,
    databaseUrl: database.url,
    sandboxUrl: sandbox.url,
    async stop() {
      await Promise.all([worker?.kill(), server.stop(), sandbox.stop()])
      await database.stop()
      await stopCluster()
    },
  }
}
