import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { listAssetRows } from '@/lib/media/repository'
import { findStoriesUsing, listStoryRows } from '@/lib/media/usage'
import type { AssetSort } from '@/lib/media-files/types'
import { aProject } from '@/tests/support/api/api'

/** In a library of 100,000 files, the cost of a page depends on its size only, with any filter. */

const asked: CompiledQuery[] = []
const pool = new pg.Pool({ connectionString: inject('productEnv').DATABASE_URL, max: 1 })
const listening = new Kysely<DB>({
  dialect: new PostgresDialect({ pool }),
  log: ({ query }) => void asked.push(query),
})
let projectId: string

beforeAll(async () => {
  projectId = (await aProject()).projectId
  const db = database()
  // Higher numbers get newer ids.
  const id = sql`(substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7000-8000-' || substr(md5(${projectId}::text || n), 1, 12))::uuid`
  // In batches: on a busy machine a single insert would exceed the query timeout.
  const step = 10_000
  const numbers = (from: number) =>
    sql`(select n, lpad(to_hex(n), 12, 'f') as h from generate_series(${from}::int, ${from + step - 1}::int) n) as numbers`
  for (let from = 1; from < 100_000; from += step)
    await sql`
    insert into assets (id, project_id, name, tags, category, mime_type, file_size, sha256, sent_sha256, source_url)
    select ${id}, ${projectId},
      case when n = 777 then 'Rarely seen' else 'IMG_' || n || '.jpg' end,
      case when n = 777 then '{rarity}' else '{common}' end::text[],
      case when n = 777 then 'rare' else 'common' end,
      case when n = 777 then 'video/mp4' else 'image/jpeg' end,
      1, 'x', 'x', 'https://a.example/' || n
    from ${numbers(from)}`.execute(db)
  for (let from = 1; from < 20_000; from += step)
    await sql`
    insert into stories (id, project_id, caption, channels, post_type, status, slides)
    select ${id}, ${projectId}, 'Story', '{x}', 'single', 'draft',
      jsonb_build_array(jsonb_build_object('media_url', 'https://a.example/' || n))
    from ${numbers(from)}`.execute(db)
  for (const table of ['assets', 'stories']) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}, 120_000)
afterAll(async () => {
  for (const table of ['stories', 'assets'] as const)
    await database().deleteFrom(table).where('project_id', '=', projectId).execute()
  await listening.destroy()
})

const page = { category: undefined, tag: undefined, type: undefined, search: undefined, limit: 51 }
const pageOf =
  (filter: object, sort: AssetSort = 'newest') =>
  () =>
    listAssetRows(listening, projectId, { ...page, place: { sort, after: null }, ...filter })
const anyId = '00000000-0000-7000-8000-000000000000'
const lastId = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
const url = 'https://a.example/777'

const kinds: [what: string, count: number, list: () => Promise<unknown[]>][] = [
  ['all', 51, pageOf({})],
  ['the oldest', 51, pageOf({}, 'oldest')],
  ['by name, from the middle', 51, pageOf({ place: { sort: 'name', after: { id: anyId, key: 'img_5' } } })],
  ['by size, from the middle', 51, pageOf({ place: { sort: 'size', after: { id: lastId, key: '1' } } })],
  ['a rare word by name', 1, pageOf({ words: ['rarely'] }, 'name')],
  ['a common word', 51, pageOf({ words: ['img'] })],
  ['a rare word', 1, pageOf({ words: ['rarely'] })],
  ['a common tag', 51, pageOf({ tag: 'common' })],
  ['a rare tag', 1, pageOf({ tag: 'rarity' })],
  ['a common kind', 51, pageOf({ kind: 'picture' })],
  ['a rare kind', 1, pageOf({ kind: 'film' })],
  ['a rare category', 1, pageOf({ category: 'rare' })],
  ['the stories of a file', 1, () => listStoryRows(listening, projectId, url, { after: undefined, limit: 51 })],
  ['the stories that still need a file', 1, () => findStoriesUsing(listening, projectId, url, ['draft', 'failed'])],
]

test.each(kinds)('%s: reads about as many rows as the page has', async (_, count, list) => {
  asked.length = 0
  expect(await list()).toHaveLength(count)
  for (const query of [...asked]) {
    const { rows } = await pool.query<{ 'QUERY PLAN': [object] }>(
      `explain (analyze, format json) ${query.sql}`,
      query.parameters as unknown[],
    )
    const plan = JSON.stringify(rows[0]?.['QUERY PLAN'])
    const read = [...plan.matchAll(/"(?:Actual Rows|Rows Removed by [\w ]+)":([\d.]+)/g)].map(([, rows]) =>
      Number(rows),
    )
    // Searches by words and tags try the newest 500 first.
    expect(Math.max(...read), plan).toBeLessThanOrEqual(500)
  }
})
