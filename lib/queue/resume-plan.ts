import { createHash } from 'node:crypto'
import type { MissedWay } from '@/lib/projects/pause-contract'

/** A row whose time passed during a pause. */
export type MissedRow = {
  id: string
  story_id: string
  channel: string
  scheduled_at: Date
  /** Rows of its story that are no drafts: when all of them were missed, the story can be a draft again. */
  siblings: number
}
/** A time at which an account is taken already: something is scheduled for it, or has just gone out. */
export type Taken = { channel: string; at: Date }
export type Rhythm = { startsAt: Date; spacingMs: number }

export type Fate = { becomes: 'moved' | 'draft' | 'skipped'; at: Date | null }
/** What becomes of each missed row. */
export type Fates = ReadonlyMap<string, Fate>

export function decideFates(way: MissedWay, missed: readonly MissedRow[], taken: Taken[], rhythm: Rhythm): Fates {
  if (way === 'spread') return spread(missed, taken, rhythm)
  const perStory = new Map<string, number>()
  for (const { story_id } of missed) perStory.set(story_id, (perStory.get(story_id) ?? 0) + 1)
  const isWhole = ({ story_id, siblings }: MissedRow): boolean => perStory.get(story_id) === siblings
  return new Map(
    missed.map((row) => [row.id, { becomes: way === 'draft' && isWhole(row) ? 'draft' : 'skipped', at: null }]),
  )
}

/**
 * New times in the order of the old ones. Channels that a story would have reached together stay together: the first
 * time is taken at which each of their accounts has had its rest, before and after.
 */
function spread(missed: readonly MissedRow[], taken: Taken[], { startsAt, spacingMs }: Rhythm): Fates {
  const accounts = new Map<string, number[]>()
  for (const { channel, at } of taken) timesOf(accounts, channel).push(at.getTime())
  for (const times of accounts.values()) times.sort((one, other) => one - other)
  const lastMs = new Map<string, number>()
  const fates = new Map<string, Fate>()
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
      fates.set(id, { becomes: 'moved', at: new Date(atMs) })
    }
  }
  return fates
}

/** Rows that one story had set for one time, the earliest first. */
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

/** Goes behind each taken time that is too near, until none is. */
function firstFree(earliest: number, accounts: readonly number[][], spacingMs: number): number {
  let atMs = earliest
  for (;;) {
    const inTheWay = accounts.flatMap((times) => lastNear(times, atMs, spacingMs) ?? [])
    if (inTheWay.length === 0) return atMs
    atMs = Math.max(...inTheWay) + spacingMs
  }
}

/** The last of the sorted times that is nearer than the spacing; undefined when none is. */
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

/** The same for the same plan alone, so that what was shown is what is done. */
export function nameOfPlan(fates: Fates): string {
  const lines = [...fates].map(([id, { becomes, at }]) => `${id} ${becomes} ${at?.toISOString() ?? ''}`)
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 32)
}

const minuteMs = 60_000
const stepMs = 5 * minuteMs

/** What a person asked for while it lies ahead, else the next full five minutes that leave time to read the plan. */
export function startOf(asked: string | undefined, now: Date): Date {
  const wanted = asked ? new Date(asked) : null
  if (wanted && wanted.getTime() > now.getTime() + minuteMs) return wanted
  return new Date(Math.ceil((now.getTime() + stepMs) / stepMs) * stepMs)
}
