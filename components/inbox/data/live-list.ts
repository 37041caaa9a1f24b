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
 * @param order the conversations on the screen, and those that left it: they come back to their place
 * @param hasMore whether there are conversations older than the last one of `current`
 * @param dropped ids of those that were changed here and left
 */
export function keepOrder(
  order: List,
  current: List,
  { hasMore, dropped = new Set() }: { hasMore: boolean; dropped?: ReadonlySet<string> },
): { list: List; order: List; arrived: number } {
  const byId = new Map(current.map((conversation) => [conversation.id, conversation]))
  const end = current.at(-1)?.last_message_at
  const isPushedOut = ({ id, last_message_at: at }: InboxConversation): boolean =>
    hasMore && end !== undefined && at < end && !dropped.has(id)
  const known = order.map((one) => byId.get(one.id) ?? one)
  const ids = new Set(known.map(({ id }) => id))
  const floor = known.reduce<string | null>(
    (oldest, { last_message_at: at }) => (oldest === null || at < oldest ? at : oldest),
    null,
  )
  const others = current.filter(({ id }) => !ids.has(id))
  const older = others.filter(({ last_message_at: at }) => floor === null || at <= floor)
  const next = [...known, ...older]
  return {
    list: next.filter((one) => byId.has(one.id) || isPushedOut(one)),
    order: next,
    arrived: others.length - older.length,
  }
}

/** Whether the latest message is first. */
export const isInOrder = (list: List): boolean =>
  list.every(({ last_message_at: at }, index) => at <= (list[index - 1]?.last_message_at ?? at))
