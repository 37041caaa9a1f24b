import type { ChannelId } from '@/lib/channel-ids'
import type { GhostOptions, PostMedia, ResolvedPost } from '@/lib/channels/channel'
import { channelLimits, mediaRules, shortenedOf } from '@/lib/channels/limits'
import { characters } from '@/lib/channels/rules'
import type { ChannelOverride, ChannelOverrides, PostType, Slide } from '@/lib/story-content'
import { containsUrl, fillLink } from '@/lib/tracking/tokens'
import { withCommentAsk } from './comment-ask'

/** Members of a story that decide its posts. */
export type StoryContent = {
  title: string | null
  caption: string
  hashtags: string | null
  slides: Slide[]
  post_type: PostType
  channel_overrides: ChannelOverrides
  pin_to_grid: boolean
  pin_until_at: Date | null
  comment_ask: string | null
  comment_ask_mode: 'append' | 'metadata'
}

/** Other inputs of a post: its links (`lib/posts/links.ts`) and the default board. */
export type ResolveOptions = {
  /** The tracked link. Replaces `{{link}}`, and fills the link field if there is no `ownLink`. */
  link: string | null
  ownLink?: string | null
  /** The final target of the link. */
  linkTarget?: string | null
  defaultBoardId: string | null
}

/** Content that is not posted. `field` is the member of the story to change. */
export type ResolveWarning = {
  code: 'slides_cut' | 'text_not_posted' | 'alt_text_not_posted' | 'link_text_shortened'
  channel: ChannelId
  message: string
  field: string
}
export type Resolution = { post: ResolvedPost; warnings: ResolveWarning[] }

/**
 * Whether a network has a link field. `card` is a card below the text, for posts without media and without another URL
 * in the text.
 */
const linkField: Record<ChannelId, 'always' | 'card' | 'never'> = {
  instagram: 'never',
  facebook: 'card',
  x: 'never',
  linkedin: 'card',
  pinterest: 'always',
  // A site shows the link below the text, even if the text has links.
  ghost: 'always',
  threads: 'card',
}
const takesTitle: ReadonlySet<ChannelId> = new Set(['linkedin', 'pinterest', 'ghost'])
const takesThreads: ReadonlySet<ChannelId> = new Set(['x', 'threads'])
/** Networks whose stories have no text. */
const hasTextlessStories: ReadonlySet<ChannelId> = new Set(['instagram', 'facebook'])

const pinterestSlidesMax = 5
const defaultThreadSeparator = '\n\n'

/**
 * Builds the post of one channel from a story and its override. The preview and the publisher both call this, so the
 * preview shows exactly what is sent.
 */
export function resolvePost(
  story: StoryContent,
  channel: ChannelId,
  { link, ownLink = null, linkTarget = null, defaultBoardId }: ResolveOptions,
): Resolution {
  const override = story.channel_overrides[channel] ?? {}
  const isPinterest = channel === 'pinterest'
  const slides = override.slides ?? override.media_urls?.map((media_url): Slide => ({ media_url })) ?? story.slides
  const postType =
    override.post_type ?? (override.slides || override.media_urls ? typeOf(slides, story) : story.post_type)
  const isTextless = postType === 'story' && hasTextlessStories.has(channel)
  const written = textOf(story, channel, override, link)
  const text = isTextless ? noText : written
  const hasOneAltText = slides.length === 1 || isPinterest
  const media = slides
    .slice(0, isPinterest ? pinterestSlidesMax : undefined)
    .map((slide, index) => toMedia(slide, hasOneAltText && index === 0 ? override.alt_text : undefined))
  const post: ResolvedPost = {
    channel,
    postType,
    ...text,
    media,
    title: titleOf(story, channel, override) ?? text.title,
    link: hasLinkField(channel, { text: text.text, media }) ? (ownLink ?? link) : null,
    linkTarget: channel === 'ghost' ? linkTarget : null,
    boardId: isPinterest ? (override.board_id ?? defaultBoardId) : null,
    boardSectionId: isPinterest ? (override.board_section_id ?? null) : null,
    coverImageUrl: override.cover_image_url ?? null,
    ghost: channel === 'ghost' ? ghostOptions(override) : null,
    pinToGrid: channel === 'instagram' ? pinOf(story, override) : null,
    firstComment: override.first_comment?.trim() ? fillLink(override.first_comment, link) : null,
  }
  const shortened = shortenedOf(post)
  const dropped = [
    ...(slides.length > media.length ? [slidesCut(slides.length)] : []),
    ...(isTextless && written.text !== '' ? [textNotPosted(channel)] : []),
    ...(override.alt_text && slides.length > 1 && !isPinterest ? [altTextNotPosted(channel)] : []),
    ...(shortened ? [{ code: 'link_text_shortened' as const, field: 'title', message: shortened }] : []),
  ]
  return { post, warnings: dropped.map((warning) => ({ ...warning, channel })) }
}

type Dropped = Omit<ResolveWarning, 'channel'>

const slidesCut = (count: number): Dropped => ({
  code: 'slides_cut',
  field: 'slides',
  message: `Pinterest supports at most ${pinterestSlidesMax} slides, so only the first ${pinterestSlidesMax} of ${count} are posted.`,
})

const textNotPosted = (channel: ChannelId): Dropped => ({
  code: 'text_not_posted',
  field: 'caption',
  message: `Stories on ${mediaRules[channel].network} have no text, so the caption and hashtags are not posted.`,
})

const altTextNotPosted = (channel: ChannelId): Dropped => ({
  code: 'alt_text_not_posted',
  field: 'alt_text',
  message: `On ${mediaRules[channel].network} each image has its own alt text, so the shared one is not posted. Add an alt text to each slide.`,
})

type PostText = Pick<ResolvedPost, 'text' | 'caption' | 'hashtags' | 'thread' | 'title'>

const noText: PostText = { text: '', caption: '', hashtags: [], thread: null, title: null }

function textOf(story: StoryContent, channel: ChannelId, override: ChannelOverride, link: string | null): PostText {
  // Pinterest calls the text of a pin its description, and falls back to the caption.
  const base = (channel === 'pinterest' ? override.description : undefined) ?? override.caption ?? story.caption
  const filled = fillLink(withCommentAsk(base.trim() === '' ? '' : base, story), link)
  const hashtags = splitHashtags(override.hashtags ?? story.hashtags)
  const headline = channel === 'ghost' && !titleOf(story, channel, override) ? headlineOf(filled) : null
  const isThread = override.caption_format === 'thread' && takesThreads.has(channel)
  const thread = isThread ? splitThread(filled, hashtags, override.thread_separator) : null
  // A caption of only separators is empty, and a thread without parts is not a thread.
  const isEmpty = thread?.length === 0
  const caption = isEmpty ? '' : (headline?.caption ?? filled)
  return {
    text: joinText(caption, hashtags),
    caption,
    hashtags,
    thread: isEmpty ? null : thread,
    title: headline?.title ?? null,
  }
}

function titleOf(story: StoryContent, channel: ChannelId, override: ChannelOverride): string | null {
  const title = takesTitle.has(channel) ? (override.title ?? story.title) : null
  return title?.trim() ? title : null
}

/**
 * Uses the first line of a caption as the title of a post without one, and removes it from the text. Null if the line is
 * too long, contains a URL, or is the whole caption.
 */
function headlineOf(caption: string): { title: string; caption: string } | null {
  const [first = '', ...lines] = caption.trimStart().split('\n')
  const [title, rest] = [first.trim(), lines.join('\n').replace(/^\s+/, '')]
  const isTooLong = characters(title) > (channelLimits.ghost.titleMax ?? Number.POSITIVE_INFINITY)
  return rest === '' || isTooLong || containsUrl(title) ? null : { title, caption: rest }
}

function hasLinkField(channel: ChannelId, { text, media }: Pick<ResolvedPost, 'text' | 'media'>): boolean {
  const field = linkField[channel]
  return field === 'always' || (field === 'card' && media.length === 0 && !containsUrl(text))
}

const ghostOptions = ({ status, canonical_url, excerpt, visibility }: ChannelOverride): GhostOptions => ({
  status: status ?? 'published',
  canonicalUrl: canonical_url ?? null,
  excerpt: excerpt ?? null,
  visibility: visibility ?? 'public',
})

const typeOf = (slides: Slide[], story: StoryContent): PostType =>
  slides.length > 1 ? 'carousel' : story.post_type === 'carousel' ? 'single' : story.post_type

/** Splits hashtags, each with its `#`, without duplicates (ignoring case). */
export function splitHashtags(hashtags: string | null | undefined): string[] {
  const seen = new Set<string>()
  const tags: string[] = []
  for (const word of (hashtags ?? '').split(/[\s,]+/)) {
    const tag = `#${word.replace(/^#+/, '')}`
    if (tag === '#' || seen.has(tag.toLowerCase())) continue
    seen.add(tag.toLowerCase())
    tags.push(tag)
  }
  return tags
}

/** Hashtags that are not in the caption yet. */
function missingTags(caption: string, hashtags: string[]): string[] {
  if (hashtags.length === 0) return []
  const inCaption = new Set((caption.match(/#[\p{L}\p{N}_]+/gu) ?? []).map((tag) => tag.toLowerCase()))
  return hashtags.filter((tag) => !inCaption.has(tag.toLowerCase()))
}

const joinText = (caption: string, hashtags: string[]): string =>
  [caption, missingTags(caption, hashtags).join(' ')].filter((part) => part !== '').join('\n\n')

/** The caption's parts. Hashtags are added to the last one, not posted as a separate part. */
function splitThread(caption: string, hashtags: string[], separator = defaultThreadSeparator): string[] {
  const parts = caption
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const last = parts.pop()
  const missing = missingTags(caption, hashtags)
  return last === undefined ? [] : [...parts, [last, missing.join(' ')].filter((part) => part !== '').join('\n\n')]
}

const videoExtension = /\.(mp4|mov|m4v|webm)$/i

const toMedia = (slide: Slide, altText: string | undefined): PostMedia => ({
  url: slide.media_url,
  kind: mediaKindOf(slide.media_url),
  altText: altText ?? slide.alt_text ?? null,
})

/** The media kind by URL, until the file was inspected. */
export function mediaKindOf(url: string): PostMedia['kind'] {
  const path = url.split(/[?#]/)[0] ?? ''
  if (videoExtension.test(path)) return 'video'
  return /\.gif$/i.test(path) ? 'gif' : 'image'
}

function pinOf(story: StoryContent, override: ChannelOverride): { until: Date | null } | null {
  const given = override.pin_to_grid
  const isPinned = given === undefined ? story.pin_to_grid : typeof given === 'boolean' ? given : given.pin
  if (!isPinned) return null
  const until = (typeof given === 'object' ? given.until : undefined) ?? override.pin_until_at
  return { until: until ? new Date(until) : story.pin_until_at }
}
