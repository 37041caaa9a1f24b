import type { ChannelId } from '@/lib/channel-ids'
import { channelNames } from '@/lib/channels/names'
import type { PostType } from '@/lib/story-content'
import { formatPercent, plural } from '@/lib/text/number-text'

const weekdays = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']
export const weekdaysName = (weekday: number): string => weekdays[weekday - 1] ?? ''
export const clockTime = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`

const postTypeNames: Record<PostType, string> = {
  single: 'single posts',
  carousel: 'carousels',
  reel: 'reels',
  story: 'stories (24 h)',
}
export const postTypesName = (postType: PostType): string => postTypeNames[postType]

/** Of a lift: 0.254 → “25%”. */
export const percent = (share: number): string => formatPercent(share, 0)

export const countedPosts = (count: number, channel: ChannelId | null): string =>
  plural(count, channel ? `${channelNames[channel]} post` : 'post')

/** The 90% interval in plain words. */
export const intervalText = ({ low, high }: { low: number; high: number }): string =>
  `likely ${percent(low)} to ${percent(high)}`
