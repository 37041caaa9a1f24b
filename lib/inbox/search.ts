import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

/** Up to so many messages, the conversations that have them are sorted. More are frequent words. */
const candidatesMax = 3_000
const wordsMax = 10

/** The expression of the index. */
const document = sql`(to_tsvector('simple', m.body || ' ' || coalesce(m.author_name, ''))
  || array_to_tsvector(array['project:' || m.project_id::text]))`

/** Beginnings of words. Null if the text has none. */
function tsquery(projectId: string, text: string): RawBuilder<unknown> | null {
  const words = text.match(/[\p{L}\p{N}]+/gu)?.slice(0, wordsMax)
  if (!words) return null
  const prefixes = words.map((word) => `${word}:*`).join(' & ')
  return sql`(${`'project:${projectId}'`}::tsquery && to_tsquery('simple', ${prefixes}))`
}

/**
 * Conversations with a matching message. Null if the words are so frequent that it is faster to go through the
 * conversations in their order.
 */
export async function findCandidates(db: Database, projectId: string, text: string): Promise<string[] | null> {
  const query = tsquery(projectId, text)
  if (!query) return []
  const { rows } = await sql<{ conversation_id: string }>`
    select m.conversation_id from inbox_messages m where ${document} @@ ${query} limit ${candidatesMax + 1}`.execute(db)
  return rows.length > candidatesMax ? null : [...new Set(rows.map(({ conversation_id }) => conversation_id))]
}

/** A condition on a conversation, for frequent words. */
export const searchWalk = (projectId: string, text: string): RawBuilder<SqlBool> => sql`exists (
  select 1 from inbox_messages m
  where m.conversation_id = inbox_conversations.id and ${document} @@ ${tsquery(projectId, text) ?? sql`''::tsquery`})`
