import { channelIds } from '@/lib/channels/ids'
import type { QueueItem } from '@/lib/queue/contract'
import { isForward, type QueueFilter, stretchAt, stretchCount, viewStatuses } from './queue-filter'

/** `next` is what loads the page after: the next stretch of time, or a cursor. */
export type QueuePage = { items: QueueItem[]; next: string | null; isCut: boolean }

const pageSize = 200
/** Past this many items in one stretch nobody reads a list any more, and the page says so. */
const pagesMax = 5

/** Answers a listing call; the browser's goes over HTTP, the server's straight to the service. */
type List = (input: {
  project_id: string
  status: string
  channel: string | undefined
  limit: number
  cursor: string | undefined
  from?: string
  to?: string
}) => Promise<{ items: QueueItem[]; next_cursor: string | null }>

/**
 * One page of a view. What lies ahead is read in whole stretches of time and sorted here, because the listing goes by
 * age; an empty stretch leads on to the next, so that a story in three months is seen at once.
 */
export async function loadQueuePage(
  list: List,
  projectId: string,
  { view, channel }: QueueFilter,
  start: Date,
  next: string | null,
): Promise<QueuePage> {
  const base = { project_id: projectId, status: viewStatuses[view].join(','), channel: channel ?? undefined }
  if (!isForward(view)) {
    const { items, next_cursor } = await list({ ...base, limit: 50, cursor: next ?? undefined })
    return { items, next: next_cursor, isCut: false }
  }
  for (let index = Number(next ?? 0); ; index++) {
    const { items, isCut } = await loadStretch((cursor) =>
      list({ ...base, ...stretchAt(index, start), limit: pageSize, cursor }),
    )
    const isLast = index === stretchCount - 1
    if (items.length > 0 || isLast) {
      items.sort(byTime)
      return { items, next: isLast ? null : String(index + 1), isCut }
    }
  }
}

/** Channels of one story stay together, in the order in which screens show them. */
const byTime = (one: QueueItem, other: QueueItem): number =>
  (one.scheduled_at ?? '').localeCompare(other.scheduled_at ?? '') ||
  one.story_id.localeCompare(other.story_id) ||
  channelIds.indexOf(one.channel) - channelIds.indexOf(other.channel)

async function loadStretch(
  list: (cursor: string | undefined) => Promise<{ items: QueueItem[]; next_cursor: string | null }>,
): Promise<{ items: QueueItem[]; isCut: boolean }> {
  const items: QueueItem[] = []
  let cursor: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const answer = await list(cursor)
    items.push(...answer.items)
    if (answer.next_cursor === null) return { items, isCut: false }
    cursor = answer.next_cursor
  }
  return { items, isCut: true }
}
