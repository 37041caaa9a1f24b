import type { ChannelId } from '@/lib/channel-ids'

/** How far ahead gaps are shown. */
const days = 7
const slotsMax = 200

/** The free slots that the queue shows. @param channel null: all channels */
export const freeSlotsQuery = (project_id: string, channel: ChannelId | null) => ({
  project_id,
  days,
  count: slotsMax,
  ...(channel ? { channels: channel } : {}),
})
