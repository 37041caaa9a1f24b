import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { readWords, type TimeRange } from './search-words'

/** Newest conversations that are looked through before the index is read. */
const walkedConversations = 300
/** The same if those have some matches already. */
const walkedFurther = 1_500
/** The same for tags, which need no messages. */
const walkedForTag = 1_000
/** Latest messages that are looked at in each. If there are more, the index decides. */
const walkedMessages = 100
/** Times in which conversations are looked through. */
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
 * A frequent word has too many matches to read them all, and a rare one is in too few conversations to go through
 * them. So the newest conversations of the weeks that have the words are looked through first. If they have too few
 * matches, the index finds all.
 */
export async function searchCondition(
  db: Database,
  projectId: string,
  text: string,
  { where, limit }: Search,
): Promise<RawBuilder<SqlBool>> {
  const words = text.match(/[\p{L}\p{N}]+/gu)?.slice(0, wordsMax)
  if (!words) return sql`false`
  const { query, ranges } = await readWords(db, projectId, words)
  if (ranges.length === 0) return sql`false`
  for (const most of [walkedConversations, walkedFurther]) {
    const { found, isComplete } = await walk(db, { query, where, most, ranges })
    if (isComplete || found.length >= limit) return sql`id = any(${found}::uuid[])`
    if ((found.length * walkedFurther) / walkedConversations < limit) break
  }
  // An array, or Postgres might go through all conversations.
  return sql`id = any(array(select distinct conversation_id from inbox_messages where search @@ ${query}))`
}

type Walk = { query: RawBuilder<unknown>; where: RawBuilder<SqlBool>[]; most: number; ranges: readonly TimeRange[] }

/** Looks through the newest conversations, up to one whose latest messages do not decide. */
async function walk(
  db: Database,
  { query, where, most, ranges }: Walk,
): Promise<{ found: string[]; isComplete: boolean }> {
  const walked = ranges.slice(0, walkedRanges)
  const froms = walked.map(({ from }) => from)
  const untils = walked.map(({ until }) => until)
  // Postgres does not merge queries with a limit, so it reads no more than these messages.
  const { rows } = await sql<{ id: string; is_match: boolean | null }>`
    select c.id, case when m.is_match then true when m.count <= ${walkedMessages} then false end as is_match
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
        order by sent_at desc, inbox_messages.id desc limit ${walkedMessages + 1}) latest
    ) m
    order by c.last_message_at desc, c.id desc`.execute(db)
  const unknownAt = rows.findIndex(({ is_match }) => is_match === null)
  const known = unknownAt === -1 ? rows : rows.slice(0, unknownAt)
  return {
    found: known.flatMap(({ id, is_match }) => (is_match ? [id] : [])),
    isComplete: unknownAt === -1 && rows.length < most && walked.length === ranges.length,
  }
}
