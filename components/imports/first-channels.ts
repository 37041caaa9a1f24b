import type { ChannelId } from '@/lib/channel-ids'
import type { Import } from '@/lib/imports/contract'

type Column = Pick<Import['columns'][number], 'field'> & { samples: readonly string[] }

/** Whether a column names the channels of each row. */
export const namesChannels = (columns: readonly Column[]): boolean =>
  columns.some(({ field }) => field === 'channels' || field?.startsWith('on_'))

/**
 * The channels that are chosen at first, so that the preview shows what else is wrong: the connected ones, without media
 * those that need none. None if the file names channels, because a row without one may be a mistake.
 */
export function firstChannels(
  columns: readonly Column[],
  connected: readonly ChannelId[],
  needsMedia: (channel: ChannelId) => boolean,
): ChannelId[] {
  if (namesChannels(columns)) return []
  const hasMedia = columns.some(({ field, samples }) => field === 'media' && samples.length > 0)
  return connected.filter((channel) => hasMedia || !needsMedia(channel))
}
