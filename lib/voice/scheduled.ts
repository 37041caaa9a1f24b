import type { AnswerOf } from '@/lib/api/contract'
import { monotonicMs } from '@/lib/clock'
import type { Database } from '@/lib/db/pool'
import { yielding } from '@/lib/event-loop'
import { captionsOf } from './captions'
import type { listScheduledViolations } from './contract'
import { lint } from './lint'
import { listScheduledIds, listScheduledStories, type ScheduledStory } from './repository'
import type { Violation, VoiceRules } from './rules'

type Found = AnswerOf<typeof listScheduledViolations>

const checkMax = { stories: 5_000, ms: 5_000 }
const listedStoriesMax = 50
const listedViolationsMax = 5
const captionMax = 200
const storiesPerQuery = 100

/** Finds scheduled stories that break the rules. Changes nothing. */
export async function findScheduledViolations(
  db: Database,
  projectId: string,
  rules: VoiceRules | null,
  max = checkMax,
): Promise<Found> {
  const found: Found = { count: 0, checked_count: 0, is_complete: true, stories: [] }
  if (!rules) return found
  const startedMs = monotonicMs()
  const takeTurn = yielding()
  const ids = await listScheduledIds(db, projectId, max.stories + 1)
  const checked = ids.slice(0, max.stories)
  for (let at = 0; at < checked.length; at += storiesPerQuery) {
    for (const story of await listScheduledStories(db, projectId, checked.slice(at, at + storiesPerQuery))) {
      await takeTurn()
      if (monotonicMs() - startedMs > max.ms) return { ...found, is_complete: false }
      const { violations } = await lint(rules, captionsOf(story))
      found.checked_count += 1
      if (violations.length === 0) continue
      found.count += 1
      if (found.stories.length < listedStoriesMax) found.stories.push(serialize(story, violations))
    }
  }
  return { ...found, is_complete: ids.length <= max.stories }
}

const serialize = (
  { id, title, caption, channels, scheduled_at }: ScheduledStory,
  violations: Violation[],
): Found['stories'][number] => ({
  id,
  title,
  caption: [...caption.slice(0, 2 * captionMax)].slice(0, captionMax).join(''),
  channels,
  scheduled_at: scheduled_at.toISOString(),
  violation_count: violations.length,
  violations: violations.slice(0, listedViolationsMax),
})
