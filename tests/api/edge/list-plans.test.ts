import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listCalendarRows } from '@/lib/calendar/repository'
import { database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { listQueueRows } from '@/lib/queue/repository'
import { listStoryRows } from '@/lib/stories/reading/list-rows'
import { aProject } from '@/tests/support/api/api'

/**
 * A page costs the same however many rows the project and other projects have. The planner once chose the primary key
 * for a project with most of the rows, and scanned all rows.
 */
const queries: CompiledQuery[] = []
const pool = new pg.Pool({ connectionString: inject('productEnv').DATABASE_URL, max: 1 })
const listening = new Kysely<DB>({
  dialect: new PostgresDialect({ pool }),
  log: ({ query }) => void queries.push(query),
})
let projectId: string

async function fill(project: string, from: number, to: number): Promise<void> {
  // Each later number is a newer id.
  const id = sql`(substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7000-8000-' || substr(md5(${project}::text || n), 1, 12))::uuid`
  await sql`
    with made as (
      insert into stories (id, project_id, caption, channels, post_type, status, scheduled_at)
      select ${id}, ${project}, 'Story ' || n, '{x}', 'single', 'scheduled', now() + make_interval(mins => n)
      from (select n, lpad(to_hex(n), 12, 'f') as h from generate_series(${from}::int, ${to}::int) n) as numbers
      returning id, project_id
    )
    insert into queue_items (id, story_id, project_id, channel, status, scheduled_at)
    select id, id, project_id, 'x', 'approved', now() + interval '9 days' from made`.execute(database())
}

beforeAll(async () => {
  const [large, other] = [await aProject(), await aProject()]
  projectId = large.projectId
  await fill(projectId, 1, 20_000)
  await fill(other.projectId, 20_001, 21_000)
  await sql`analyze stories`.execute(database())
  await sql`analyze queue_items`.execute(database())
}, 60_000)
afterAll(async () => {
  for (const table of ['queue_items', 'stories'] as const) {
    await database().deleteFrom(table).where('project_id', '=', projectId).execute()
  }
  await listening.destroy()
})

const page = { channels: undefined, after: undefined, limit: 51 }
const queuePage = { ...page, storyId: undefined, from: undefined, to: undefined }
const kinds: [string, () => Promise<unknown[]>][] = [
  ['stories', () => listStoryRows(listening, projectId, { ...page, statuses: undefined })],
  ['stories of a status', () => listStoryRows(listening, projectId, { ...page, statuses: ['scheduled'] })],
  [
    'stories for a channel',
    () => listStoryRows(listening, projectId, { ...page, statuses: undefined, channels: ['x'] }),
  ],
  ['the queue', () => listQueueRows(listening, projectId, { ...queuePage, statuses: undefined })],
  ['the queue by status', () => listQueueRows(listening, projectId, { ...queuePage, statuses: ['approved'] })],
]

/** The plan of the first recorded query. */
async function planOfFirst(): Promise<string> {
  const [query] = queries
  const { rows } = await pool.query<{ 'QUERY PLAN': [object] }>(
    `explain (analyze, format json) ${query?.sql}`,
    query?.parameters as unknown[],
  )
  return JSON.stringify(rows[0]?.['QUERY PLAN'])
}

test.each(kinds)('a page of %s reads only the rows of the page', async (_, list) => {
  queries.length = 0
  expect(await list()).toHaveLength(51)
  const plan = await planOfFirst()
  const removed = [...plan.matchAll(/"Rows Removed by Filter":(\d+)/g)].map(([, count]) => Number(count))
  const read = [...plan.matchAll(/"Actual Rows":([\d.]+)/g)].map(([, count]) => Number(count))
  expect(removed.filter((count) => count > 0)).toEqual([])
  expect(Math.max(...read)).toBe(51)
})

test('half a day of the calendar counts its 720 stories by time and reads no others', async () => {
  queries.length = 0
  const from = new Date()
  const halfDay = { from, to: new Date(from.getTime() + 12 * 3_600_000), by: 'hour', each: 4 } as const
  const placed = await listCalendarRows(listening, projectId, 'UTC', {
    ...halfDay,
    statuses: undefined,
    channels: undefined,
    contentTypes: undefined,
  })
  expect(placed.length).toBeGreaterThanOrEqual(48)
  const plan = await planOfFirst()
  const read = [...plan.matchAll(/"(?:Actual Rows|Rows Removed by [\w ]+)":([\d.]+)/g)].map(([, count]) =>
    Number(count),
  )
  expect(Math.max(...read), plan).toBeLessThanOrEqual(721)
})

test('a search for a rare word uses the word index', async () => {
  queries.length = 0
  const found = await listStoryRows(listening, projectId, { ...page, statuses: undefined, words: ['story', '777'] })
  expect(found.map(({ caption }) => caption)).toContain('Story 777')
  const plan = await planOfFirst()
  const read = [...plan.matchAll(/"(?:Actual Rows|Rows Removed by Filter)":([\d.]+)/g)].map(([, count]) =>
    Number(count),
  )
  expect(plan).toContain('stories_words')
  expect(Math.max(...read)).toBeLessThan(50)
})
