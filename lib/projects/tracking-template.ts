import type { ChannelId } from '@/lib/channel-ids'
import type { PostType } from '@/lib/story-content'
import { slugify } from '@/lib/text/slug'

/** The five UTM values. Null omits one. */
export const trackingNames = ['source', 'medium', 'campaign', 'content', 'term'] as const
export type TrackingName = (typeof trackingNames)[number]
export type TrackingValues = Record<TrackingName, string | null>

/** A project's patterns. Missing ones use the default; empty ones omit the value. */
export type TrackingTemplate = Partial<Record<TrackingName, string | null>>

export const defaultTemplate: TrackingTemplate = {
  source: '{{channel}}',
  medium: '{{format}}',
  campaign: '{{automation_name}}',
  content: '{{template_name}}-{{date}}',
}

export type TrackingFormat = 'story' | 'post' | 'reel' | 'carousel' | 'blog'

/** Values for template tokens. `at` is the time of resolving; its date is in UTC. */
export type TrackingFacts = {
  channel: ChannelId
  format: TrackingFormat
  /** Display name of the story's pillar, if any. */
  pillarName: string | null
  contentType: string | null
  templateName: string | null
  automationName: string | null
  projectSlug: string
  projectName: string
  storyId: string | null
  at: Date
}

const values = {
  channel: ({ channel }) => channelNameOf(channel),
  format: ({ format }) => format,
  pillar: (facts) => pillarOf(facts),
  content_type: (facts) => pillarOf(facts),
  template_name: ({ templateName }) => slugify(templateName ?? ''),
  automation_name: ({ automationName }) => slugify(automationName ?? ''),
  date: ({ at }) => at.toISOString().slice(0, 10),
  year: ({ at }) => at.toISOString().slice(0, 4),
  month: ({ at }) => at.toISOString().slice(5, 7),
  yearmonth: ({ at }) => at.toISOString().slice(0, 7),
  project_slug: ({ projectSlug }) => projectSlug,
  project_name: ({ projectName }) => projectName,
  story_id: ({ storyId }) => storyId ?? '',
} satisfies Record<string, (facts: TrackingFacts) => string>

export type TrackingToken = keyof typeof values
export const trackingTokens = Object.keys(values) as TrackingToken[]

const isToken = (word: string): word is TrackingToken => Object.hasOwn(values, word)
const anyToken = /\{\{\s*(.*?)\s*\}\}/g

/** The channel's name in analytics tools, where X is `twitter`. */
export const channelNameOf = (channel: ChannelId): string => (channel === 'x' ? 'twitter' : channel)

export const formatOf = (channel: ChannelId, postType: PostType): TrackingFormat =>
  channel === 'ghost' ? 'blog' : postType === 'single' ? 'post' : postType

const pillarOf = ({ pillarName, contentType }: TrackingFacts): string =>
  slugify(pillarName ?? '') || slugify(contentType ?? '')

/** Unknown tokens in a pattern, without duplicates. */
export function unknownTokens(pattern: string): string[] {
  const words = [...pattern.matchAll(anyToken)].map((match) => match[1] ?? '')
  return [...new Set(words.filter((word) => !isToken(word)))]
}

/** Resolves a project's patterns, with defaults. */
export function resolveTemplate(template: TrackingTemplate, facts: TrackingFacts): TrackingValues {
  const resolved = trackingNames.map((name) => {
    const pattern = template[name] === undefined ? defaultTemplate[name] : template[name]
    return [name, resolvePattern(pattern ?? '', facts)]
  })
  return Object.fromEntries(resolved) as TrackingValues
}

/** Removes a token without a value, and the hyphens and underscores around it. */
function resolvePattern(pattern: string, facts: TrackingFacts): string | null {
  let hasHole = false
  const filled = pattern.replace(anyToken, (_, word: string) => {
    const value = isToken(word) ? values[word](facts) : ''
    if (value === '') hasHole = true
    return value
  })
  const text = hasHole ? filled.replace(/([-_ ])[-_ ]+/g, '$1').replace(/^[-_ ]+|[-_ ]+$/g, '') : filled.trim()
  return text === '' ? null : text
}
