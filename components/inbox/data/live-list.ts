import type { InboxConversation } from '@/lib/inbox/resource-contract'

type List = readonly InboxConversation[]

/**
 * Pages that were loaded earlier, brought up to date with the newest page.
 *
 * @param hasMore whether there are conversations older than the newest page
 */
export function withNewest(loaded: List, newest: List, hasMore: boolean): List {
  const ids = new Set(newest.map(({ id }) => id))
  const oldest = newest.at(-1)?.last_message_at
  // What is as new as the newest page and not in it has left the list.
  const older = loaded.filter(({ id, last_message_at: at }) => !ids.has(id) && oldest !== undefined && at <= oldest)
  return hasMore ? [...newest, ...older] : newest
}

/**
 * The list in the order that is on the screen, so that nothing moves while someone works further down. Conversations
 * change in place; new ones are only counted.
 *
 * @param hasMore whether there are conversations older than the last one of `current`
 */
export function keepOrder(shown: List, current: List, hasMore: boolean): { list: List; arrived: number } {
  const byId = new Map(current.map((conversation) => [conversation.id, conversation]))
  const end = current.at(-1)?.last_message_at
  const isPushedOut = ({ last_message_at: at }: InboxConversation): boolean => hasMore && end !== undefined && at < end
  const kept = shown.flatMap((one) => byId.get(one.id) ?? (isPushedOut(one) ? [one] : []))
  const ids = new Set(kept.map(({ id }) => id))
  const floor = kept.reduce<string | null>(
    (oldest, { last_message_at: at }) => (oldest === null || at < oldest ? at : oldest),
    null,
  )
  const others = current.filter(({ id }) => !ids.has(id))
  const older = others.filter(({ last_message_at: at }) => floor === null || at <= floor)
  return { list: [...kept, ...older], arrived: others.length - older.length }
}

/** Whether the latest message is first. */
export const isInOrder = (list: List): boolean =>
  list.every(({ last_message_at: at }, index) => at <= (list[index - 1]?.last_message_at ?? at))
