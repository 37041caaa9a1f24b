import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs } from '@/lib/clock'
import { BadEnvironment, env } from '@/lib/env'

export type Migration = { version: string; name: string; sql: string }

export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{14}_\w+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => ({
      version: file.slice(0, 14),
      name: file.slice(15, -4),
      sql: await readFile(join(folder, file), 'utf8'),
    })),
  )
}

/**
 * A migration that waits for a table makes all wait that come after it, servers included. So it waits for no longer than
 * this, lets them pass, and tries again. And no longer than a quarter of the time after which a server gives a query up:
 * otherwise those behind it would be refused for its sake.
 */
const lockMs = (): number => Math.min(2_000, 250 * env().DATABASE_QUERY_TIMEOUT_SECONDS)
const pauseSeconds = 1

/**
 * Applies what is missing, each migration in a transaction of its own, and keeps its record in the table in which the
 * Supabase CLI keeps it, so that either can go on after the other. Two that run at once wait for one another.
 *
 * @param patienceSeconds how long to try while somebody holds what a migration changes
 * @returns the versions that were applied now
 */
export async function migrate(url: string, folder: string, patienceSeconds = 60): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect().catch((error: Error & { code?: string }) => {
    const why = error.message || error.code
    throw new BadEnvironment(`The database cannot be reached (${why}). Does it run, and is DATABASE_URL right?`, {
      cause: error,
    })
  })
  try {
    await client.query('create schema if not exists supabase_migrations')
    await client.query(
      `create table if not exists supabase_migrations.schema_migrations
         (version text primary key, statements text[], name text)`,
    )
    const applied: string[] = []
    for (const migration of await readMigrations(folder)) {
      if (await applyPatiently(client, migration, patienceSeconds)) applied.push(migration.version)
    }
    return applied
  } finally {
    await client.end()
  }
}

const lockKey = createHash('sha256').update('storycast migrations').digest().readInt32BE()

async function applyPatiently(client: pg.Client, migration: Migration, seconds: number): Promise<boolean> {
  const startedMs = monotonicMs()
  for (;;) {
    try {
      return await apply(client, migration)
    } catch (error) {
      if (!isLockTimeout(error)) throw failed(migration, (error as Error).message, error)
      if (monotonicMs() - startedMs > seconds * 1000) {
        const message = `another transaction has held what it changes for ${seconds} s. End that one and try again.`
        throw failed(migration, message, error)
      }
      await sleep(pauseSeconds * 1000)
    }
  }
}

/** A migration that cannot be applied now; the message says why. */
export class MigrationFailed extends Error {
  override name = 'MigrationFailed'
}

const failed = ({ version, name }: Migration, why: string, cause: unknown): MigrationFailed =>
  new MigrationFailed(`Migration ${version}_${name} failed: ${why}`, { cause })

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

async function apply(client: pg.Client, { version, name, sql }: Migration): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    const known = await client.query('select from supabase_migrations.schema_migrations where version = $1', [version])
    if (known.rowCount) {
      await client.query('rollback')
      return false
    }
    await client.query(`set local lock_timeout = ${Math.round(lockMs())}`)
    await client.query(sql)
    await client.query(
      'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
      [version, [sql], name],
    )
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
