import { instantOf, localOf } from '@/components/time/zoned'
import { ApiError, call } from '@/lib/api/client'
import { bulkReschedule } from '@/lib/api/operations.generated'
import type { CalendarStory } from './calendar-data'
import { addDays } from './days'

/** Ways to move several stories at once. Whole days keep the time of day, whatever clocks do in between. */
export type How =
  | { kind: 'days'; days: number }
  | { kind: 'minutes'; minutes: number }
  | { kind: 'time'; time: string }
  | { kind: 'moment'; local: string }

export type Skipped = { story: CalendarStory; reason: string }
/** What became of a move of several, for whoever has to be told. */
export type Told = { moved: number; skipped: Skipped[] }
type Result = {
  /** Of stories: when the first of their channels goes out now. */
  times: Map<string, string>
  /** Of queue items. */
  itemTimes: Map<string, string>
  skipped: Skipped[]
  error?: unknown
}

const minuteMs = 60_000
/** As many as the server takes in one call. */
const callMax = 200

export function targetOf({ at }: Pick<CalendarStory, 'at'>, how: How, timeZone: string): Date {
  const local = localOf(at, timeZone)
  const meant = (wall: string): Date => instantOf(wall, timeZone) ?? new Date(at)
  if (how.kind === 'days') return meant(`${addDays(local.slice(0, 10), how.days)}T${local.slice(11)}`)
  if (how.kind === 'minutes') return new Date(new Date(at).getTime() + how.minutes * minuteMs)
  return meant(how.kind === 'time' ? `${local.slice(0, 10)}T${how.time}` : how.local)
}

type Call = ({ story_ids: string[] } | { queue_item_ids: string[] }) &
  ({ shift_days: number } | { fixed_time: string; timezone: string } | { scheduled_at: string })

/** The calls that move them. Hours have no mode of their own: whoever has one target is moved to it together. */
function callsFor(stories: readonly CalendarStory[], how: How, timeZone: string): Call[] {
  if (how.kind === 'days') return inParts(stories).map((story_ids) => ({ story_ids, shift_days: how.days }))
  if (how.kind === 'time') {
    return inParts(stories).map((story_ids) => ({ story_ids, fixed_time: how.time, timezone: timeZone }))
  }
  return callsTo(new Map(stories.map((story) => [story.id, targetOf(story, how, timeZone).toISOString()])))
}

/** Whoever has one target goes there in one call, as far as it takes them. */
function callsTo(targets: ReadonlyMap<string, string>, name: 'story_ids' | 'queue_item_ids' = 'story_ids'): Call[] {
  const groups = new Map<string, string[]>()
  for (const [id, at] of targets) groups.set(at, [...(groups.get(at) ?? []), id])
  return [...groups].flatMap(([scheduled_at, ids]) =>
    inParts(ids.map((id) => ({ id }))).map((part) =>
      name === 'story_ids' ? { story_ids: part, scheduled_at } : { queue_item_ids: part, scheduled_at },
    ),
  )
}

const inParts = (stories: readonly { id: string }[]): string[][] =>
  Array.from({ length: Math.ceil(stories.length / callMax) }, (_, part) =>
    stories.slice(part * callMax, (part + 1) * callMax).map(({ id }) => id),
  )

/** Moves what can be moved, and says of everything else why it stayed. */
export async function moveMany(
  projectId: string,
  stories: readonly CalendarStory[],
  how: How,
  timeZone: string,
): Promise<Result> {
  return send(projectId, stories, callsFor(stories, how, timeZone))
}

async function send(projectId: string, stories: readonly CalendarStory[], calls: readonly Call[]): Promise<Result> {
  const result: Result = { times: new Map(), itemTimes: new Map(), skipped: [] }
  const told = new Map<string, string>()
  for (const one of calls) {
    try {
      const { updated, skipped } = await call(bulkReschedule, { project_id: projectId, ...one })
      for (const { story_id, queue_item_id, scheduled_at } of updated) {
        // A story stands where its first channel goes out.
        const known = result.times.get(story_id)
        if (!known || scheduled_at < known) result.times.set(story_id, scheduled_at)
        result.itemTimes.set(queue_item_id, scheduled_at)
      }
      for (const { story_id, reason } of skipped) if (story_id) told.set(story_id, reasonWords[reason] ?? reason)
    } catch (error) {
      // A time that the rules refuse is told of the stories that it was meant for; anything else ends the work.
      const issue = error instanceof ApiError ? error.issues[0] : undefined
      if (!issue) return { ...result, skipped: skippedOf(stories, told), error }
      for (const id of storiesOf(one, stories)) told.set(id, reasonWords[issue.code] ?? issue.message)
    }
  }
  return { ...result, skipped: skippedOf(stories, told) }
}

function storiesOf(one: Call, stories: readonly CalendarStory[]): string[] {
  if ('story_ids' in one) return one.story_ids
  const items = new Set(one.queue_item_ids)
  return stories
    .filter(({ own_times }) => own_times.some(({ queue_item_id }) => items.has(queue_item_id)))
    .map(({ id }) => id)
}

const skippedOf = (stories: readonly CalendarStory[], told: ReadonlyMap<string, string>): Skipped[] =>
  stories.flatMap((story) => {
    const reason = told.get(story.id)
    return reason ? [{ story, reason }] : []
  })

/**
 * Takes a move of several back. Days are taken back as days, which leaves channels their own times; what a clock change
 * bent on the way, and what was brought together, is put right to the moment afterwards.
 */
export async function restoreMany(
  projectId: string,
  stories: readonly CalendarStory[],
  how: How,
  timeZone: string,
): Promise<{ words?: string; error?: unknown } | null> {
  let left = [...stories]
  let itemTimes: ReadonlyMap<string, string> = new Map()
  if (how.kind === 'days') {
    const back = await moveMany(projectId, stories, { kind: 'days', days: -how.days }, timeZone)
    left = stories.filter(({ id, at }) => back.times.get(id) !== at)
    itemTimes = back.itemTimes
  }
  const { times, skipped, error } = await send(projectId, left, callsTo(new Map(left.map(({ id, at }) => [id, at]))))
  if (error) return { error }
  if (left.some(({ id, at }) => times.get(id) !== at)) return { words: skipped[0]?.reason ?? changedMeanwhile }
  const moved = new Set(left)
  return restoreOwnTimes(projectId, stories, (story, item, at) => moved.has(story) || itemTimes.get(item) !== at)
}

const changedMeanwhile = 'Somebody changed them in the meantime.'

/** Gives channels the times of their own back that a move of their whole story took from them. */
export async function restoreOwnTimes(
  projectId: string,
  stories: readonly CalendarStory[],
  isLost: (story: CalendarStory, itemId: string, at: string) => boolean = () => true,
): Promise<{ words?: string; error?: unknown } | null> {
  const lost = stories.flatMap((story) =>
    story.own_times
      .filter(({ queue_item_id, scheduled_at }) => isLost(story, queue_item_id, scheduled_at))
      .map(({ queue_item_id, scheduled_at }) => [queue_item_id, scheduled_at] as const),
  )
  const { itemTimes, skipped, error } = await send(projectId, stories, callsTo(new Map(lost), 'queue_item_ids'))
  if (error) return { error }
  if (lost.every(([item, at]) => itemTimes.get(item) === at)) return null
  return { words: skipped[0]?.reason ?? changedMeanwhile }
}

/** Why the server left a story where it is. */
const reasonWords: Record<string, string> = {
  posted: 'It is published already.',
  failed: 'It failed. Try it again from its own page.',
  rejected: 'It was rejected or cancelled.',
  cancelled: 'It is cancelled.',
  archived: 'It is archived.',
  publishing: 'It is going out just now.',
  not_scheduled: 'It has no time yet.',
  in_the_past: 'Its new time would be in the past.',
  too_far: 'Its new time would be more than 20 years ahead.',
  not_found: 'It is not there any more.',
}
