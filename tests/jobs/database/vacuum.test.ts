import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { vacuumEmbedded } from '@/lib/db/vacuum'
import { databaseKind } from '@/tests/support/database/test-database'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'

onOwnDatabase()

/** The planner's row estimate; -1 when the table was never analyzed. */
async function estimateOf(table: string): Promise<number> {
  const { rows } = await sql<{ reltuples: number }>`
    select reltuples from pg_class where oid = ${table}::regclass`.execute(database())
  return Number(rows[0]?.reltuples)
}

const grow = (from: number, to: number) =>
  sql`insert into users (id, email, name) select gen_random_uuid(), 'grown-' || n || '@example.com', repeat('x', 60)
    from generate_series(${from}::int, ${to}::int) n`.execute(database())

test.runIf(databaseKind() === 'pglite')(
  'the embedded database updates its statistics after tables have grown',
  async () => {
    await grow(1, 100)
    expect(await vacuumEmbedded(database())).toContain('users')
    expect(await estimateOf('users')).toBeGreaterThanOrEqual(100)

    // No day has passed, and no table has grown.
    expect(await vacuumEmbedded(database())).toEqual([])

    await grow(101, 20_000)
    expect(await vacuumEmbedded(database())).toEqual(['users'])
    expect(await estimateOf('users')).toBeGreaterThanOrEqual(20_000)
  },
)

test.runIf(databaseKind() === 'postgres')('does nothing on a server, which has autovacuum', async () => {
  await grow(1, 20_000)
  expect(await vacuumEmbedded(database())).toEqual([])
})
