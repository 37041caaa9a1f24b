import { instantOf, localOf } from '@/components/time/local-time'
import { ApiError, call } from '@/lib/api/client'
import type { CalendarStory } from '@/lib/calendar/contract'
import { addDays } from '@/lib/calendar-days'
import { bulkReschedule } from '@/lib/openapi/operations.generated'

/** What a move changes of a story. */
export type Change = Partial<Pick<CalendarStory, 'at' | 'own_times' | 'posts' | 'updated_at'>>

/** Ways to move several stories. Moves by days keep the local time of day. */
export type BulkMove =
  | { kind: 'days'; days: number }
  | { kind: 'minutes'; minutes: number }
  | { kind: 'time'; time: string }
  | { kind: 'moment'; local: string }

export type Skipped = { story: CalendarStory; reason: string }
/** The result of a bulk move, for the user. */
export type BulkMoveResult = { moved: number; skipped: Skipped[] }
type Result = {
  /** Moved stories. */
  stories: Map<string, { at: string; updated_at: string }>
  /** New times of queue items. */
  itemTimes: Map<string, string>
  /** Why stories, or some of their channels, were not moved. */
  reasons: Map<string, string>
  error?: unknown
}

const minuteMs = 60_000
/** Max ids per call. */
const callMax = 200

export function targetOf({ at }: Pick<CalendarStory, 'at'>, how: BulkMove, timeZone: string): Date {
  const local = localOf(at, timeZone)
  const toInstant = (wall: string): Date => instantOf(wall, timeZone) ?? new Date(at)
  if (how.kind === 'days') return toInstant(`${addDays(local.slice(0, 10), how.days)}T${local.slice(11)}`)
  if (how.kind === 'minutes') return new Date(new Date(at).getTime() + how.minutes * minuteMs)
  return toInstant(how.kind === 'time' ? `${local.slice(0, 10)}T${how.time}` : how.local)
}

type Call = (({ story_ids: string[] } & { shift_own_times?: true }) | { queue_item_ids: string[] }) &
  ({ shift_days: number } | { fixed_time: string; timezone: string } | { scheduled_at: string })

/** The API calls of a move. The API has no mode for hours, so stories with the same target share a call. */
function callsFor(stories: readonly CalendarStory[], how: BulkMove, timeZone: string): Call[] {
  const ids = stories.map(({ id }) => id)
  if (how.kind === 'days') return chunks(ids).map((story_ids) => ({ story_ids, shift_days: how.days }))
  if (how.kind === 'time') {
    const time = { fixed_time: how.time, timezone: timeZone, shift_own_times: true } as const
    return chunks(ids).map((story_ids) => ({ story_ids, ...time }))
  }
  return rescheduleCalls(stories.map((story) => [story.id, targetOf(story, how, timeZone).toISOString()]))
}

/** Groups ids by target time. */
function rescheduleCalls(targets: readonly (readonly [id: string, at: string])[], areItems = false): Call[] {
  const groups = new Map<string, string[]>()
  for (const [id, at] of targets) groups.set(at, [...(groups.get(at) ?? []), id])
  return [...groups].flatMap(([scheduled_at, group]) =>
    chunks(group).map((ids) =>
      areItems ? { queue_item_ids: ids, scheduled_at } : { story_ids: ids, scheduled_at, shift_own_times: true },
    ),
  )
}

const chunks = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / callMax) }, (_, part) => ids.slice(part * callMax, (part + 1) * callMax))

/** Moves stories and collects the reasons of those that stay. */
export async function bulkMove(
  projectId: string,
  stories: readonly CalendarStory[],
  how: BulkMove,
  timeZone: string,
): Promise<Result> {
  return send(projectId, stories, callsFor(stories, how, timeZone))
}

const emptyResult = (): Result => ({ stories: new Map(), itemTimes: new Map(), reasons: new Map() })

async function send(
  projectId: string,
  stories: readonly CalendarStory[],
  calls: readonly Call[],
  result = emptyResult(),
): Promise<Result> {
  for (const one of calls) {
    try {
      const response = await call(bulkReschedule, { project_id: projectId, include_stories: true, ...one })
      for (const { id, scheduled_at, updated_at } of response.stories ?? []) {
        if (scheduled_at) result.stories.set(id, { at: scheduled_at, updated_at })
      }
      for (const { queue_item_id, scheduled_at } of response.updated) result.itemTimes.set(queue_item_id, scheduled_at)
      for (const { story_id, reason } of response.skipped) {
        if (story_id) result.reasons.set(story_id, skipReasons[reason] ?? reason)
      }
    } catch (error) {
      // An issue with the new time applies to the stories of this call. Any other error stops the move.
      const issue = error instanceof ApiError ? error.issues[0] : undefined
      if (!issue) return { ...result, error }
      for (const id of storiesOf(one, stories)) result.reasons.set(id, skipReasons[issue.code] ?? issue.message)
    }
  }
  return result
}

function storiesOf(one: Call, stories: readonly CalendarStory[]): string[] {
  if ('story_ids' in one) return one.story_ids
  const items = new Set(one.queue_item_ids)
  return stories
    .filter(({ own_times, posts = [] }) =>
      [...own_times, ...posts].some(({ queue_item_id }) => items.has(queue_item_id)),
    )
    .map(({ id }) => id)
}

export const skippedOf = ({ reasons }: Result, stories: readonly CalendarStory[]): Skipped[] =>
  stories.flatMap((story) => {
    const reason = reasons.get(story.id)
    return reason ? [{ story, reason }] : []
  })

/** Cache updates after a move, so that the next one doesn't wait for a refetch. */
export const changesOf = (result: Result, stories: readonly CalendarStory[]): Map<string, Change> =>
  new Map(
    stories.map(({ id, at, own_times }) => {
      const timeOf = (item: string, fallback: string): string => result.itemTimes.get(item) ?? fallback
      const times = own_times.map((own) => ({ ...own, scheduled_at: timeOf(own.queue_item_id, own.scheduled_at) }))
      return [id, { at, own_times: times, ...result.stories.get(id) }]
    }),
  )

/**
 * Undoes a bulk move. Moves by days are undone with one call; times that a clock change shifted are restored afterwards.
 *
 * @param stories as before the move
 */
export async function undoBulkMove(
  projectId: string,
  stories: readonly CalendarStory[],
  how: BulkMove,
  timeZone: string,
): Promise<Result> {
  const result = emptyResult()
  const run = (calls: readonly Call[]) => send(projectId, stories, calls, result)
  if (how.kind === 'days') {
    const { error } = await run(callsFor(stories, { kind: 'days', days: -how.days }, timeZone))
    if (error) return { ...result, error }
  }
  const notRestored = stories.filter(({ id, at }) => result.stories.get(id)?.at !== at)
  const { error } = await run(rescheduleCalls(notRestored.map(({ id, at }) => [id, at])))
  return error ? { ...result, error } : run(changedChannelTimes(stories, result.itemTimes))
}

/** Why the undo is incomplete, or null. */
export function undoProblem(
  { itemTimes, stories: now, reasons, error }: Result,
  stories: readonly CalendarStory[],
): { message?: string; error?: unknown } | null {
  if (error) return { error }
  const isRestored = stories.every(({ id, at }) => now.get(id)?.at === at)
  if (isRestored && changedChannelTimes(stories, itemTimes).length === 0) return null
  return { message: [...reasons.values()][0] ?? 'Another user changed them.' }
}

/** Restores channel times that a move and its undo shifted. */
export const restoreChannelTimes = (
  projectId: string,
  story: CalendarStory,
  itemTimes: ReadonlyMap<string, string>,
): Promise<Result> => send(projectId, [story], changedChannelTimes([story], itemTimes))

/** Moves queue items of a story. */
export const moveItems = (
  projectId: string,
  story: CalendarStory,
  times: ReadonlyMap<string, string>,
): Promise<Result> => send(projectId, [story], rescheduleCalls([...times], true))

const changedChannelTimes = (stories: readonly CalendarStory[], itemTimes: ReadonlyMap<string, string>): Call[] => {
  const own = stories.flatMap(({ own_times }) => own_times)
  const changed = own.filter(({ queue_item_id, scheduled_at }) => itemTimes.get(queue_item_id) !== scheduled_at)
  return rescheduleCalls(
    changed.map(({ queue_item_id, scheduled_at }) => [queue_item_id, scheduled_at]),
    true,
  )
}

/** Messages by skip reason of the server. */
const skipReasons: Record<string, string> = {
  posted: 'Already published.',
  failed: 'Failed. Retry it on its page.',
  rejected: 'Rejected or cancelled.',
  cancelled: 'Cancelled.',
  archived: 'Archived.',
  publishing: 'Being published right now.',
  not_scheduled: 'Not scheduled.',
  in_the_past: 'The new time is in the past.',
  too_far: 'The new time is more than 20 years ahead.',
  not_found: 'Not found.',
}
