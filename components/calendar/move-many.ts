import { instantOf, localOf } from '@/components/time/zoned'
import { ApiError, call } from '@/lib/api/client'
import { bulkReschedule } from '@/lib/api/operations.generated'
import type { CalendarStory, Change } from './calendar-data'
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
  /** Of stories that were moved: where they stand now. */
  stories: Map<string, { at: string; updated_at: string }>
  /** Of queue items. */
  itemTimes: Map<string, string>
  /** Of stories that stayed, or whose channels did: why. */
  reasons: Map<string, string>
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

type Call = (({ story_ids: string[] } & { shift_own_times?: true }) | { queue_item_ids: string[] }) &
  ({ shift_days: number } | { fixed_time: string; timezone: string } | { scheduled_at: string })

/** The calls that move them. Hours have no mode of their own: whoever has one target is moved to it together. */
function callsFor(stories: readonly CalendarStory[], how: How, timeZone: string): Call[] {
  const ids = stories.map(({ id }) => id)
  if (how.kind === 'days') return inParts(ids).map((story_ids) => ({ story_ids, shift_days: how.days }))
  if (how.kind === 'time') {
    const time = { fixed_time: how.time, timezone: timeZone, shift_own_times: true } as const
    return inParts(ids).map((story_ids) => ({ story_ids, ...time }))
  }
  return callsTo(stories.map((story) => [story.id, targetOf(story, how, timeZone).toISOString()]))
}

/** Whoever has one target goes there in one call, as far as it takes them. */
function callsTo(targets: readonly (readonly [id: string, at: string])[], areItems = false): Call[] {
  const groups = new Map<string, string[]>()
  for (const [id, at] of targets) groups.set(at, [...(groups.get(at) ?? []), id])
  return [...groups].flatMap(([scheduled_at, group]) =>
    inParts(group).map((ids) =>
      areItems ? { queue_item_ids: ids, scheduled_at } : { story_ids: ids, scheduled_at, shift_own_times: true },
    ),
  )
}

const inParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / callMax) }, (_, part) => ids.slice(part * callMax, (part + 1) * callMax))

/** Moves what can be moved, and keeps of everything else why it stayed. */
export async function moveMany(
  projectId: string,
  stories: readonly CalendarStory[],
  how: How,
  timeZone: string,
): Promise<Result> {
  return send(projectId, stories, callsFor(stories, how, timeZone))
}

const nothingYet = (): Result => ({ stories: new Map(), itemTimes: new Map(), reasons: new Map() })

async function send(
  projectId: string,
  stories: readonly CalendarStory[],
  calls: readonly Call[],
  result = nothingYet(),
): Promise<Result> {
  for (const one of calls) {
    try {
      const answer = await call(bulkReschedule, { project_id: projectId, include_stories: true, ...one })
      for (const { id, scheduled_at, updated_at } of answer.stories ?? []) {
        if (scheduled_at) result.stories.set(id, { at: scheduled_at, updated_at })
      }
      for (const { queue_item_id, scheduled_at } of answer.updated) result.itemTimes.set(queue_item_id, scheduled_at)
      for (const { story_id, reason } of answer.skipped) {
        if (story_id) result.reasons.set(story_id, reasonWords[reason] ?? reason)
      }
    } catch (error) {
      // A time that the rules refuse is told of the stories that it was meant for; anything else ends the work.
      const issue = error instanceof ApiError ? error.issues[0] : undefined
      if (!issue) return { ...result, error }
      for (const id of storiesOf(one, stories)) result.reasons.set(id, reasonWords[issue.code] ?? issue.message)
    }
  }
  return result
}

function storiesOf(one: Call, stories: readonly CalendarStory[]): string[] {
  if ('story_ids' in one) return one.story_ids
  const items = new Set(one.queue_item_ids)
  return stories
    .filter(({ own_times }) => own_times.some(({ queue_item_id }) => items.has(queue_item_id)))
    .map(({ id }) => id)
}

export const skippedOf = ({ reasons }: Result, stories: readonly CalendarStory[]): Skipped[] =>
  stories.flatMap((story) => {
    const reason = reasons.get(story.id)
    return reason ? [{ story, reason }] : []
  })

/** What stories are now, so that the next move of one need not wait for the list to be read. */
export const changesOf = (result: Result, stories: readonly CalendarStory[]): Map<string, Change> =>
  new Map(
    stories.map(({ id, at, own_times }) => {
      const timeOf = (item: string, otherwise: string): string => result.itemTimes.get(item) ?? otherwise
      const times = own_times.map((own) => ({ ...own, scheduled_at: timeOf(own.queue_item_id, own.scheduled_at) }))
      return [id, { at, own_times: times, ...result.stories.get(id) }]
    }),
  )

/**
 * Takes a move of several back. Days are taken back as days, which is one call for all; what a clock change bent on the
 * way is put right to the moment afterwards.
 *
 * @param stories as they were before
 */
export async function restoreMany(
  projectId: string,
  stories: readonly CalendarStory[],
  how: How,
  timeZone: string,
): Promise<Result> {
  const result = nothingYet()
  const run = (calls: readonly Call[]) => send(projectId, stories, calls, result)
  if (how.kind === 'days') {
    const { error } = await run(callsFor(stories, { kind: 'days', days: -how.days }, timeZone))
    if (error) return { ...result, error }
  }
  const away = stories.filter(({ id, at }) => result.stories.get(id)?.at !== at)
  const { error } = await run(callsTo(away.map(({ id, at }) => [id, at])))
  return error ? { ...result, error } : run(lostTimes(stories, result.itemTimes))
}

/** Why not all are back, or null when they are. */
export function whyNotBack(
  { itemTimes, stories: now, reasons, error }: Result,
  stories: readonly CalendarStory[],
): { words?: string; error?: unknown } | null {
  if (error) return { error }
  const areBack = stories.every(({ id, at }) => now.get(id)?.at === at)
  if (areBack && lostTimes(stories, itemTimes).length === 0) return null
  return { words: [...reasons.values()][0] ?? 'Somebody changed them in the meantime.' }
}

/** Gives channels the times of their own back that a move there and back has bent. */
export const restoreOwnTimes = (
  projectId: string,
  story: CalendarStory,
  itemTimes: ReadonlyMap<string, string>,
): Promise<Result> => send(projectId, [story], lostTimes([story], itemTimes))

const lostTimes = (stories: readonly CalendarStory[], itemTimes: ReadonlyMap<string, string>): Call[] => {
  const own = stories.flatMap(({ own_times }) => own_times)
  const lost = own.filter(({ queue_item_id, scheduled_at }) => itemTimes.get(queue_item_id) !== scheduled_at)
  return callsTo(
    lost.map(({ queue_item_id, scheduled_at }) => [queue_item_id, scheduled_at]),
    true,
  )
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
