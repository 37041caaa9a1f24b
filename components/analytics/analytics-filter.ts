import { type ChannelId, channelIds } from '@/lib/channels/ids'

/** How far back posts are counted, in days; `all` is since the beginning. */
export const ranges = ['7', '28', '90', 'all'] as const
export type Range = (typeof ranges)[number]
export const rangeWords: Record<Range, string> = {
  '7': 'The last 7 days',
  '28': 'The last 28 days',
  '90': 'The last 90 days',
  all: 'All posts',
}

export type AnalyticsFilter = { range: Range; channel: ChannelId | null }

const usual: Range = '28'
const one = (given: string | string[] | null | undefined): string | null =>
  (Array.isArray(given) ? given[0] : given) ?? null

/** From an address that anybody may have typed. */
export function readAnalyticsFilter(given: {
  days?: string | string[] | null
  channel?: string | string[] | null
}): AnalyticsFilter {
  return {
    range: ranges.find((range) => range === one(given.days)) ?? usual,
    channel: channelIds.find((channel) => channel === one(given.channel)) ?? null,
  }
}

export function writeAnalyticsFilter({ range, channel }: AnalyticsFilter): string {
  const query = new URLSearchParams()
  if (range !== usual) query.set('days', range)
  if (channel) query.set('channel', channel)
  return query.size > 0 ? `?${query}` : ''
}

const dayMs = 86_400_000

/** What is asked of the API. The beginning is cut to the minute, so that one minute asks one question. */
export function questionOf(projectId: string, { range, channel }: AnalyticsFilter, now: Date) {
  const from =
    range === 'all' ? undefined : new Date(Math.floor(now.getTime() / 60_000) * 60_000 - Number(range) * dayMs)
  return { project_id: projectId, from: from?.toISOString(), channel: channel ?? undefined }
}
