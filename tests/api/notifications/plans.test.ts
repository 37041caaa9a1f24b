import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { notificationKinds } from '@/lib/notifications/kinds'
import type { Reader } from '@/lib/notifications/reader'
import { countUnread, listNotices } from '@/lib/notifications/repository'
import { aProject } from '@/tests/support/api/api'

/** Every open window polls notifications four times a minute, so the cost must not grow with old events. */
const queries: CompiledQuery[] = []
const pool = new pg.Pool({ connectionString: inject('productEnv').DATABASE_URL, max: 1 })
const listening = new Kysely<DB>({
  dialect: new PostgresDialect({ pool }),
  log: ({ query }) => void queries.push(query),
})
let reader: Reader

beforeAll(async () => {
  const { projectId, userId } = await aProject()
  const joinedAt = new Date(0)
  const marks = { readThrough: 19_980, alertsReadThrough: null, approvalsReadAt: null }
  reader = { projectId, userId, joinedAt, ...marks, kinds: notificationKinds }
  // One event in ten is a failure.
  await sql`
    insert into events (id, project_id, event, data, sequence, fanned_out_at)
    select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7000-8000-' || substr(md5(${projectId}::text || n), 1, 12))::uuid,
      ${projectId}, case n % 10 when 0 then 'story.failed' else 'story.published' end, '{}', n, now()
    from (select n, lpad(to_hex(n), 12, 'f') as h from generate_series(1, 20000) n) as numbers`.execute(database())
  await sql`analyze events`.execute(database())
}, 60_000)
afterAll(async () => {
  await database().deleteFrom('events').where('project_id', '=', reader.projectId).execute()
  await listening.destroy()
})

type Step = Record<string, unknown> & { Plans?: Step[] }

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

/** The most rows that any step of the plan read or discarded. Other tests have a few rows in the same tables. */
async function mostRows(): Promise<number> {
  const [query] = queries
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(
    `explain (analyze, format json) ${query?.sql}`,
    query?.parameters as unknown[],
  )
  const [plan] = rows[0]?.['QUERY PLAN'] ?? []
  const reads = plan ? stepsOf(plan.Plan).filter((step) => step['Relation Name'] === 'events') : []
  const counts = ['Rows Removed by Index Recheck', 'Rows Removed by Filter', 'Actual Rows']
  return Math.max(...reads.flatMap((step) => counts.map((name) => Number(step[name] ?? 0))))
}

test('a page of notifications reads only the rows of the page', async () => {
  queries.length = 0
  expect(await listNotices(listening, reader, { limit: 11, after: undefined })).toHaveLength(11)
  expect(await mostRows()).toBe(11)
})

test('counting unread notifications reads only those after the mark', async () => {
  queries.length = 0
  expect(await countUnread(listening, reader)).toBe(2)
  expect(await mostRows()).toBe(2)
})
