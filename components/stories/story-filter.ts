import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { type StoryStatus, storyStatuses } from '@/lib/stories/status'

/** Filter of the story list. It is in the URL, so that a view can be bookmarked and shared. */
export type StoryFilter = {
  status: StoryStatus | null
  channel: ChannelId | null
  /** A content type. */
  pillar?: string | null
}

/** As keys of pillars. */
const contentType = /^[a-z0-9_-]{1,100}$/

/** Reads search parameters. Unknown values are ignored. */
export const readFilter = (params: { status?: unknown; channel?: unknown; pillar?: unknown }): StoryFilter => ({
  status: storyStatuses.find((status) => status === params.status) ?? null,
  channel: channelIds.find((channel) => channel === params.channel) ?? null,
  pillar: typeof params.pillar === 'string' && contentType.test(params.pillar) ? params.pillar : null,
})

export function writeFilter({ status, channel, pillar }: StoryFilter): string {
  const search = new URLSearchParams({
    ...(status ? { status } : {}),
    ...(channel ? { channel } : {}),
    ...(pillar ? { pillar } : {}),
  })
  return search.size > 0 ? `?${search}` : ''
}

/** The statuses a list shows. Archived stories are hidden unless selected. */
export const statusesOf = ({ status }: StoryFilter): StoryStatus[] =>
  status ? [status] : storyStatuses.filter((known) => known !== 'archived')

export const pageSize = 25
