import { createHash } from 'node:crypto'
import type { MissedWay } from '@/lib/projects/pause-contract'

/** A row whose publish time passed during a pause. */
export type MissedRow = {
  id: string
  story_id: string
  channel: string
  scheduled_at: Date
  /** Rows of its story that are not drafts. If all of them were missed, the story can become a draft again. */
  siblings: number
}
/** A time when something is scheduled for an account, or has just been published there. */
export type UsedTime = { channel: string; at: Date }
export type Rhythm = { startsAt: Date; spacingMs: number }

export type Resolution = { becomes: 'moved' | 'draft' | 'skipped'; at: Date | null }
/** What happens to each missed row. */
export type Resolutions = ReadonlyMap<string, Resolution>

export function resolveMissed(
  way: MissedWay,
  missed: readonly MissedRow[],
  used: UsedTime[],
  rhythm: Rhythm,
): Resolutions {
  if (way === 'spread') return spread(missed, used, rhythm)
  const perStory = new Map<string, number>()
  for (const { story_id } of missed) perStory.set(story_id, (perStory.get(story_id) ?? 0) + 1)
  const isWhole = ({ story_id, siblings }: MissedRow): boolean => perStory.get(story_id) === siblings
  return new Map(
    missed.map((row) => [row.id, { becomes: way === 'draft' && isWhole(row) ? 'draft' : 'skipped', at: null }]),
  )
}

/**
 * New times, in the order of the old ones. Channels that shared a time stay together: they get the first time with
 * enough distance to other posts on every account.
 */
function spread(missed: readonly MissedRow[], used: UsedTime[], { startsAt, spacingMs }: Rhythm): Resolutions {
  const accounts = new Map<string, number[]>()
  for (const { channel, at } of used) timesOf(accounts, channel).push(at.getTime())
  for (const times of accounts.values()) times.sort((one, other) => one - other)
  const lastMs = new Map<string, number>()
  const resolutions = new Map<string, Resolution>()
  for (const together of groupsOf(missed)) {
    const channels = together.map(({ channel }) => channel)
    const earliest = Math.max(
      startsAt.getTime(),
      ...channels.map((channel) => (lastMs.get(channel) ?? Number.NEGATIVE_INFINITY) + spacingMs),
    )
    const atMs = firstFree(
      earliest,
      channels.map((channel) => timesOf(accounts, channel)),
      spacingMs,
    )
    for (const { id, channel } of together) {
      lastMs.set(channel, atMs)
      resolutions.set(id, { becomes: 'moved', at: new Date(atMs) })
    }
  }
  return resolutions
}

/** Rows of one story with the same time, earliest first. */
function groupsOf(missed: readonly MissedRow[]): MissedRow[][] {
  const groups = new Map<string, MissedRow[]>()
  for (const row of [...missed].sort(byTime)) {
    const key = `${row.story_id}/${row.scheduled_at.getTime()}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}

const byTime = (one: MissedRow, other: MissedRow): number =>
  one.scheduled_at.getTime() - other.scheduled_at.getTime() || (one.id < other.id ? -1 : 1)

function timesOf(accounts: Map<string, number[]>, channel: string): number[] {
  const times = accounts.get(channel) ?? []
  accounts.set(channel, times)
  return times
}

/** Moves past each used time that is too close. */
function firstFree(earliest: number, accounts: readonly number[][], spacingMs: number): number {
  let atMs = earliest
  for (;;) {
    const inTheWay = accounts.flatMap((times) => lastNear(times, atMs, spacingMs) ?? [])
    if (inTheWay.length === 0) return atMs
    atMs = Math.max(...inTheWay) + spacingMs
  }
}

/** The last of the sorted times within the spacing; undefined when there is none. */
function lastNear(times: readonly number[], atMs: number, spacingMs: number): number | undefined {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < atMs + spacingMs) low = middle + 1
    else high = middle
  }
  const last = times[low - 1]
  return last !== undefined && last > atMs - spacingMs ? last : undefined
}

/** A hash of the plan. A resume contains it, so that only the plan the user saw is executed. */
export function hashOfPlan(resolutions: Resolutions): string {
  const lines = [...resolutions].map(([id, { becomes, at }]) => `${id} ${becomes} ${at?.toISOString() ?? ''}`)
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 32)
}

const minuteMs = 60_000
const stepMs = 5 * minuteMs

/** The requested time if it is in the future, otherwise the next full five minutes that leave time to read the plan. */
export function startTimeOf(requested: string | undefined, now: Date): Date {
  const wanted = requested ? new Date(requested) : null
  if (wanted && wanted.getTime() > now.getTime() + minuteMs) return wanted
  return new Date(Math.ceil((now.getTime() + stepMs) / stepMs) * stepMs)
}
