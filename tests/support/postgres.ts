import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './ports'

/** The folder of PostgreSQL's server programs, or null when there is none on this machine. */
export function postgresBinaries(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

/** PostgreSQL refuses to run as root, so under root it runs as the user that the package made for it. */
function owner(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

export type Served = { url: string; restart(): Promise<void>; stop(): Promise<void> }

/** A PostgreSQL of its own in a temporary folder, gone when stopped. */
export async function startPostgres(): Promise<Served> {
  const binaries = postgresBinaries()
  if (!binaries) throw new Error('There is no PostgreSQL server on this machine.')
  const directory = mkdtempSync(join(tmpdir(), 'storycast-pg-'))
  const as = owner()
  if ('uid' in as) chownSync(directory, as.uid, as.gid)
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', directory, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8'],
    {
      ...as,
      cwd: directory,
      stdio: 'ignore',
    },
  )
  const port = await freePort()
  const start = async () => {
    const server = spawn(
      join(binaries, 'postgres'),
      [
        '-D',
        directory,
        '-p',
        String(port),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        `unix_socket_directories=${directory}`,
        '-c',
        'max_connections=200',
      ],
      { ...as, cwd: directory, stdio: 'ignore' },
    )
    // It listens before it answers: until it has recovered it refuses clients with 57P03.
    while (!(await answers(port))) await sleep(50)
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
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async restart() {
      // SIGQUIT is the immediate stop: what a crash of the server would be.
      await end('SIGQUIT')
      server = await start()
    },
    async stop() {
      await end('SIGINT')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
