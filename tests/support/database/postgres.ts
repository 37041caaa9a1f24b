import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '@/lib/db/migrate'
import { freePort } from '../processes/free-port'

export type Served = { url: string; stop(): Promise<void> }

/** `restart` simulates a crash: the server cannot finish anything. */
export type DatabaseServer = Served & { restart(): Promise<void> }

/** The folder of PostgreSQL's server programs, or null when this machine has none. */
export function postgresBinaries(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

/** PostgreSQL refuses to run as root, so root runs it as the user that the package created. */
function owner(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Data is lost if the machine crashes, and with the last two also if the server crashes. */
const unsafeSettings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'wal_level=minimal']

const settingsOf = (directory: string, isDurable: boolean): string[] =>
  [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
    'max_connections=300',
    ...(isDurable ? [] : [...unsafeSettings, 'max_wal_senders=0']),
  ].flatMap((setting) => ['-c', setting])

/** A PostgreSQL cluster in a temporary folder, removed when stopped. */
async function startCluster({ isDurable }: { isDurable: boolean }): Promise<DatabaseServer> {
  const binaries = postgresBinaries()
  if (!binaries) throw new Error('PostgreSQL is not installed on this machine.')
  const directory = mkdtempSync(join(tmpdir(), 'storycast-pg-'))
  const as = owner()
  if ('uid' in as) chownSync(directory, as.uid, as.gid)
  const asOwner = { ...as, cwd: directory, stdio: 'ignore' } as const
  const options = ['-D', directory, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8']
  execFileSync(join(binaries, 'initdb'), options, asOwner)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const answers = (): Promise<boolean> => withClient(url, async () => true).catch(() => false)
  const start = async () => {
    const command = ['-D', directory, '-p', String(port), ...settingsOf(directory, isDurable)]
    const server = spawn(join(binaries, 'postgres'), command, asOwner)
    // It listens before it accepts queries: during recovery it refuses clients with 57P03.
    while (!(await answers())) await sleep(50)
    process.once('exit', () => server.kill('SIGQUIT'))
    return server
  }
  let server = await start()
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  return {
    url,
    async restart() {
      // SIGQUIT stops at once, as a crash would.
      await end('SIGQUIT')
      server = await start()
    },
    async stop() {
      await end('SIGINT')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const migrations = 'supabase/migrations'

/** A migrated database on a separate cluster with PostgreSQL's default durability. Tests may crash it. */
export async function startPostgres(): Promise<DatabaseServer> {
  const cluster = await startCluster({ isDurable: true })
  await migrate(cluster.url, migrations)
  return cluster
}

const template = 'storycast_template'

const named = (clusterUrl: string, name: string): string => Object.assign(new URL(clusterUrl), { pathname: name }).href

/** A cluster for many databases: fast, not durable, with a migrated template. */
export async function startSharedCluster(): Promise<Served> {
  const { url, stop } = await startCluster({ isDurable: false })
  await withClient(url, (client) => client.query(`create database ${template}`))
  await migrate(named(url, template), migrations)
  return { url, stop }
}

/** A migrated database on the shared cluster, dropped when stopped. */
export async function createPostgresDatabase(clusterUrl: string): Promise<Served> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient(clusterUrl, (client) => client.query(`create database ${name} template ${template}`))
  return {
    url: named(clusterUrl, name),
    async stop() {
      await withClient(clusterUrl, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}
