import type { ChannelId } from '@/lib/channel-ids'

/** A short link that redirects to its destination and counts clicks. */
export type TrackedLink = {
  code: string
  channel: ChannelId
  /** Null for the link of the post. */
  slide_index: number | null
  destination: string
}
