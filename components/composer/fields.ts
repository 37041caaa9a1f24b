import type { ChannelId } from '@/lib/channels/ids'
import { channelIds } from '@/lib/channels/ids'

/** The fields of the composer, as problems lead to them. */
export type FieldName =
  | 'title'
  | 'caption'
  | 'hashtags'
  | 'media'
  | 'alt'
  | 'destination'
  | 'link'
  | 'type'
  | 'channels'
  | 'time'
  | 'ask'
  | 'campaign'
  | 'content'
  | 'term'
  | 'pin'
  | 'board'
  | 'section'
  | 'cover'
  | 'separator'
  | 'status'
  | 'visibility'
  | 'canonical'
  | 'excerpt'

/** A field of the story, or of one channel's own version; `part` is one of several that the field is made of. */
export type Place = { channel: ChannelId | null; field: FieldName; part?: string }

export const fieldId = ({ channel, field, part }: Place): string =>
  [`compose-${channel ?? 'all'}-${field}`, ...(part ? [part] : [])].join('-')

/** The interface's names for what a field holds. */
const fieldOfMember: Record<string, FieldName> = {
  title: 'title',
  caption: 'caption',
  description: 'caption',
  hashtags: 'hashtags',
  media_url: 'media',
  media_urls: 'media',
  slides: 'media',
  alt_text: 'alt',
  destination_url: 'destination',
  link: 'link',
  post_type: 'type',
  channels: 'channels',
  scheduled_at: 'time',
  scheduled_at_local: 'time',
  timezone: 'time',
  comment_ask: 'ask',
  comment_ask_mode: 'ask',
  utm_campaign: 'campaign',
  utm_content: 'content',
  utm_term: 'term',
  pin_to_grid: 'pin',
  pin_until_at: 'pin',
  board_id: 'board',
  board_section_id: 'section',
  cover_image_url: 'cover',
  thread_separator: 'separator',
  status: 'status',
  visibility: 'visibility',
  canonical_url: 'canonical',
  excerpt: 'excerpt',
}

const isChannel = (word: string | undefined): word is ChannelId => channelIds.some((channel) => channel === word)

/** Which of the slides, and which of its fields: `slides.0.alt_text` → `0-alt`. */
function partOf([index, member]: string[]): string | undefined {
  if (index === undefined || !/^\d+$/.test(index)) return undefined
  const ending = member === 'alt_text' ? '-alt' : member === 'swipe_through_url' ? '-link' : ''
  return `${index}${ending}`
}

/** The place that a fault's path names: `caption`, `slides.0.media_url`, `channel_overrides.x.caption`. */
export function placeOfPath(path: string): Place | null {
  const [head = '', ...rest] = path.split('.')
  const [channel, member = '', ...inMember] = rest
  if (head === 'channel_overrides' && isChannel(channel)) {
    return placeOf(channel, fieldOfMember[member] ?? 'caption', inMember)
  }
  const field = fieldOfMember[head]
  return field ? placeOf(null, field, rest) : null
}

function placeOf(channel: ChannelId | null, field: FieldName, rest: string[]): Place {
  // The composer has one pin, on the page of the network that pins.
  if (field === 'pin') return { channel: 'instagram', field }
  const part = field === 'media' ? partOf(rest) : undefined
  return { channel, field, ...(part ? { part } : {}) }
}
