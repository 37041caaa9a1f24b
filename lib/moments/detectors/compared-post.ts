import type { ChannelId } from '@/lib/channel-ids'
import type { SyncKind } from '@/lib/metrics/sync/plan'
import type { PostType } from '@/lib/story-content'

/** The metrics of one post at one age. Null: not reported by the network. */
export type ComparedPost = {
  story_id: string
  channel: ChannelId
  post_type: PostType
  /** The age of the reading. Only posts of one age are compared. */
  kind: SyncKind
  published_at: Date
  taken_at: Date
  impressions: number | null
  reach: number | null
  engagement: number | null
  saves: number | null
  clicks: number | null
}

/** Posts are compared within channel, post type and age. */
export const groupOf = ({ channel, post_type, kind }: ComparedPost): string => `${channel}:${post_type}:${kind}`

/** People or views, whichever is reported. */
export const audienceOf = ({ reach, impressions }: ComparedPost): number | null => reach ?? impressions

/** The denominator of rates: impressions as elsewhere, reach where the network reports none. */
export const viewsOf = ({ reach, impressions }: ComparedPost): number | null => impressions ?? reach
