import type { ChannelId } from '@/lib/channel-ids'

/** Display names. */
export const channelNames: Record<ChannelId, string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  x: 'X',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  ghost: 'Ghost',
  threads: 'Threads',
}
