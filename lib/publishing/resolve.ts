import type { GhostOptions, PostMedia, PostType, ResolvedPost } from '@/lib/channels/channel'
import type { ChannelId } from '@/lib/channels/ids'
import { channelLimits, mediaRules, shortenedOf } from '@/lib/channels/limits'
import { characters } from '@/lib/channels/rules'
import { fillLink, namesAddress } from '@/lib/tracking/tokens'

export type Slide = {
  media_url: string
  alt_text?: string | null
  caption_overlay?: string | null
  swipe_through_url?: string | null
}

/** One channel's deviations from the story. A member left out falls back to the story's. */
export type ChannelOverride = {
  caption?: string
  hashtags?: string
  media_urls?: string[]
  slides?: Slide[]
  post_type?: PostType
  pin_to_grid?: boolean | { pin: boolean; until?: string | null }
  pin_until_at?: string | null
  alt_text?: string
  caption_format?: 'thread'
  thread_separator?: string
  board_id?: string
  board_section_id?: string
  title?: string
  description?: string
  link?: string
  cover_image_url?: string
  canonical_url?: string
  status?: 'draft' | 'published'
  excerpt?: string
  visibility?: 'public' | 'members' | 'paid'
}

/** What of a story decides its posts. */
export type StoryContent = {
  title: string | null
  caption: string
  hashtags: string | null
  slides: Slide[]
  post_type: PostType
  channel_overrides: Partial<Record<ChannelId, ChannelOverride>>
  pin_to_grid: boolean
  pin_until_at: Date | null
  comment_ask: string | null
  comment_ask_mode: 'append' | 'metadata'
}

/** What beside the story decides a post: its links (`lib/tracking/link.ts`) and the default board. */
export type Surroundings = {
  /** The tracked link: what `{{link}}` becomes, and the link field's where it has none of its own. */
  link: string | null
  ownLink?: string | null
  /** Where that link leads in the end. */
  linkTarget?: string | null
  defaultBoardId: string | null
}

/** Something that the author said and that is not posted. `field` is the member of the story that mends it. */
export type ResolveWarning = {
  code: 'slides_cut' | 'text_not_posted' | 'alt_text_not_posted' | 'link_text_shortened'
  channel: ChannelId
  message: string
  field: string
}
export type Resolution = { post: ResolvedPost; warnings: ResolveWarning[] }

/**
 * Where a network has a place for a link besides the text. What it has no place for is not in the post. `else` is a
 * card below the text: for posts without media, whose text names no other address.
 */
const linkPlace: Record<ChannelId, 'always' | 'else' | 'never'> = {
  instagram: 'never',
  facebook: 'else',
  x: 'never',
  linkedin: 'else',
  pinterest: 'always',
  // A site shows the link below its text, and counts on the links in it.
  ghost: 'always',
  threads: 'else',
}
const takesTitle: ReadonlySet<ChannelId> = new Set(['linkedin', 'pinterest', 'ghost'])
const takesChains: ReadonlySet<ChannelId> = new Set(['x', 'threads'])
/** Their stories are a picture or a film, and nothing else. */
const hasSilentStories: ReadonlySet<ChannelId> = new Set(['instagram', 'facebook'])

const pinterestSlidesMax = 5
const defaultThreadSeparator = '\n\n'

/**
 * Story + override + project → the post. The preview and the publisher both call this, so that what one shows is
 * byte for byte what the other sends.
 */
export function resolvePost(
  story: StoryContent,
  channel: ChannelId,
  { link, ownLink = null, linkTarget = null, defaultBoardId }: Surroundings,
): Resolution {
  const override = story.channel_overrides[channel] ?? {}
  const isPinterest = channel === 'pinterest'
  const slides = override.slides ?? override.media_urls?.map((media_url): Slide => ({ media_url })) ?? story.slides
  const postType =
    override.post_type ?? (override.slides || override.media_urls ? typeOf(slides, story) : story.post_type)
  const isSilent = postType === 'story' && hasSilentStories.has(channel)
  const said = wordsOf(story, channel, override, link)
  const words = isSilent ? noWords : said
  const speaksAlone = slides.length === 1 || isPinterest
  const media = slides
    .slice(0, isPinterest ? pinterestSlidesMax : undefined)
    .map((slide, index) => toMedia(slide, speaksAlone && index === 0 ? override.alt_text : undefined))
  const post: ResolvedPost = {
    channel,
    postType,
    ...words,
    media,
    title: titleOf(story, channel, override) ?? words.title,
    link: hasPlace(channel, { text: words.text, media }) ? (ownLink ?? link) : null,
    linkTarget: channel === 'ghost' ? linkTarget : null,
    boardId: isPinterest ? (override.board_id ?? defaultBoardId) : null,
    boardSectionId: isPinterest ? (override.board_section_id ?? null) : null,
    coverImageUrl: override.cover_image_url ?? null,
    ghost: channel === 'ghost' ? ghostOptions(override) : null,
    pinToGrid: channel === 'instagram' ? pinOf(story, override) : null,
  }
  const shortened = shortenedOf(post)
  const dropped = [
    ...(slides.length > media.length ? [slidesCut(slides.length)] : []),
    ...(isSilent && said.text !== '' ? [textUnsaid(channel)] : []),
    ...(override.alt_text && slides.length > 1 && !isPinterest ? [altTextUnsaid(channel)] : []),
    ...(shortened ? [{ code: 'link_text_shortened' as const, field: 'title', message: shortened }] : []),
  ]
  return { post, warnings: dropped.map((warning) => ({ ...warning, channel })) }
}

type Dropped = Omit<ResolveWarning, 'channel'>

const slidesCut = (count: number): Dropped => ({
  code: 'slides_cut',
  field: 'slides',
  message: `Pinterest takes at most ${pinterestSlidesMax} slides: the first ${pinterestSlidesMax} of ${count} are posted.`,
})

const textUnsaid = (channel: ChannelId): Dropped => ({
  code: 'text_not_posted',
  field: 'caption',
  message: `A story on ${mediaRules[channel].network} is its picture or film alone: the caption and the hashtags are not posted.`,
})

const altTextUnsaid = (channel: ChannelId): Dropped => ({
  code: 'alt_text_not_posted',
  field: 'alt_text',
  message: `On ${mediaRules[channel].network} each picture has an alt text of its own, so one for all of them is not posted. Give each slide its own.`,
})

type Words = Pick<ResolvedPost, 'text' | 'caption' | 'hashtags' | 'thread' | 'title'>

const noWords: Words = { text: '', caption: '', hashtags: [], thread: null, title: null }

function wordsOf(story: StoryContent, channel: ChannelId, override: ChannelOverride, link: string | null): Words {
  // The description is what Pinterest calls the text of a pin; its caption is what that falls back to.
  const base = (channel === 'pinterest' ? override.description : undefined) ?? override.caption ?? story.caption
  const filled = fillLink(withCommentAsk(base.trim() === '' ? '' : base, story), link)
  const hashtags = splitHashtags(override.hashtags ?? story.hashtags)
  const headline = channel === 'ghost' && !titleOf(story, channel, override) ? headlineOf(filled) : null
  const isChain = override.caption_format === 'thread' && takesChains.has(channel)
  const thread = isChain ? splitThread(filled, hashtags, override.thread_separator) : null
  // A caption of separators alone says nothing, and a chain without parts is none.
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
 * The first line of a caption as the headline of a post that has none, which the text below then does not repeat. Null
 * where the line is too long, leads somewhere, or is all that there is to say: then it stays in the text.
 */
function headlineOf(caption: string): { title: string; caption: string } | null {
  const [first = '', ...lines] = caption.trimStart().split('\n')
  const [title, rest] = [first.trim(), lines.join('\n').replace(/^\s+/, '')]
  const isTooLong = characters(title) > (channelLimits.ghost.titleMax ?? Number.POSITIVE_INFINITY)
  return rest === '' || isTooLong || namesAddress(title) ? null : { title, caption: rest }
}

function hasPlace(channel: ChannelId, { text, media }: Pick<ResolvedPost, 'text' | 'media'>): boolean {
  const place = linkPlace[channel]
  return place === 'always' || (place === 'else' && media.length === 0 && !namesAddress(text))
}

const ghostOptions = ({ status, canonical_url, excerpt, visibility }: ChannelOverride): GhostOptions => ({
  status: status ?? 'published',
  canonicalUrl: canonical_url ?? null,
  excerpt: excerpt ?? null,
  visibility: visibility ?? 'public',
})

const typeOf = (slides: Slide[], story: StoryContent): PostType =>
  slides.length > 1 ? 'carousel' : story.post_type === 'carousel' ? 'single' : story.post_type

/** Appended unless the caption has it already, whatever its case and spacing. */
function withCommentAsk(caption: string, { comment_ask, comment_ask_mode }: StoryContent): string {
  if (!comment_ask || comment_ask_mode === 'metadata') return caption
  const folded = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()
  if (folded(caption).includes(folded(comment_ask))) return caption
  return [caption.trimEnd(), comment_ask.trim()].filter((part) => part !== '').join('\n\n')
}

/** Space-separated tags, each with its `#`, none twice (case ignored). */
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

/** A tag that the caption already carries is not said again. */
function missingTags(caption: string, hashtags: string[]): string[] {
  if (hashtags.length === 0) return []
  const inCaption = new Set((caption.match(/#[\p{L}\p{N}_]+/gu) ?? []).map((tag) => tag.toLowerCase()))
  return hashtags.filter((tag) => !inCaption.has(tag.toLowerCase()))
}

const joinText = (caption: string, hashtags: string[]): string =>
  [caption, missingTags(caption, hashtags).join(' ')].filter((part) => part !== '').join('\n\n')

/** The caption's parts; the hashtags go with the last one, not into a post of their own. */
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

/** What an address is taken for until its file was looked at. */
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
