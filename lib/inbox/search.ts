import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { readWords, type TimeRange } from './search-words'

/** A search with at most this many matching messages uses the index at once. */
const fewMatches = 2_000
/** Size of the first batch of conversations. */
const firstBatch = 80
/** Each batch is at most this many times as large as all before it. */
const batchGrowth = 5
/** Max size of a batch. */
const batchMax = 900
/** Looking through one conversation takes as long as reading this many messages from the index. */
const messagesPerConversation = 16
/** Newest conversations that are looked through for a tag. */
const walkedForTag = 1_000
/** Only this many of the latest messages of a conversation are looked at in a batch. */
const latestMessages = 100
/** So many conversations with more messages are looked through on their own, if they have at most `longMessages`. */
const longConversations = 4
const longMessages = 10_000
/** Max time ranges in which conversations are looked through. */
const walkedRanges = 12
const wordsMax = 10

type Search = {
  /** The other conditions. */
  where: RawBuilder<SqlBool>[]
  /** Conversations wanted. */
  limit: number
}

/** Conversations with a tag, as a condition. */
export const hasTag = (projectId: string, tag: string): RawBuilder<SqlBool> =>
  // In the form of the index.
  sql`(tags <> '{}' and inbox_tag_keys(project_id, tags) @> array[${`${projectId}:${tag}`}]::text[])`

/** The newest conversations with a tag, or the condition if there are few. Not sorting all is faster. */
export async function tagCondition(
  db: Database,
  projectId: string,
  tag: string,
  { where, limit }: Search,
): Promise<RawBuilder<SqlBool>> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, tags, last_message_at from inbox_conversations where ${sql.join(where, sql` and `)}
      order by last_message_at desc, id desc limit ${walkedForTag}) c
    where tags @> array[${tag}]::text[] order by last_message_at desc, id desc limit ${limit}`.execute(db)
  return rows.length === limit ? sql`id = any(${rows.map(({ id }) => id)}::uuid[])` : hasTag(projectId, tag)
}

/**
 * Conversations that have a matching message, as a condition on `inbox_conversations`.
 *
 * A rare word is found with the index. A frequent one has too many matches to read them all, so the newest
 * conversations of the weeks that have the words are looked through, as long as that is less work than the index.
 */
export async function searchCondition(
  db: Database,
  projectId: string,
  text: string,
  { where, limit }: Search,
): Promise<RawBuilder<SqlBool>> {
  const words = text.match(/[\p{L}\p{N}]+/gu)?.slice(0, wordsMax)
  if (!words) return sql`false`
  const { query, indexed, ranges } = await readWords(db, projectId, words)
  if (ranges.length === 0) return sql`false`
  const matches = await estimateMatches(db, query)
  if (matches > fewMatches) {
    const found = await walk(db, { query, where, ranges, limit, most: matches / messagesPerConversation })
    if (found) return sql`id = any(${found}::uuid[])`
  }
  // The array keeps Postgres from going through all conversations. The function keeps it from using the index for words
  // that are too frequent.
  return sql`id = any(array(
    select distinct conversation_id from inbox_messages where search @@ ${indexed} and ts_match_vq(search, ${query})))`
}

/** Estimates from the statistics of Postgres how many messages match. */
async function estimateMatches(db: Database, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from inbox_messages where search @@ ${query}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

type Step = { query: RawBuilder<unknown>; where: RawBuilder<SqlBool>[]; most: number; ranges: readonly TimeRange[] }
type Walked = { id: string; at: string; is_match: boolean | null }

/** @returns the newest conversations that match, or null if looking through `most` found too few */
async function walk(db: Database, { limit, most, ...step }: Step & { limit: number }): Promise<string[] | null> {
  const found: string[] = []
  let [count, next, longLeft] = [0, firstBatch, longConversations]
  let last: Walked | undefined
  while (count < most) {
    const after = last && sql<SqlBool>`(last_message_at, id) < (${last.at}::timestamptz, ${last.id}::uuid)`
    const rows = await lookThrough(db, { ...step, where: after ? [...step.where, after] : step.where, most: next })
    count += rows.length
    last = rows.at(-1)
    for (const row of rows) {
      const isMatch = row.is_match ?? (--longLeft >= 0 ? await isMatchInLong(db, row.id, step.query) : null)
      if (isMatch === null) return null
      if (isMatch) found.push(row.id)
      if (found.length >= limit) return found
    }
    if (rows.length < next) return step.ranges.length <= walkedRanges ? found : null
    // Enough to find the rest, if matches are as frequent among them.
    const wanted = (1.5 * count * (limit - found.length)) / Math.max(1, found.length)
    next = Math.round(Math.min(batchMax, batchGrowth * count, Math.max(firstBatch, wanted)))
  }
  return null
}

/** Whether a long conversation matches. Null if it has more messages than are read. */
async function isMatchInLong(db: Database, id: string, query: RawBuilder<unknown>): Promise<boolean | null> {
  const { rows } = await sql<{ is_match: boolean | null }>`
    select case when bool_or(search @@ ${query}) then true when count(*) <= ${longMessages} then false end as is_match
    from (
      select search from inbox_messages where conversation_id = ${id}
      order by sent_at desc, id desc limit ${longMessages + 1}) latest`.execute(db)
  return rows[0]?.is_match ?? null
}

/** The newest conversations, and whether they match. Null if the latest messages do not, and there are more. */
async function lookThrough(db: Database, { query, where, most, ranges }: Step): Promise<Walked[]> {
  const walked = ranges.slice(0, walkedRanges)
  const froms = walked.map(({ from }) => from)
  const untils = walked.map(({ until }) => until)
  // Postgres does not merge queries with a limit, so it reads no more than these messages.
  const { rows } = await sql<Walked>`
    select c.id, c.last_message_at::text as at,
      case when m.is_match then true when m.count <= ${latestMessages} then false end as is_match
    from (
      select found.id, found.last_message_at
      from unnest(${froms}::timestamptz[], ${untils}::timestamptz[]) as walked (begins_at, ends_at)
      cross join lateral (
        select id, last_message_at from inbox_conversations
        where ${sql.join(where, sql` and `)} and last_message_at >= begins_at and last_message_at < ends_at
        order by last_message_at desc, id desc limit ${most}) found
      order by found.last_message_at desc, found.id desc limit ${most}) c
    cross join lateral (
      select coalesce(bool_or(latest.search @@ ${query}), false) as is_match, count(*)::int as count
      from (
        select search from inbox_messages where conversation_id = c.id
        order by sent_at desc, inbox_messages.id desc limit ${latestMessages + 1}) latest
    ) m
    order by c.last_message_at desc, c.id desc`.execute(db)
  return rows
}
