import type { ChannelId } from '@/lib/channels/ids'
import { channelIds } from '@/lib/channels/ids'
import type { Draft } from './draft'

/** The fields of the composer, as problems lead to them. */
export type FieldName =
  | 'title'
  | 'caption'
  | 'hashtags'
  | 'media'
  | 'destination'
  | 'type'
  | 'channels'
  | 'time'
  | 'board'
  | 'section'
  | 'cover'
  | 'separator'

/** A field of the story, or of one channel's own version. */
export type Place = { channel: ChannelId | null; field: FieldName }

export const fieldId = ({ channel, field }: Place): string => `compose-${channel ?? 'all'}-${field}`

/** The interface's names for what a field holds. */
const fieldOfMember: Record<string, FieldName> = {
  title: 'title',
  caption: 'caption',
  description: 'caption',
  hashtags: 'hashtags',
  media_url: 'media',
  media_urls: 'media',
  slides: 'media',
  alt_text: 'media',
  destination_url: 'destination',
  link: 'destination',
  post_type: 'type',
  channels: 'channels',
  scheduled_at: 'time',
  scheduled_at_local: 'time',
  timezone: 'time',
  board_id: 'board',
  board_section_id: 'section',
  cover_image_url: 'cover',
  thread_separator: 'separator',
}

const isChannel = (word: string | undefined): word is ChannelId => channelIds.some((channel) => channel === word)

/** The place that a fault's path names: `caption`, `slides.0.media_url`, `channel_overrides.x.caption`. */
export function placeOfPath(path: string): Place | null {
  const [head = '', second, third = ''] = path.split('.')
  if (head === 'channel_overrides' && isChannel(second)) {
    return { channel: second, field: fieldOfMember[third] ?? 'caption' }
  }
  const field = fieldOfMember[head]
  return field ? { channel: null, field } : null
}

/** Members of an override that fill a field. */
const memberOfField: Partial<Record<FieldName, 'title' | 'caption' | 'hashtags' | 'slides'>> = {
  title: 'title',
  caption: 'caption',
  hashtags: 'hashtags',
  media: 'slides',
}

const onlyOfChannels: readonly FieldName[] = ['board', 'section', 'cover', 'separator']

/** Where a channel's fault is mended: in its own version when that says it, else in the story. */
export function placeFor({ overrides }: Draft, channel: ChannelId, field: FieldName): Place {
  if (onlyOfChannels.includes(field)) return { channel, field }
  const member = memberOfField[field]
  return { channel: member && overrides[channel]?.[member] !== undefined ? channel : null, field }
}
