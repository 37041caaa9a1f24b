import type { ListedQueueItem } from '@/lib/queue/contract'

/** Where a post of a channel can be: at the time of a post, or in a free slot. `key` is an item id or a time. */
export type Place = { key: string; at: string; post: ListedQueueItem | null }

export type Move =
  /** Posts swap their times: `ids` is the new order of the posts in between, `before` their present order. */
  | { kind: 'reorder'; id: string; ids: string[]; before: string[]; at: string }
  | { kind: 'slot'; id: string; at: string; from: string }

/** Max posts in one call of the endpoint. */
export const reorderMax = 200

/** The posts that can move and the free slots, soonest first. */
export function placesOf(
  items: readonly ListedQueueItem[],
  slots: readonly { at: string }[],
  now: Date,
): readonly Place[] {
  const posts = items.flatMap((post): Place[] => {
    const { id, status, scheduled_at: at } = post
    const isMovable = (status === 'approved' || status === 'pending') && at !== null && Date.parse(at) > now.getTime()
    return isMovable ? [{ key: id, at, post }] : []
  })
  const free = slots.map(({ at }): Place => ({ key: at, at, post: null }))
  return [...posts, ...free].sort((one, other) => one.at.localeCompare(other.at))
}

/** The move of a post to a place. Null if there is none. */
export function moveBetween(places: readonly Place[], id: string, to: Place): Move | null {
  const from = places.find(({ key }) => key === id)
  if (!from || from.key === to.key) return null
  if (!to.post) return { kind: 'slot', id, at: to.at, from: from.at }
  const posts = places.filter(({ post }) => post)
  // The place can be older than the list.
  const [start, end] = [posts.indexOf(from), posts.findIndex(({ key }) => key === to.key)]
  if (end < 0) return null
  const before = posts.slice(Math.min(start, end), Math.max(start, end) + 1).map(({ key }) => key)
  const others = before.filter((key) => key !== id)
  const ids = start < end ? [...others, id] : [id, ...others]
  return before.length > reorderMax ? null : { kind: 'reorder', id, ids, before, at: posts[end]?.at ?? to.at }
}

/** The times of the posts after a move, by item id. */
export function timesAfter(places: readonly Place[], move: Move): ReadonlyMap<string, string> {
  if (move.kind === 'slot') return new Map([[move.id, move.at]])
  const atOf = new Map(places.map(({ key, at }) => [key, at]))
  const times = move.before.map((id) => atOf.get(id) ?? '')
  return new Map(move.ids.map((id, index) => [id, times[index] ?? '']))
}

export type Step = 'up' | 'down' | 'top'

/** The place of the previous, the next or the first post. */
export function stepFrom(places: readonly Place[], id: string, step: Step): Place | undefined {
  const posts = places.filter(({ post }) => post)
  const index = posts.findIndex(({ key }) => key === id)
  if (index < 0) return undefined
  if (step === 'top') return index > 0 ? posts[0] : undefined
  return posts[step === 'up' ? index - 1 : index + 1]
}
