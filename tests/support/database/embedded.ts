import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, readMigrations } from '@/lib/db/migrate'
import { findServed } from '@/scripts/data-dir/embedded-database'
import { type Child, script, startProcess, until } from '../processes/child-process'
import type { DatabaseServer } from './postgres'

const migrations = 'supabase/migrations'

/** A migrated embedded database in a separate process. */
export async function startEmbedded(): Promise<DatabaseServer> {
  const directory = mkdtempSync(join(tmpdir(), 'storycast-'))
  await copyTemplate(directory)
  const database = await serve(directory)
  return {
    ...database,
    async stop() {
      await database.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function serve(directory: string): Promise<DatabaseServer> {
  let url = ''
  const start = async (): Promise<Child> => {
    const started = startProcess('database', script('scripts/database.ts', directory), {})
    const isServed = async () => {
      url = (await findServed(directory)) ?? ''
      return url !== ''
    }
    await until(isServed, 'The embedded database')
    return started
  }
  let child = await start()
  return {
    url,
    async restart() {
      await child.kill('SIGKILL')
      child = await start()
    },
    stop: () => child.kill(),
  }
}

/** Fills a folder with a migrated database, where its first start is not under test. */
export const copyTemplate = async (directory: string): Promise<void> =>
  cp(await embeddedTemplate(), directory, { recursive: true })

/**
 * The folder of a migrated embedded database that is stopped, for copying: creating one takes five seconds of CPU. The
 * name is a hash of the migrations and the lock file.
 */
export async function embeddedTemplate(): Promise<string> {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'))
  for (const { version, sql } of await readMigrations(migrations)) hash.update(version).update(sql)
  const folder = join(process.cwd(), '.test', 'embedded')
  const template = join(folder, hash.digest('hex').slice(0, 16))
  if (existsSync(template)) return template
  mkdirSync(folder, { recursive: true })
  const directory = mkdtempSync(join(folder, 'new-'))
  const database = await serve(directory)
  await migrate(database.url, migrations)
  await database.stop()
  // Renamed when complete, so that no process copies an incomplete one. If two processes create one, the first wins.
  await rename(directory, template).catch(() => rm(directory, { recursive: true, force: true }))
  return template
}
