import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { runImports } from '@/lib/imports/run/run-imports'
import { confirm, create } from '@/lib/imports/service'
import { aProject } from '@/tests/support/api/api'
import { runWithKills } from '@/tests/support/processes/run-with-kills'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'

onOwnDatabase()

test('one story per row with three workers at once, two of them killed', async () => {
  const { projectId, userId } = await aProject()
  const context = { db: database(), principal: { kind: 'session' as const, userId }, now: new Date() }
  const rows = 600
  const csv = `Text\n${Array.from({ length: rows }, (_, index) => `Bread ${index}`).join('\n')}\n`
  const { import: made } = await create(context, { project_id: projectId, csv, mode: 'draft', channels: ['x'] })
  await confirm(context, { id: made.id, rows: 'valid' })
  const count = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from stories where project_id = ${projectId}`.execute(database())
    return Number(rows[0]?.count)
  }
  await runWithKills({
    worker: 'import-worker',
    run: () => runImports(database()),
    hasBegun: async () => (await count()) > 0,
  })
  const { rows: found } = await sql`
    select (select count(*)::int from stories where project_id = ${projectId}) as stories,
      (select count(distinct caption)::int from stories where project_id = ${projectId}) as captions,
      count(distinct story_id)::int as linked, (select state from imports where id = ${made.id}) as state
    from import_rows where import_id = ${made.id} and status = 'created'`.execute(database())
  expect(found).toEqual([{ stories: rows, captions: rows, linked: rows, state: 'done' }])
})

test('a row that fails with an internal error is noted, and no other row is', async () => {
  const { projectId, userId } = await aProject()
  const context = { db: database(), principal: { kind: 'session' as const, userId }, now: new Date() }
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'Refused'; end $$`.execute(
    database(),
  )
  await sql`create trigger refuse before insert on stories for each row when (new.caption = 'Refused')
    execute function refuse()`.execute(database())
  const csv = `Text\n${Array.from({ length: 60 }, (_, index) => (index % 10 === 0 ? 'Refused' : `Bread ${index}`)).join('\n')}\n`
  const { import: made } = await create(context, { project_id: projectId, csv, mode: 'draft', channels: ['x'] })
  await confirm(context, { id: made.id, rows: 'valid' })
  await Promise.all([runImports(database()), runImports(database()), runImports(database())])
  await runImports(database())
  const { rows } = await sql`
    select cells[1] = 'Refused' as is_refused, status, errors -> 0 ->> 'code' as code, count(*)::int as count
    from import_rows where import_id = ${made.id} group by 1, 2, 3 order by 1`.execute(database())
  expect(rows).toEqual([
    { is_refused: false, status: 'created', code: null, count: 54 },
    { is_refused: true, status: 'failed', code: 'internal_error', count: 6 },
  ])
})
