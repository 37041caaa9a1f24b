import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import type { ConversationRow } from '../rows'
import type { InboxAccount, MessageChange, Received } from '../wire/inbox-change'

export const threadKeyOf = ({ kind, threadId }: Pick<MessageChange, 'kind' | 'threadId'>): string =>
  `${kind} ${threadId}`

/**
 * The conversations of these messages, created where missing.
 *
 * @returns by kind and thread id
 */
export async function openConversations(
  tx: Transaction<DB>,
  account: InboxAccount,
  messages: readonly Received<MessageChange>[],
): Promise<Map<string, ConversationRow>> {
  const threads = groupByThread(messages)
  if (threads.size === 0) return new Map()
  const found = await findThreads(tx, account, messages)
  for (const [key, row] of found) await completeParticipant(tx, row, threads.get(key) ?? [])
  const missing = [...threads].filter(([key, own]) => !found.has(key) && own.some(startsConversation))
  if (missing.length === 0) return found
  const posts = await findStories(
    tx,
    account,
    missing.flatMap(([, own]) => own),
  )
  const rows = missing.map(([, own]) => newConversation(account, own, posts))
  const made = await tx.insertInto('inbox_conversations').values(rows).returningAll().execute()
  for (const row of made)
    found.set(threadKeyOf({ kind: row.kind as MessageChange['kind'], threadId: row.thread_id }), row)
  return found
}

function groupByThread(messages: readonly Received<MessageChange>[]): Map<string, Received<MessageChange>[]> {
  const threads = new Map<string, Received<MessageChange>[]>()
  for (const one of messages) {
    const key = threadKeyOf(one.change)
    const own = threads.get(key)
    if (own) own.push(one)
    else threads.set(key, [one])
  }
  return threads
}

/** A comment of the account on its own post is no conversation until someone answers. */
const startsConversation = ({ change }: Received<MessageChange>): boolean =>
  change.direction === 'them' || change.kind === 'dm' || change.replyToId !== null

async function findThreads(
  tx: Transaction<DB>,
  { projectId, platform, accountId }: InboxAccount,
  messages: readonly Received<MessageChange>[],
): Promise<Map<string, ConversationRow>> {
  const found = new Map<string, ConversationRow>()
  for (const kind of ['comment', 'dm'] as const) {
    const threadIds = [
      ...new Set(messages.filter(({ change }) => change.kind === kind).map(({ change }) => change.threadId)),
    ]
    if (threadIds.length === 0) continue
    const rows = await tx
      .selectFrom('inbox_conversations')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('platform', '=', platform)
      .where('account_id', '=', accountId)
      .where('kind', '=', kind)
      .where(sql<boolean>`thread_id = any(${threadIds}::text[])`)
      .forUpdate()
      .execute()
    for (const row of rows) found.set(threadKeyOf({ kind, threadId: row.thread_id }), row)
  }
  return found
}

/** The author of the top-level comment, if an answer arrived before it. */
async function completeParticipant(
  tx: Transaction<DB>,
  row: ConversationRow,
  messages: readonly Received<MessageChange>[],
): Promise<void> {
  const first = messages.find(({ change }) => change.externalId === row.thread_id && change.direction === 'them')
  const person = first?.change.author
  if (!person || (row.participant_id === person.id && row.participant_name !== null)) return
  await tx
    .updateTable('inbox_conversations')
    .set({ participant_id: person.id, participant_name: person.name })
    .where('id', '=', row.id)
    .execute()
}

type StoryOfPost = { story_id: string; published_url: string | null }

/** Stories by the id of their post. Facebook writes ids as `<page>_<post>` or without the page. */
async function findStories(
  tx: Transaction<DB>,
  { projectId, platform }: InboxAccount,
  messages: readonly Received<MessageChange>[],
): Promise<Map<string, StoryOfPost>> {
  const ids = [...new Set(messages.flatMap(({ change }) => (change.post ? formsOf(change.post.id) : [])))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<StoryOfPost & { external_id: string }>`
    select q.external_id, q.story_id, q.published_url
    from social_connections c join queue_items q on q.connection_id = c.id
    where c.project_id = ${projectId} and c.channel = ${platform}
      and q.project_id = ${projectId} and q.external_id = any(${ids}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.external_id, row]))
}

const formsOf = (postId: string): string[] => [...new Set([postId, postId.slice(postId.indexOf('_') + 1)])]

function newConversation(
  { projectId, platform, accountId }: InboxAccount,
  messages: readonly Received<MessageChange>[],
  stories: ReadonlyMap<string, StoryOfPost>,
) {
  const changes = messages.map(({ change }) => change)
  const [first] = changes
  if (!first) throw new Error('A conversation needs a message.')
  const { kind, threadId } = first
  const top = changes.find(({ externalId }) => externalId === threadId)
  const them = [top, ...changes].find((change) => change?.direction === 'them')
  const person = first.person ?? them?.author ?? { id: null, name: null }
  const post = changes.find((change) => change.post)?.post
  const story = post && formsOf(post.id).flatMap((id) => stories.get(id) ?? [])[0]
  return {
    ...{ id: newId(), project_id: projectId, platform, account_id: accountId, kind, thread_id: threadId },
    ...{ participant_id: person.id, participant_name: person.name },
    ...{ post_id: post?.id ?? null, story_id: story?.story_id ?? null },
    permalink: post?.permalink ?? story?.published_url ?? null,
    last_message_at: new Date(0),
  }
}
