import { pillarNameOf, type TrackingContext } from '@/lib/stories/content/tracking-values'
import type { RecurringStory } from './contract'
import type { Schedule } from './slots'
import { fillTokens, type TokenFacts } from './tokens'

export type PillarNames = Pick<TrackingContext, 'pillarNames'>

/** The story of one slot: its texts with tokens filled in. */
export function renderStory(
  story: RecurringStory,
  slot: Date,
  { timezone }: Pick<Schedule, 'timezone'>,
  names: PillarNames,
): RecurringStory {
  const contentType = story.content_type ?? null
  const facts: TokenFacts = { pillarName: pillarNameOf(names, contentType), contentType }
  const fill = (text: string): string => fillTokens(text, { ...facts, slot, timezone })
  const overrides = Object.entries(story.channel_overrides ?? {}).map(([channel, override]) => [
    channel,
    fillMembers(override ?? {}, fill),
  ])
  return {
    ...story,
    ...fillMembers({ caption: story.caption, title: story.title }, fill),
    ...(story.channel_overrides ? { channel_overrides: Object.fromEntries(overrides) } : {}),
  }
}

/** Titles, captions and first comments. Pinterest’s description is its caption. */
const filledMembers = ['title', 'caption', 'description', 'first_comment']

const fillMembers = <T extends object>(texts: T, fill: (text: string) => string): T =>
  Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [
      name,
      filledMembers.includes(name) && typeof value === 'string' ? fill(value) : value,
    ]),
  ) as T
