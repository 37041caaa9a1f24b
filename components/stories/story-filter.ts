import { type ChannelId, channelIds } from '@/lib/channels/ids'
import { type StoryStatus, storyStatuses } from '@/lib/stories/status'

/** What of a project's stories is listed. It stands in the address, so that a view can be kept and sent. */
export type StoryFilter = { status: StoryStatus | null; channel: ChannelId | null }

/** Reads an address leniently: a word that means nothing filters nothing. */
export const readFilter = (given: { status?: unknown; channel?: unknown }): StoryFilter => ({
  status: storyStatuses.find((status) => status === given.status) ?? null,
  channel: channelIds.find((channel) => channel === given.channel) ?? null,
})

export function writeFilter({ status, channel }: StoryFilter): string {
  const search = new URLSearchParams({ ...(status ? { status } : {}), ...(channel ? { channel } : {}) })
  return search.size > 0 ? `?${search}` : ''
}

/** The states that a list shows. What was archived is out of sight unless it is asked for by name. */
export const statusesOf = ({ status }: StoryFilter): StoryStatus[] =>
  status ? [status] : storyStatuses.filter((known) => known !== 'archived')

export const pageSize = 25
