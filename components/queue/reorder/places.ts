import type { ListedQueueItem } from '@/lib/queue/contract'

/**
 * Where a post of a channel can be: at the time of a post, or in a free slot. `key` is an item id or a time. `isFixed`:
 * the time of its post was set by hand and is no posting slot, so other posts cannot have it.
 */
export type Place = { key: string; at: string; post: ListedQueueItem | null; isFixed: boolean }

export type Move =
  /** Posts swap their times: `ids` is the new order of the posts in between, `before` their present order. */
  | { kind: 'reorder'; id: string; ids: string[]; before: string[]; at: string }
  | { kind: 'slot'; id: string; at: string; from: string }

/** Max posts in one call of the endpoint. */
export const reorderMax = 200

/**
 * The posts that can move and the free slots, soonest first.
 *
 * @param isSlot whether a time is a posting slot; null if the channel has none, so that all posts swap their times
 */
export function placesOf(
  items: readonly ListedQueueItem[],
  slots: readonly { at: string }[],
  now: Date,
  isSlot: ((at: string) => boolean) | null,
): readonly Place[] {
  const posts = items.flatMap((post): Place[] => {
    const { id, status, scheduled_at: at } = post
    const isMovable = (status === 'approved' || status === 'pending') && at !== null && Date.parse(at) > now.getTime()
    return isMovable ? [{ key: id, at, post, isFixed: isSlot !== null && !isSlot(at) }] : []
  })
  return [...posts, ...slots.map(({ at }) => freeSlot(at))].sort((one, other) => one.at.localeCompare(other.at))
}

export const freeSlot = (at: string): Place => ({ key: at, at, post: null, isFixed: false })

/** The posts that swap their times. */
const swappable = (places: readonly Place[]): Place[] => places.filter(({ post, isFixed }) => post && !isFixed)

/** The move of a post to a place. Null if there is none. */
export function moveBetween(places: readonly Place[], id: string, to: Place): Move | null {
  const from = places.find(({ key }) => key === id)
  if (!from || from.key === to.key) return null
  if (!to.post) return { kind: 'slot', id, at: to.at, from: from.at }
  const posts = swappable(places)
  // The place can be older than the list.
  const [start, end] = [posts.indexOf(from), posts.findIndex(({ key }) => key === to.key)]
  if (start < 0 || end < 0) return null
  const before = posts.slice(Math.min(start, end), Math.max(start, end) + 1).map(({ key }) => key)
  const others = before.filter((key) => key !== id)
  const ids = start < end ? [...others, id] : [id, ...others]
  return before.length > reorderMax ? null : { kind: 'reorder', id, ids, before, at: posts[end]?.at ?? to.at }
}

/** Why the post of a place can move to no place on the screen. Null if it can. */
export function stuckReasons(places: readonly Place[]): (place: Place) => string | null {
  const hasFree = places.some(({ post }) => !post)
  const canSwap = swappable(places).length > 1
  return ({ isFixed }) => {
    if (hasFree) return null
    if (isFixed) return 'Its time was set by hand, and no free slot is shown. Use “Move to slot…” in the menu.'
    return canSwap ? null : 'There is no other post or free slot to move to.'
  }
}

/** Why a post cannot be dropped on the place of another one. Null if it can. */
export function dropRefusal(places: readonly Place[], id: string, to: Place): string | null {
  const from = places.find(({ key }) => key === id)
  if (!from || from.key === to.key || moveBetween(places, id, to) !== null) return null
  if (from.isFixed) return 'Its time was set by hand. Drop it on a free slot.'
  if (to.isFixed) return 'The time of that post was set by hand. Drop it on a free slot or another post.'
  return 'It can only be dropped on a post that is scheduled for later, or on a free slot.'
}

/** The places that a post can have: its own and those that it can move to, soonest first. */
export const reachable = (places: readonly Place[], id: string): Place[] =>
  places.filter((place) => place.key === id || moveBetween(places, id, place) !== null)

/** The times of the posts after a move, by item id. */
export function timesAfter(places: readonly Place[], move: Move): ReadonlyMap<string, string> {
  if (move.kind === 'slot') return new Map([[move.id, move.at]])
  const atOf = new Map(places.map(({ key, at }) => [key, at]))
  const times = move.before.map((id) => atOf.get(id) ?? '')
  return new Map(move.ids.map((id, index) => [id, times[index] ?? '']))
}

export type Step = 'up' | 'down' | 'top'

/** The place of the previous, the next or the first post that swaps its time. */
export function stepFrom(places: readonly Place[], id: string, step: Step): Place | undefined {
  const posts = swappable(places)
  const index = posts.findIndex(({ key }) => key === id)
  if (index < 0) return undefined
  if (step === 'top') return index > 0 ? posts[0] : undefined
  return posts[step === 'up' ? index - 1 : index + 1]
}
