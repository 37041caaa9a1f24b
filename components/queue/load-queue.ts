import type { ListedQueueItem } from '@/lib/queue/contract'
import { isForward, type QueueFilter, viewStatuses } from './queue-filter'

/** Start of a page: a moment or a cursor of the list endpoint. `range` is an index of `rangesDays`. */
export type PagePosition = { from?: string; to?: string; cursor?: string; range?: number }

export type QueuePage = { items: ListedQueueItem[]; next: PagePosition | null }

const pageSize = 100
/** With fewer items the next range is loaded too. */
const minItems = 25

const dayMs = 86_400_000
/** Time ranges of a page in days, longest first. The last is 15 minutes. */
const rangesDays = [Infinity, 90, 28, 9, 3, 1, 1 / 4, 1 / 24, 1 / 96] as const
const shortest = rangesDays.length - 1

/** Lists queue items: over HTTP in the browser, by calling the service on the server. */
type List = (input: {
  project_id: string
  status: string
  channel: string | undefined
  limit: number
  cursor?: string
  from?: string
  to?: string
}) => Promise<{ items: ListedQueueItem[]; next_cursor: string | null }>

type Fetch = (position: Pick<PagePosition, 'from' | 'to' | 'cursor'>, limit?: number) => ReturnType<List>

/**
 * One page of a view. The endpoint sorts by creation, upcoming views by scheduled time, so those are loaded in time
 * ranges. The items are not sorted yet.
 */
export async function loadQueuePage(
  list: List,
  projectId: string,
  { view, channel }: QueueFilter,
  start: Date,
  position: PagePosition | null,
): Promise<QueuePage> {
  const base = { project_id: projectId, status: viewStatuses[view].join(','), channel: channel ?? undefined }
  const fetchItems: Fetch = ({ from, to, cursor }, limit = pageSize) => list({ ...base, from, to, cursor, limit })
  if (!isForward(view)) {
    const { items, next_cursor } = await fetchItems({ cursor: position?.cursor })
    return { items, next: next_cursor === null ? null : { cursor: next_cursor } }
  }
  const items: ListedQueueItem[] = []
  let next: PagePosition | null = position ?? {}
  while (next && items.length < minItems) {
    const page: QueuePage = await loadRange(fetchItems, start, next)
    items.push(...page.items)
    next = page.next
  }
  return { items, next: next && ((await hasItemsFrom(fetchItems, next)) ? next : null) }
}

/** Whether there is anything after a range. */
const hasItemsFrom = async (fetchItems: Fetch, { from, cursor }: PagePosition): Promise<boolean> =>
  cursor !== undefined || (await fetchItems({ from }, 1)).items.length > 0

/**
 * The longest range that fits a page. If even the shortest doesn't (many overdue posts), its items are loaded page by
 * page in creation order.
 */
async function loadRange(
  fetchItems: Fetch,
  start: Date,
  { from, to, cursor, range = 0 }: PagePosition,
): Promise<QueuePage> {
  for (let index = cursor ? shortest : Math.max(0, range - 1); ; index++) {
    const end = to ?? endOf(from ? new Date(from) : start, index)
    const { items, next_cursor } = await fetchItems({ from, to: end, cursor })
    if (next_cursor === null) return { items, next: end === undefined ? null : { from: end, range: index } }
    if (index === shortest) return { items, next: { from, to: end, cursor: next_cursor } }
  }
}

function endOf(from: Date, range: number): string | undefined {
  const days = rangesDays[range] ?? Infinity
  return days === Infinity ? undefined : new Date(from.getTime() + days * dayMs).toISOString()
}
