import { dayOf, instantOf } from '@/components/time/local-time'
import { addDays } from '@/lib/calendar-days'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { type StoryStatus, storyStatuses } from '@/lib/stories/status'

/** Filter of the story list. It is in the URL, so that a view can be bookmarked and shared. */
export type StoryFilter = {
  status: StoryStatus | null
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
export type DateRange = keyof typeof dateRanges
const dateRangeNames = Object.keys(dateRanges) as DateRange[]

export const noFilter: StoryFilter = { status: null, channel: null, pillar: null, author: null, date: null }

/** The start and the end of a range in a zone, the end excluded. */
export function boundsOf(
  date: DateRange | null | undefined,
  now: Date,
  timeZone: string,
): { from?: string; to?: string } {
  if (!date) return {}
  const { past, next } = dateRanges[date]
  const today = dayOf(now, timeZone)
  const startOf = (day: string): string | undefined => instantOf(`${day}T00:00`, timeZone)?.toISOString()
  const [from, to] = [startOf(addDays(today, -past)), startOf(addDays(today, next + 1))]
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) }
}

/** As keys of pillars. */
const contentType = /^[a-z0-9_-]{1,100}$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads search parameters. Unknown values are ignored. */
export const readFilter = (params: Partial<Record<keyof StoryFilter, unknown>>): StoryFilter => ({
  status: storyStatuses.find((status) => status === params.status) ?? null,
  channel: channelIds.find((channel) => channel === params.channel) ?? null,
  pillar: typeof params.pillar === 'string' && contentType.test(params.pillar) ? params.pillar : null,
  author: typeof params.author === 'string' && uuid.test(params.author) ? params.author : null,
  date: dateRangeNames.find((name) => name === params.date) ?? null,
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
export const statusesOf = ({ status }: StoryFilter): StoryStatus[] =>
  status ? [status] : storyStatuses.filter((known) => known !== 'archived')

export const pageSize = 25
