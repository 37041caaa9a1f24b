import { type RawBuilder, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

/** Messages of the longest conversation. The others have ten each. */
export const longThread = 5_000
const threadLength = 10
/** Conversations with the rare tag, and messages with the rare word, whatever the size of the project. */
const rareCount = 30

export type FilledInbox = { storyId: string; longId: string; shortId: string }

/**
 * Fills the inbox of a project with this many messages of two years: 30 % of the conversations are open, 60 % resolved,
 * 10 % archived, 20 % unread, and 10 % assigned to the user. Rows are inserted in the order of their time.
 */
export async function fillInbox(
  db: Database,
  { projectId, userId, messages }: { projectId: string; userId: string; messages: number },
): Promise<FilledInbox> {
  const conversations = (messages - longThread) / threadLength
  const every = Math.floor(conversations / rareCount)
  const id = (kind: string, n: RawBuilder<unknown> = sql`n`) =>
    sql`overlay(overlay(md5(${projectId} || ${kind} || ${n}) placing '7' from 13) placing '8' from 17)::uuid`
  // The newest has number 1.
  const lastAt = sql`now() - n * (interval '730 days' / ${conversations}::int)`
  const status = sql`case when n % 10 < 3 then 'open' when n % 10 < 9 then 'resolved' else 'spam' end`
  await sql`
    insert into stories (id, project_id, caption, channels, post_type, status)
    select ${id('story')}, ${projectId}, 'Post ' || n, '{instagram}', 'single', 'draft'
    from generate_series(0, ${every}::int) n`.execute(db)
  await sql`
    insert into inbox_conversations (id, project_id, platform, account_id, kind, thread_id, participant_id,
      participant_name, story_id, status, archived, tags, assignee_id, unread_count, last_message_at, last_incoming_at,
      last_message_preview)
    select ${id('conversation')}, ${projectId}, (array['instagram', 'facebook'])[1 + n / 2 % 2], '1784',
      (array['comment', 'dm'])[1 + n % 2], 'thread' || n, 'person' || n, 'Visitor Number' || lpad(n::text, 6, '0'),
      ${id('story', sql`n % ${every}::int`)}, ${status}, n / 10 % 10 = 9,
      array_remove(array[case when n % 5 = 0 then 'question' end, case when n % ${every}::int = 0 then 'vip' end], null),
      case when n / 10 % 10 = 1 then ${userId}::uuid end, (n / 10 % 5 = 2)::int, ${lastAt}, ${lastAt}, 'Thank you'
    from generate_series(${conversations}::int, 0, -1) n`.execute(db)
  const index = await dropSearchIndex(db)
  await sql`
    insert into inbox_messages (id, project_id, conversation_id, kind, direction, external_id, author_id, author_name,
      body, sent_at, created_at)
    select ${id('message', sql`n || '/' || k`)}, ${projectId}, ${id('conversation')}, (array['comment', 'dm'])[1 + n % 2],
      case when k % 2 = 0 then 'them' else 'us' end, n || '/' || k, 'person' || n,
      case when k % 2 = 0 then 'Visitor Number' || lpad(n::text, 6, '0') else 'Corner Cafe' end,
      ${bodyOf(every)}, sent_at, sent_at
    from (
      select n, k, ${lastAt} - k * interval '1 hour' as sent_at from generate_series(1, ${conversations}::int) n,
        generate_series(0, ${threadLength - 1}::int) k
      union all
      select 0, k, now() - k * interval '10 minutes' from generate_series(0, ${longThread - 1}::int) k
    ) m order by sent_at`.execute(db)
  await sql.raw(index).execute(db)
  for (const table of ['stories', 'inbox_conversations', 'inbox_messages', 'inbox_word_weeks'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
  const { rows } = await sql<FilledInbox>`
    select ${id('story', sql`1`)} as "storyId", ${id('conversation', sql`0`)} as "longId",
      ${id('conversation', sql`7`)} as "shortId"`.execute(db)
  const [filled] = rows
  if (!filled) throw new Error('Filling returned no row.')
  return filled
}

/** Built at once it takes a tenth of the time. @returns the statement that creates it again */
async function dropSearchIndex(db: Database): Promise<string> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef('inbox_messages_search'::regclass) as definition`.execute(db)
  await sql`drop index inbox_messages_search`.execute(db)
  return rows[0]?.definition ?? ''
}

/**
 * Twelve words, some more frequent than others. Every second message has "bakery", one in a hundred "croissant" without
 * it and another "espresso" with it, and one in five of the older half "christmas".
 */
const bodyOf = (every: number) => sql`concat_ws(' ',
  (select string_agg('word' || floor(5000 * power(random(), 3))::int, ' ') from generate_series(1, 12) where n >= 0),
  case when (n + k) % 2 = 0 then 'bakery' end,
  case when (n * 10 + k) % 100 = 7 then 'croissant' end,
  case when (n * 10 + k) % 100 = 15 then 'espresso' end,
  case when k = 3 and n % ${every}::int = 0 then 'sourdough' end,
  case when sent_at < now() - interval '365 days' and (n + k) % 5 = 0 then 'christmas' end)`
