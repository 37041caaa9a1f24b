import type { ChannelId } from '@/lib/channel-ids'
import { channelIds } from '@/lib/channel-ids'

/** Fields of the composer that a problem can link to. */
export type FieldName =
  | 'title'
  | 'caption'
  | 'hashtags'
  | 'media'
  | 'alt'
  | 'destination'
  | 'link'
  | 'type'
  | 'pillar'
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
  | 'comment'
  | 'status'
  | 'visibility'
  | 'canonical'
  | 'excerpt'

/** A field of the story (`channel` null) or of a channel. `part` is one input of a field that has several. */
export type FieldTarget = { channel: ChannelId | null; field: FieldName; part?: string }

export const fieldId = ({ channel, field, part }: FieldTarget): string =>
  [`compose-${channel ?? 'all'}-${field}`, ...(part ? [part] : [])].join('-')

/** API members → fields. */
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
  content_type: 'pillar',
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
  first_comment: 'comment',
  status: 'status',
  visibility: 'visibility',
  canonical_url: 'canonical',
  excerpt: 'excerpt',
}

const isChannel = (text: string | undefined): text is ChannelId => channelIds.some((channel) => channel === text)

/** The slide and its input: `slides.0.alt_text` → `0-alt`. */
function partOf([index, member]: string[]): string | undefined {
  if (index === undefined || !/^\d+$/.test(index)) return undefined
  const suffix = member === 'alt_text' ? '-alt' : member === 'swipe_through_url' ? '-link' : ''
  return `${index}${suffix}`
}

/** The field of an issue's path: `caption`, `slides.0.media_url`, `channel_overrides.x.caption`. */
export function targetOfPath(path: string): FieldTarget | null {
  const [head = '', ...rest] = path.split('.')
  const [channel, member = '', ...inMember] = rest
  if (head === 'channel_overrides' && isChannel(channel)) {
    return targetOf(channel, fieldOfMember[member] ?? 'caption', inMember)
  }
  const field = fieldOfMember[head]
  return field ? targetOf(null, field, rest) : null
}

/** The button that fixes a file for a channel, next to its issue. */
export const fixTarget = (target: FieldTarget, channel: ChannelId): FieldTarget =>
  target.field === 'media' && target.part !== undefined ? { ...target, part: `${target.part}-fix-${channel}` } : target

export const isFixTarget = ({ part }: FieldTarget): boolean => part?.includes('-fix-') === true

function targetOf(channel: ChannelId | null, field: FieldName, rest: string[]): FieldTarget {
  // The pin is on the Instagram tab, also if the path is the story's.
  if (field === 'pin') return { channel: 'instagram', field }
  const part = field === 'media' ? partOf(rest) : undefined
  return { channel, field, ...(part ? { part } : {}) }
}
