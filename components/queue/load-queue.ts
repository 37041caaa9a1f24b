import type { QueueItem } from '@/lib/queue/contract'
import { isForward, type QueueFilter, viewStatuses } from './queue-filter'

/** Where a page begins: at a moment, or at a cursor of the listing, within a stretch of time if it has one. */
export type Place = { from?: string; to?: string; cursor?: string; reach?: number }

export type QueuePage = { items: QueueItem[]; next: Place | null }

const pageSize = 100
/** With fewer, the next stretch is loaded as well, so that nobody asks again and again for a row or two. */
const fewest = 25

const dayMs = 86_400_000
/** How far ahead a page may reach, in days; the last is a quarter of an hour. */
const reachesDays = [Infinity, 90, 28, 9, 3, 1, 1 / 4, 1 / 24, 1 / 96] as const
const nearest = reachesDays.length - 1

/** Answers a listing call; the browser's goes over HTTP, the server's straight to the service. */
type List = (input: {
  project_id: string
  status: string
  channel: string | undefined
  limit: number
  cursor?: string
  from?: string
  to?: string
}) => Promise<{ items: QueueItem[]; next_cursor: string | null }>

type Ask = (place: Pick<Place, 'from' | 'to' | 'cursor'>, limit?: number) => ReturnType<List>

/**
 * One page of a view. The listing goes by age and a look ahead by time, so that is loaded in whole stretches of time.
 * Their items are in no order yet.
 */
export async function loadQueuePage(
  list: List,
  projectId: string,
  { view, channel }: QueueFilter,
  start: Date,
  place: Place | null,
): Promise<QueuePage> {
  const base = { project_id: projectId, status: viewStatuses[view].join(','), channel: channel ?? undefined }
  const ask: Ask = ({ from, to, cursor }, limit = pageSize) => list({ ...base, from, to, cursor, limit })
  if (!isForward(view)) {
    const { items, next_cursor } = await ask({ cursor: place?.cursor })
    return { items, next: next_cursor === null ? null : { cursor: next_cursor } }
  }
  const items: QueueItem[] = []
  let next: Place | null = place ?? {}
  while (next && items.length < fewest) {
    const page: QueuePage = await loadStretch(ask, start, next)
    items.push(...page.items)
    next = page.next
  }
  return { items, next: next && ((await isAnythingAt(ask, next)) ? next : null) }
}

/** A stretch may end in front of nothing, and then there is no more to be shown. */
const isAnythingAt = async (ask: Ask, { from, cursor }: Place): Promise<boolean> =>
  cursor !== undefined || (await ask({ from }, 1)).items.length > 0

/**
 * The longest stretch from a place on that fits a page. When even the shortest does not, its items come by age, page by
 * page, before anything later does: so it is with a long row of overdue ones, which belong to the first stretch.
 */
async function loadStretch(ask: Ask, start: Date, { from, to, cursor, reach = 0 }: Place): Promise<QueuePage> {
  for (let index = cursor ? nearest : Math.max(0, reach - 1); ; index++) {
    const end = to ?? endOf(from ? new Date(from) : start, index)
    const { items, next_cursor } = await ask({ from, to: end, cursor })
    if (next_cursor === null) return { items, next: end === undefined ? null : { from: end, reach: index } }
    if (index === nearest) return { items, next: { from, to: end, cursor: next_cursor } }
  }
}

function endOf(from: Date, reach: number): string | undefined {
  const days = reachesDays[reach] ?? Infinity
  return days === Infinity ? undefined : new Date(from.getTime() + days * dayMs).toISOString()
}
