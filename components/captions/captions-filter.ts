import { type ChannelId, channelIds } from '@/lib/channel-ids'

export const statusFilters = ['all', 'review', 'approved'] as const
export type StatusFilter = (typeof statusFilters)[number]
const sourceFilters = ['manual', 'seed', 'published'] as const
export type SourceFilter = (typeof sourceFilters)[number]

export type CaptionsFilter = {
  status: StatusFilter
  source: SourceFilter | null
  /** Key of a pillar. */
  pillar: string | null
  channel: ChannelId | null
  words: string
}

export const noFilter: CaptionsFilter = { status: 'all', source: null, pillar: null, channel: null, words: '' }

type Search = { get(name: string): string | null }

const oneOf = <T extends string>(values: readonly T[], given: string | null): T | null =>
  values.find((value) => value === given) ?? null

/** The filter in the URL of the screen. Unknown values are ignored. */
export const readCaptionsFilter = (search: Search): CaptionsFilter => ({
  status: oneOf(statusFilters, search.get('status')) ?? 'all',
  source: oneOf(sourceFilters, search.get('source')),
  pillar: search.get('pillar')?.slice(0, 100) || null,
  channel: oneOf(channelIds, search.get('channel')),
  words: (search.get('q') ?? '').trim().slice(0, 500),
})

export function writeCaptionsFilter({ status, source, pillar, channel, words }: CaptionsFilter): string {
  const given = { status: status === 'all' ? null : status, source, pillar, channel, q: words || null }
  const members = Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  return members.length > 0 ? `?${new URLSearchParams(members)}` : ''
}

/** The filter as query of the API. */
export const queryOf = ({ status, source, pillar, channel }: CaptionsFilter) => ({
  ...(status === 'all' ? {} : { approved: status === 'approved' ? ('true' as const) : ('false' as const) }),
  ...(source ? { source } : {}),
  ...(pillar ? { content_type: pillar } : {}),
  ...(channel ? { channel } : {}),
})
