import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

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
 * Applies what is missing, each migration in a transaction of its own, and keeps its record in the table in which the
 * Supabase CLI keeps it, so that either can go on after the other. Two that run at once wait for one another.
 *
 * @returns the versions that were applied now
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create schema if not exists supabase_migrations')
    await client.query(
      `create table if not exists supabase_migrations.schema_migrations
         (version text primary key, statements text[], name text)`,
    )
    const applied: string[] = []
    for (const migration of await readMigrations(folder)) {
      if (await apply(client, migration)) applied.push(migration.version)
    }
    return applied
  } finally {
    await client.end()
  }
}

const lockKey = createHash('sha256').update('storycast migrations').digest().readInt32BE()

async function apply(client: pg.Client, { version, name, sql }: Migration): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    const known = await client.query('select from supabase_migrations.schema_migrations where version = $1', [version])
    if (known.rowCount) {
      await client.query('rollback')
      return false
    }
    await client.query(sql)
    await client.query(
      'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
      [version, [sql], name],
    )
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${version}_${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
