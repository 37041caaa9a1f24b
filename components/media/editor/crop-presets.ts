import type { ChannelId } from '@/lib/channel-ids'

/** An aspect ratio under the name that its network uses. `ratio` is width divided by height, null for any. */
export type CropPreset = {
  id: string
  channel: ChannelId | null
  name: string
  ratioText: string
  ratio: number | null
}

const preset = (channel: ChannelId, use: string, ratioText: string): CropPreset => {
  const [width = 1, height = 1] = ratioText.split(':').map(Number)
  return {
    id: `${channel}-${use.toLowerCase().replaceAll(' ', '-')}`,
    channel,
    name: use,
    ratioText,
    ratio: width / height,
  }
}

export const freePreset: CropPreset = { id: 'free', channel: null, name: 'Free', ratioText: '', ratio: null }

/** Networks take other ratios too. These fill their frame without being cut. */
export const cropPresets: readonly CropPreset[] = [
  freePreset,
  preset('instagram', 'Portrait', '4:5'),
  preset('instagram', 'Square', '1:1'),
  preset('instagram', 'Landscape', '1.91:1'),
  preset('instagram', 'Story and reel', '9:16'),
  preset('facebook', 'Link and landscape', '1.91:1'),
  preset('facebook', 'Square', '1:1'),
  preset('facebook', 'Portrait', '4:5'),
  preset('facebook', 'Story and reel', '9:16'),
  preset('x', 'Landscape', '16:9'),
  preset('x', 'Square', '1:1'),
  preset('linkedin', 'Landscape', '1.91:1'),
  preset('linkedin', 'Square', '1:1'),
  preset('linkedin', 'Portrait', '4:5'),
  preset('pinterest', 'Pin', '2:3'),
  preset('pinterest', 'Square', '1:1'),
  preset('threads', 'Portrait', '3:4'),
  preset('threads', 'Square', '1:1'),
  preset('ghost', 'Feature image', '16:9'),
]

/** Presets in groups by network. The given networks come first. */
export function presetGroups(
  presets: readonly CropPreset[],
  first: readonly ChannelId[] = [],
): { channel: ChannelId | null; presets: CropPreset[] }[] {
  const channels = [...new Set(presets.map(({ channel }) => channel))]
  const rank = (channel: ChannelId | null): number =>
    channel === null ? -1 : first.includes(channel) ? first.indexOf(channel) : first.length
  return channels
    .sort((one, other) => rank(one) - rank(other))
    .map((channel) => ({ channel, presets: presets.filter((one) => one.channel === channel) }))
}
