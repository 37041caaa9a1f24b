import type { PostType } from '@/lib/channels/channel'
import type { ChannelId } from '@/lib/channels/ids'
import type { Issue } from '@/lib/errors'
import type { ChannelOverride, Slide } from '@/lib/publishing/resolve'
import type { CreateStory, EditStory, PreviewStory } from './create-contract'
import { timeIssue } from './schedule-time'
import type { StoryRow } from './serializer'

/** What the author of a story decides, as it is stored. */
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
export const contentOfRow = (row: StoryRow): Content =>
  Object.fromEntries(contentNames.map((name) => [name, row[name]])) as Content

type Said = CreateStory | EditStory | PreviewStory

/** What a request makes of a story's content, and every fault that the schema alone cannot see. */
export function changeContent(base: Content, said: Said, now: Date): { content: Content; issues: Issue[] } {
  const media = readMedia(said)
  const slides = media.slides === undefined ? base.slides : media.slides
  const pin = readStoryPin(base, said, now)
  const content: Content = {
    ...base,
    ...keep(said),
    slides,
    post_type: postTypeOf(base, said, slides, media.slides !== undefined),
    ...pin.pin,
  }
  if (said.channels && said.channel_overrides === undefined) {
    content.channel_overrides = overridesOf(said.channels, base)
  }
  const overrides = said.channel_overrides ? [...overridePinIssues(content, now), ...overrideMediaIssues(content)] : []
  const issues = [...media.issues, ...typeIssues(said, slides), ...pin.issues, ...channelIssues(content), ...overrides]
  return { content, issues }
}

/** A channel that is taken away takes its overrides along. */
/** What these channels have of their own. */
export const overridesOf = (channels: ChannelId[], { channel_overrides }: Content): Content['channel_overrides'] =>
  Object.fromEntries(overrideEntries(channel_overrides).filter(([channel]) => channels.includes(channel)))

const overrideEntries = (overrides: Content['channel_overrides']) =>
  Object.entries(overrides) as [ChannelId, ChannelOverride][]

/** Members that are stored as they are said. One left out keeps its value; null makes it what a blank story has. */
function keep(said: Said): Partial<Content> {
  const special = new Set<keyof Content>(['slides', 'post_type', 'pin_to_grid', 'pin_until_at'])
  const entries = contentNames.flatMap((name) => {
    if (special.has(name) || said[name] === undefined) return []
    return [[name, said[name] ?? blankContent[name]]]
  })
  return Object.fromEntries(entries) as Partial<Content>
}

const otherMedia = 'shows other media than another member of this request. Give the media once.'

const isSameMedia = (slides: readonly Slide[], urls: readonly string[]): boolean =>
  slides.map(({ media_url }) => media_url).join('\n') === urls.join('\n')

/** The three ways to say media. Undefined: none of them was said. */
function readMedia(said: Said): { slides: Slide[] | undefined; issues: Issue[] } {
  const { slides, media_urls: urls, media_url: url } = said
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

/** A type that was chosen stays; between single and carousel the number of slides decides. */
function postTypeOf(base: Content, said: Said, slides: Slide[], isNewMedia: boolean): PostType {
  if (said.post_type) return said.post_type
  const byCount = slides.length > 1 ? 'carousel' : 'single'
  if (said.post_type === null) return byCount
  const isByCount = base.post_type === 'single' || base.post_type === 'carousel'
  return isNewMedia && isByCount ? byCount : base.post_type
}

function typeIssues({ post_type }: Said, slides: Slide[]): Issue[] {
  if (post_type !== 'single' || slides.length < 2) return []
  const message = `A single post shows one slide, and this has ${slides.length}. Choose carousel, or give one slide.`
  return [{ path: 'post_type', code: 'invalid', message }]
}

/** A pin as a request says it, of the story or of one channel. */
type SaidPin = {
  pin_to_grid?: boolean | { pin: boolean; until?: string | null | undefined } | null | undefined
  pin_until_at?: string | null | undefined
}

/**
 * @param fallback whether it is pinned where `pin_to_grid` is left out
 * @param prefix leads the paths of the faults
 */
function readPin({ pin_to_grid: given, pin_until_at: until }: SaidPin, fallback: boolean, prefix: string, now: Date) {
  const isObject = typeof given === 'object' && given !== null
  const isPinned = isObject ? given.pin : given === undefined ? fallback : (given ?? false)
  const untilInObject = isObject ? given.until : null
  const end = untilInObject ?? until ?? null
  const path = `${prefix}${untilInObject ? 'pin_to_grid.until' : 'pin_until_at'}`
  const issues: Issue[] = []
  if (untilInObject && until && untilInObject !== until) {
    const message = 'says another time than pin_to_grid.until.'
    issues.push({ path: `${prefix}pin_until_at`, code: 'invalid', message })
  }
  if (end && !isPinned) issues.push({ path, code: 'invalid', message: 'goes with pin_to_grid: true.' })
  if (end) issues.push(...pinEndIssues(end, path, now))
  return { pin: { pin_to_grid: isPinned, pin_until_at: isPinned && end ? new Date(end) : null }, issues }
}

/** The pin of the story; one that nothing is said of stays as it is. */
function readStoryPin(base: Content, said: Said, now: Date) {
  if (said.pin_to_grid === undefined && said.pin_until_at === undefined) return { pin: {}, issues: [] }
  return readPin(said, base.pin_to_grid, '', now)
}

/** A pin ends later than now, and at a time that can be written down. */
function pinEndIssues(end: string, path: string, now: Date): Issue[] {
  const at = new Date(end)
  if (at <= now) return [{ path, code: 'in_the_past', message: 'is in the past. Name a later time.' }]
  const issue = timeIssue(at, path, now)
  return issue ? [issue] : []
}

/** A channel may be named once. */
export const repeatedChannels = (channels: readonly ChannelId[]): Issue[] =>
  channels.flatMap((channel, index): Issue[] => {
    if (channels.indexOf(channel) === index) return []
    return [{ path: `channels.${index}`, code: 'repeated', message: `${channel} is named more than once.`, channel }]
  })

function channelIssues({ channels, channel_overrides: overrides }: Content): Issue[] {
  const strange = overrideEntries(overrides).flatMap(([channel]): Issue[] => {
    if (channels.includes(channel)) return []
    const message = `${channel} is not among the channels of this story.`
    return [{ path: `channel_overrides.${channel}`, code: 'invalid', message, channel }]
  })
  return [...repeatedChannels(channels), ...strange]
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

/** Names of the members in which two contents differ. */
export const changedNames = (before: Content, after: Content): (keyof Content)[] =>
  contentNames.filter((name) => !isSameJson(before[name], after[name]))

export const isSameJson = (one: unknown, other: unknown): boolean => stable(one) === stable(other)

/** JSON with the members of objects in order: jsonb gives them back in an order of its own. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member
    return Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}
