import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { runImports } from '@/lib/imports/run/run-imports'
import { confirm, create } from '@/lib/imports/service'
import { aProject } from '@/tests/support/api/api'
import { eventually } from '@/tests/support/faults/eventually'
import { bundled } from '@/tests/support/processes/bundle'
import { startProcess } from '@/tests/support/processes/child-process'
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
  const start = (slot: number) =>
    startProcess(`imports-${slot}`, bundled('tests/support/processes/import-worker.ts'), {
      DATABASE_URL: env().DATABASE_URL ?? '',
      LOG_LEVEL: 'warn',
    })
  const first = start(0)
  await eventually(async () => (await count()) > 0, 'A first story', 20)
  await first.kill('SIGKILL')
  const second = start(1)
  await Promise.all([runImports(database()), runImports(database())])
  await second.kill('SIGKILL')
  await runImports(database())
  const { rows: found } = await sql`
    select (select count(*)::int from stories where project_id = ${projectId}) as stories,
      (select count(distinct caption)::int from stories where project_id = ${projectId}) as captions,
      count(distinct story_id)::int as linked, (select state from imports where id = ${made.id}) as state
    from import_rows where import_id = ${made.id} and status = 'created'`.execute(database())
  expect(found).toEqual([{ stories: rows, captions: rows, linked: rows, state: 'done' }])
})
