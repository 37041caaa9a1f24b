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
  const double = files.find((file, i) => file.slice(0, 14) === files[i - 1]?.slice(0, 14))
  // The second one would count as applied.
  if (double) throw new Error(`Two migrations have the version ${double.slice(0, 14)}. Rename ${double}.`)
  return Promise.all(
    files.map(async (file) => ({
      version: file.slice(0, 14),
      name: file.slice(15, -4),
      sql: await readFile(join(folder, file), 'utf8'),
    })),
  )
}

/**
 * Lock timeout of a migration. Queries queue behind a migration that waits for a table lock, so it gives up, lets
 * them run and retries. At most a quarter of the query timeout, so that queued queries do not time out.
 */
const lockMs = (): number => Math.min(2_000, 250 * env().DATABASE_QUERY_TIMEOUT_SECONDS)
const pauseSeconds = 1

/**
 * Applies missing migrations, each in its own transaction. Uses the Supabase CLI's table for records, so both tools
 * can continue each other's work. Concurrent runs wait for each other.
 *
 * @param maxWaitSeconds how long to retry while another transaction holds a lock
 * @returns the versions applied by this call
 */
export async function migrate(url: string, folder: string, maxWaitSeconds = 60): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect().catch((error: Error & { code?: string }) => {
    const why = error.message || error.code
    throw new BadEnvironment(
      `Cannot connect to the database (${why}). Check that it is running and that DATABASE_URL is correct.`,
      {
        cause: error,
      },
    )
  })
  try {
    await client.query('create schema if not exists supabase_migrations')
    await client.query(
      `create table if not exists supabase_migrations.schema_migrations
         (version text primary key, statements text[], name text)`,
    )
    const applied: string[] = []
    for (const migration of await readMigrations(folder)) {
      if (await applyWithRetry(client, migration, maxWaitSeconds)) applied.push(migration.version)
    }
    return applied
  } finally {
    await client.end()
  }
}

const lockKey = createHash('sha256').update('storycast migrations').digest().readInt32BE()

async function applyWithRetry(client: pg.Client, migration: Migration, seconds: number): Promise<boolean> {
  const startedMs = monotonicMs()
  for (;;) {
    try {
      return await apply(client, migration)
    } catch (error) {
      if (!isLockTimeout(error)) throw failed(migration, (error as Error).message, error)
      if (monotonicMs() - startedMs > seconds * 1000) {
        const message = `another transaction has held a lock on its tables for ${seconds} s. End that transaction and retry.`
        throw failed(migration, message, error)
      }
      await sleep(pauseSeconds * 1000)
    }
  }
}

/** A migration failed; the message says why. */
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
