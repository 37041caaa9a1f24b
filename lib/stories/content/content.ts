import type { ChannelId } from '@/lib/channel-ids'
import type { Issue } from '@/lib/errors'
import type { ChannelOverride, PostType, Slide } from '@/lib/story-content'
import type { CreateStory, EditStory, PreviewStory } from '../create-contract'
import type { StoryRow } from '../serializer'
import { timeIssue } from './schedule-time'

/** A story's content, as stored. */
export type Content = {
  title: string | null
  caption: string
  channels: ChannelId[]
  hashtags: string | null
  slides: Slide[]
  post_type: PostType
  channel_overrides: Partial<Record<ChannelId, ChannelOverride>>
  pin_to_grid: boolean
  pin_until_at: Date | null
  comment_ask: string | null
  comment_ask_mode: 'append' | 'metadata'
  destination_url: string | null
  utm_campaign: string | null
  utm_content: string | null
  utm_term: string | null
  content_type: string | null
  template_id: string | null
}

export const blankContent: Content = {
  title: null,
  caption: '',
  channels: ['instagram'],
  hashtags: null,
  slides: [],
  post_type: 'single',
  channel_overrides: {},
  pin_to_grid: false,
  pin_until_at: null,
  comment_ask: null,
  comment_ask_mode: 'append',
  destination_url: null,
  utm_campaign: null,
  utm_content: null,
  utm_term: null,
  content_type: null,
  template_id: null,
}

export const contentNames = Object.keys(blankContent) as (keyof Content)[]

/** The stored content of a story. */
export function contentOfRow(row: StoryRow): Content {
  const content: Partial<Record<keyof Content, unknown>> = {}
  for (const name of contentNames) content[name] = row[name]
  return content as Content
}

type StoryInput = CreateStory | EditStory | PreviewStory

/** Applies a request to a story's content, and returns the issues that the schema cannot detect. */
export function changeContent(base: Content, input: StoryInput, now: Date): { content: Content; issues: Issue[] } {
  const media = readMedia(input)
  const slides = media.slides === undefined ? base.slides : media.slides
  const pin = readStoryPin(base, input, now)
  const content: Content = {
    ...base,
    ...keep(input),
    slides,
    post_type: postTypeOf(base, input, slides, media.slides !== undefined),
    ...pin.pin,
  }
  if (input.channels && input.channel_overrides === undefined) {
    content.channel_overrides = overridesOf(input.channels, base)
  }
  const overrides = input.channel_overrides ? [...overridePinIssues(content, now), ...overrideMediaIssues(content)] : []
  const issues = [...media.issues, ...typeIssues(input, slides), ...pin.issues, ...channelIssues(content), ...overrides]
  return { content, issues }
}

/** Removing a channel removes its overrides. */
/** Overrides of these channels. */
export const overridesOf = (channels: ChannelId[], { channel_overrides }: Content): Content['channel_overrides'] =>
  Object.fromEntries(overrideEntries(channel_overrides).filter(([channel]) => channels.includes(channel)))

const overrideEntries = (overrides: Content['channel_overrides']) =>
  Object.entries(overrides) as [ChannelId, ChannelOverride][]

/** Members stored unchanged. Missing members keep their value; null resets to the default. */
function keep(input: StoryInput): Partial<Content> {
  const special = new Set<keyof Content>(['slides', 'post_type', 'pin_to_grid', 'pin_until_at'])
  const entries = contentNames.flatMap((name) => {
    if (special.has(name) || input[name] === undefined) return []
    return [[name, input[name] ?? blankContent[name]]]
  })
  return Object.fromEntries(entries) as Partial<Content>
}

const otherMedia = 'differs from the media in another member of this request. Send the media only once.'

const isSameMedia = (slides: readonly Slide[], urls: readonly string[]): boolean =>
  slides.map(({ media_url }) => media_url).join('\n') === urls.join('\n')

/** Reads media from one of three members. Undefined when all are missing. */
function readMedia(input: StoryInput): { slides: Slide[] | undefined; issues: Issue[] } {
  const { slides, media_urls: urls, media_url: url } = input
  const chosen = slides ?? urls?.map((media_url) => ({ media_url })) ?? (url ? [{ media_url: url }] : null)
  if (!chosen) {
    const wasCleared = slides === null || urls === null || url === null
    return { slides: wasCleared ? [] : undefined, issues: [] }
  }
  const issues: Issue[] = []
  if (urls && !isSameMedia(chosen, urls)) issues.push({ path: 'media_urls', code: 'invalid', message: otherMedia })
  if (url && chosen[0]?.media_url !== url) issues.push({ path: 'media_url', code: 'invalid', message: otherMedia })
  return { slides: chosen, issues }
}

/** Keeps a chosen type; the number of slides decides between single and carousel. */
function postTypeOf(base: Content, input: StoryInput, slides: Slide[], isNewMedia: boolean): PostType {
  if (input.post_type) return input.post_type
  const byCount = slides.length > 1 ? 'carousel' : 'single'
  if (input.post_type === null) return byCount
  const isByCount = base.post_type === 'single' || base.post_type === 'carousel'
  return isNewMedia && isByCount ? byCount : base.post_type
}

function typeIssues({ post_type }: StoryInput, slides: Slide[]): Issue[] {
  if (post_type !== 'single' || slides.length < 2) return []
  const message = `A single post shows one slide, and this has ${slides.length}. Choose carousel, or use only one slide.`
  return [{ path: 'post_type', code: 'invalid', message }]
}

/** A pin in a request, for the story or one channel. */
type PinInput = {
  pin_to_grid?: boolean | { pin: boolean; until?: string | null | undefined } | null | undefined
  pin_until_at?: string | null | undefined
}

/**
 * @param fallback whether it is pinned when `pin_to_grid` is missing
 * @param prefix prefix of issue paths
 */
function readPin({ pin_to_grid: given, pin_until_at: until }: PinInput, fallback: boolean, prefix: string, now: Date) {
  const isObject = typeof given === 'object' && given !== null
  const isPinned = isObject ? given.pin : given === undefined ? fallback : (given ?? false)
  const untilInObject = isObject ? given.until : null
  const end = untilInObject ?? until ?? null
  const path = `${prefix}${untilInObject ? 'pin_to_grid.until' : 'pin_until_at'}`
  const issues: Issue[] = []
  if (untilInObject && until && untilInObject !== until) {
    const message = 'differs from pin_to_grid.until.'
    issues.push({ path: `${prefix}pin_until_at`, code: 'invalid', message })
  }
  if (end && !isPinned) issues.push({ path, code: 'invalid', message: 'needs pin_to_grid: true.' })
  if (end) issues.push(...pinEndIssues(end, path, now))
  return { pin: { pin_to_grid: isPinned, pin_until_at: isPinned && end ? new Date(end) : null }, issues }
}

/** The story's pin, unchanged when the request has none. */
function readStoryPin(base: Content, input: StoryInput, now: Date) {
  if (input.pin_to_grid === undefined && input.pin_until_at === undefined) return { pin: {}, issues: [] }
  return readPin(input, base.pin_to_grid, '', now)
}

/** A pin must end in the future. */
function pinEndIssues(end: string, path: string, now: Date): Issue[] {
  const at = new Date(end)
  if (at <= now) return [{ path, code: 'in_the_past', message: 'is in the past. Use a later time.' }]
  const issue = timeIssue(at, path, now)
  return issue ? [issue] : []
}

/** Issues for channels that are listed twice. */
export const repeatedChannels = (channels: readonly ChannelId[]): Issue[] =>
  channels.flatMap((channel, index): Issue[] => {
    if (channels.indexOf(channel) === index) return []
    return [{ path: `channels.${index}`, code: 'repeated', message: `${channel} is listed more than once.`, channel }]
  })

function channelIssues({ channels, channel_overrides: overrides }: Content): Issue[] {
  const unknownChannels = overrideEntries(overrides).flatMap(([channel]): Issue[] => {
    if (channels.includes(channel)) return []
    const message = `${channel} is not a channel of this story.`
    return [{ path: `channel_overrides.${channel}`, code: 'invalid', message, channel }]
  })
  return [...repeatedChannels(channels), ...unknownChannels]
}

function overridePinIssues({ channel_overrides: overrides, pin_to_grid: fallback }: Content, now: Date): Issue[] {
  return overrideEntries(overrides).flatMap(([channel, override]) =>
    readPin(override, fallback, `channel_overrides.${channel}.`, now).issues.map((issue) => ({ ...issue, channel })),
  )
}

function overrideMediaIssues({ channel_overrides: overrides }: Content): Issue[] {
  return overrideEntries(overrides).flatMap(([channel, { slides, media_urls: urls }]): Issue[] =>
    slides && urls && !isSameMedia(slides, urls)
      ? [{ path: `channel_overrides.${channel}.media_urls`, code: 'invalid', message: otherMedia, channel }]
      : [],
  )
}

/** Names of the members that differ. */
export const changedNames = (before: Content, after: Content): (keyof Content)[] =>
  contentNames.filter((name) => !isSameJson(before[name], after[name]))

export const isSameJson = (one: unknown, other: unknown): boolean => stable(one) === stable(other)

/** JSON with sorted members, because jsonb does not keep their order. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member
    return Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}
