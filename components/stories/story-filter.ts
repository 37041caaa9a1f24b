import { dayOf, instantOf } from '@/components/time/local-time'
import { addDays, isDay } from '@/lib/calendar-days'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { type StoryStatus, storyStatuses } from '@/lib/stories/status'

/** Statuses to filter by: those of the API, and the two states of a review. */
export const listStatuses = [
  'draft',
  'waiting',
  'scheduled',
  'published',
  'partial',
  'failed',
  'rejected',
  'cancelled',
  'archived',
] as const satisfies readonly (StoryStatus | 'waiting' | 'rejected')[]
export type ListStatus = (typeof listStatuses)[number]

/** Filter of the story list. It is in the URL, so that a view can be bookmarked and shared. */
export type StoryFilter = {
  status: ListStatus | null
  channel: ChannelId | null
  /** A content type. */
  pillar?: string | null
  /** The id of a member. */
  author?: string | null
  date?: DateRange | null
}

/** Ranges of whole days around today. `past`: days back to include; `next`: days ahead. */
export const dateRanges = {
  today: { label: 'Today', past: 0, next: 0 },
  'last-7': { label: 'Last 7 days', past: 6, next: 0 },
  'last-30': { label: 'Last 30 days', past: 29, next: 0 },
  'last-90': { label: 'Last 90 days', past: 89, next: 0 },
  'next-7': { label: 'Next 7 days', past: 0, next: 6 },
  'next-30': { label: 'Next 30 days', past: 0, next: 29 },
} as const
type NamedRange = keyof typeof dateRanges
/** A named range, or the first and the last day: `20261031-20261127`. */
export type DateRange = NamedRange | `${number}-${number}`

/** Two days as a range of the filter. */
export const rangeOfDays = (first: string, last: string): DateRange =>
  `${first.replaceAll('-', '')}-${last.replaceAll('-', '')}` as DateRange

const isNamed = (date: unknown): date is NamedRange => typeof date === 'string' && Object.hasOwn(dateRanges, date)

/** The days of a range that is not named. */
export function daysOfRange(date: unknown): { first: string; last: string } | null {
  const found = typeof date === 'string' && /^(\d{4})(\d\d)(\d\d)-(\d{4})(\d\d)(\d\d)$/.exec(date)
  if (!found) return null
  const [first, last] = [found.slice(1, 4).join('-'), found.slice(4).join('-')]
  return isDay(first) && isDay(last) && first <= last ? { first, last } : null
}

export const noFilter: StoryFilter = { status: null, channel: null, pillar: null, author: null, date: null }

/** The start and the end of a range in a zone, the end excluded. */
export function boundsOf(
  date: DateRange | null | undefined,
  now: Date,
  timeZone: string,
): { from?: string; to?: string } {
  if (!date) return {}
  const today = dayOf(now, timeZone)
  const days = isNamed(date)
    ? { first: addDays(today, -dateRanges[date].past), last: addDays(today, dateRanges[date].next) }
    : daysOfRange(date)
  if (!days) return {}
  const startOf = (day: string): string | undefined => instantOf(`${day}T00:00`, timeZone)?.toISOString()
  const [from, to] = [startOf(days.first), startOf(addDays(days.last, 1))]
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) }
}

/** As keys of pillars. */
const contentType = /^[a-z0-9_-]{1,100}$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads search parameters. Unknown values are ignored. */
export const readFilter = (params: Partial<Record<keyof StoryFilter, unknown>>): StoryFilter => ({
  status: listStatuses.find((status) => status === params.status) ?? null,
  channel: channelIds.find((channel) => channel === params.channel) ?? null,
  pillar: typeof params.pillar === 'string' && contentType.test(params.pillar) ? params.pillar : null,
  author: typeof params.author === 'string' && uuid.test(params.author) ? params.author : null,
  date: isNamed(params.date) || daysOfRange(params.date) ? (params.date as DateRange) : null,
})

export function writeFilter({ status, channel, pillar, author, date }: StoryFilter): string {
  const search = new URLSearchParams({
    ...(status ? { status } : {}),
    ...(channel ? { channel } : {}),
    ...(pillar ? { pillar } : {}),
    ...(author ? { author } : {}),
    ...(date ? { date } : {}),
  })
  return search.size > 0 ? `?${search}` : ''
}

/** The statuses a list shows. Archived stories are hidden unless selected. */
export function statusesOf({ status }: Pick<StoryFilter, 'status'>): StoryStatus[] {
  if (status === null) return storyStatuses.filter((known) => known !== 'archived')
  if (status === 'waiting') return ['scheduled']
  return [status === 'rejected' ? 'cancelled' : status]
}

type YesNo = 'true' | 'false'
type ReviewQuery = { waits_for_approval?: YesNo; is_rejected?: YesNo }

/** Tells stories in review apart from scheduled ones, and rejected from cancelled ones. */
export function reviewQueryOf({ status }: Pick<StoryFilter, 'status'>): ReviewQuery {
  if (status === 'waiting' || status === 'scheduled') {
    return { waits_for_approval: status === 'waiting' ? 'true' : 'false' }
  }
  if (status !== 'rejected' && status !== 'cancelled') return {}
  return { is_rejected: status === 'rejected' ? 'true' : 'false' }
}

export const pageSize = 25
