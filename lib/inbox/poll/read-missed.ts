import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Account } from '@/lib/channels/channel'
import { ChannelError } from '@/lib/channels/channel-error'
import { type ListedConversation, listComments, listConversations } from '@/lib/channels/inbox/inbox'
import { systemClock } from '@/lib/clock'
import { type Database, transaction } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { storeChanges } from '../process/store-changes'
import { cleanText } from '../wire/clean-text'
import type { InboxAccount, MessageChange } from '../wire/inbox-change'

/** Comments of so many days are read. */
const commentDays = 7
/** Posts that are asked for comments: the newest of the last month. */
const postsMax = 50
const postDays = 30
const callMs = 20_000
/** Two calls per second and account. */
const pauseMs = 500

type Options = { account: Account; scopes: string[] | null; since: Date | null }

const scopesOf = {
  instagram: { comments: 'instagram_business_manage_comments', messages: 'instagram_business_manage_messages' },
  facebook: { comments: 'pages_read_user_content', messages: 'pages_messaging' },
}

/** Reads recent conversations and comments, and stores what is not known yet. @throws ChannelError */
export async function readMissed(
  db: Database,
  place: InboxAccount,
  { account, scopes, since }: Options,
): Promise<void> {
  const needed = scopesOf[place.platform]
  const isGranted = (scope: string): boolean => scopes === null || scopes.includes(scope)
  const found: MessageChange[] = []
  if (isGranted(needed.messages)) {
    const listed = await listConversations(place.platform, account, {}, { signal: deadlineIn(callMs) })
    await storeNames(db, place, listed)
    found.push(...listed.flatMap((one) => messagesOf(place, one)))
  }
  if (isGranted(needed.comments)) found.push(...(await commentsOf(db, place, account)))
  const receivedAt = systemClock()
  const received = found.map((change) => ({ change, receivedAt }))
  if (received.length > 0)
    await transaction(db, (tx) => storeChanges(tx, place, received, { isHistory: since === null }))
}

const messagesOf = ({ accountId }: InboxAccount, { person, messages }: ListedConversation): MessageChange[] =>
  messages.map(({ id, isOurs, text, at }) => ({
    ...{ type: 'message', kind: 'dm', externalId: id, threadId: person.id, sentAt: at },
    direction: isOurs ? 'us' : 'them',
    author: isOurs ? { id: accountId, name: null } : person,
    ...{ person, text: cleanText(text), attachments: [], replyToId: null },
  }))

async function commentsOf(db: Database, place: InboxAccount, account: Account): Promise<MessageChange[]> {
  const { rows: posts } = await sql<{ external_id: string }>`
    select q.external_id from social_connections c join queue_items q on q.connection_id = c.id
    where c.project_id = ${place.projectId} and c.channel = ${place.platform} and c.account_id = ${place.accountId}
      and q.external_id is not null and q.published_at > now() - make_interval(days => ${postDays})
    order by q.published_at desc limit ${postsMax}`.execute(db)
  const sinceMs = systemClock().getTime() - commentDays * 86_400_000
  const found: MessageChange[] = []
  for (const { external_id: postId } of posts) {
    await sleep(pauseMs)
    const listed = await listOrNone(place, account, postId)
    for (const { id, parentId, author, text, at } of listed)
      if (at.getTime() >= sinceMs)
        found.push({
          ...{ type: 'message', kind: 'comment', externalId: id, threadId: parentId ?? id, sentAt: at },
          direction: author.id === place.accountId ? 'us' : 'them',
          author: { id: author.id, name: author.name && cleanText(author.name, 200) },
          ...{ text: cleanText(text), attachments: [], replyToId: parentId, post: { id: postId, permalink: null } },
        })
  }
  return found
}

/** A post that was deleted at the network has no comments. */
async function listOrNone(place: InboxAccount, account: Account, postId: string) {
  try {
    return await listComments(place.platform, account, { postId }, { signal: deadlineIn(callMs) })
  } catch (error) {
    if (error instanceof ChannelError && error.category === 'content') return []
    throw error
  }
}

/** Webhooks of direct messages have no names. */
async function storeNames(db: Database, place: InboxAccount, listed: readonly ListedConversation[]): Promise<void> {
  const named = listed.flatMap(({ person }) =>
    person.name === null ? [] : [{ id: person.id, name: cleanText(person.name, 200) }],
  )
  if (named.length === 0) return
  const given = sql`unnest(${named.map(({ id }) => id)}::text[], ${named.map(({ name }) => name)}::text[]) as given (id, name)`
  const { projectId, platform, accountId } = place
  await sql`
    with changed as (
      update inbox_conversations c set participant_name = given.name from ${given}
      where c.project_id = ${projectId} and c.platform = ${platform} and c.account_id = ${accountId}
        and c.kind = 'dm' and c.thread_id = given.id and c.participant_name is null
      returning c.id, given.name)
    update inbox_messages m set author_name = changed.name from changed
    where m.conversation_id = changed.id and m.direction = 'them' and m.author_name is null`.execute(db)
}
