import type { AnswerTo } from '@/lib/api/operation'
import type { CalendarStory } from '@/lib/calendar/contract'
import { partsOf } from '@/lib/calendar/parts'
import type { listCalendar } from '@/lib/openapi/operations.generated'
import type { CalendarQuery } from './view-state'

/**
 * What the calendar shows of a story: all of it, or the channels that are published at one of its times. `at`,
 * `channels` and the status are those of the card.
 */
export type CalendarCard = CalendarStory & {
  /** Unique among the cards. Stays the same when the card moves. */
  key: string
  /** The story of a card that is only a part of it. */
  whole?: CalendarStory
}

export const wholeOf = (card: CalendarCard): CalendarStory => card.whole ?? card

/** The shown cards, and their number per day or hour. */
export type CalendarData = Omit<AnswerTo<typeof listCalendar>, 'stories'> & { stories: CalendarCard[] }
/** An answer in the query cache, and which of its cards are shown. */
export type StoredCalendar = AnswerTo<typeof listCalendar> & { range: CardRange }
export type CardRange = Pick<CalendarQuery, 'from' | 'to' | 'channel'>

export function cardsOf(story: CalendarStory): CalendarCard[] {
  const parts = partsOf(story)
  if (parts.length === 0) return [{ ...story, key: story.id }]
  return parts.map((part) =>
    part.posts.length === 0
      ? { ...story, key: story.id, channels: part.channels }
      : { ...story, ...part, own_times: [], whole: story },
  )
}

/** The cards of a story within a range. A story outside it can have a channel with a time in it. */
export const cardsIn = (story: CalendarStory, { from, to, channel }: CardRange): CalendarCard[] =>
  cardsOf(story).filter(
    ({ at, channels }) => at >= from && at < to && (!channel || channels.some((one) => one === channel)),
  )

export const byTime = (one: { at: string }, other: { at: string }): number => one.at.localeCompare(other.at)

export const toCards = ({ stories, counts, timezone, range }: StoredCalendar): CalendarData => ({
  stories: stories.flatMap((story) => cardsIn(story, range)).sort(byTime),
  counts,
  timezone,
})
