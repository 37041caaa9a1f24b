/** What was missed comes in the old order, each account at its rhythm, around what is set already. */
import { expect, test } from 'vitest'
import { decideFates, type MissedRow, nameOfPlan, startOf } from './resume-plan'

const minute = (at: number): Date => new Date(Date.UTC(2026, 4, 1, 9, at))
const startsAt = minute(0)
const rhythm = { startsAt, spacingMs: 30 * 60_000 }
let rows = 0
const missed = (story_id: string, channel: string, at: number, siblings = 1): MissedRow => ({
  id: `row-${String(++rows).padStart(3, '0')}`,
  story_id,
  channel,
  scheduled_at: minute(at),
  siblings,
})
const timesOf = (given: MissedRow[], taken: { channel: string; at: Date }[] = []) => {
  const fates = decideFates('spread', given, taken, rhythm)
  return given.map(({ id }) => (Number(fates.get(id)?.at) - startsAt.getTime()) / 60_000)
}

test('posts of one account keep their order and their distance; another account does not wait for them', () => {
  const given = [missed('b', 'x', -50), missed('a', 'x', -90), missed('c', 'x', -10), missed('d', 'linkedin', -5)]
  expect(timesOf(given)).toEqual([30, 0, 60, 0])
})

test('channels that a story would have reached together stay together', () => {
  const given = [
    missed('a', 'x', -90),
    missed('b', 'x', -50),
    missed('b', 'linkedin', -50),
    missed('c', 'linkedin', -9),
  ]
  expect(timesOf(given)).toEqual([0, 30, 30, 60])
})

test('channels of a story that had times of their own keep two times', () => {
  expect(timesOf([missed('a', 'x', -90), missed('b', 'x', -60), missed('a', 'linkedin', -30)])).toEqual([0, 30, 0])
})

test('nothing comes nearer than the rhythm to what is set already or has just gone out', () => {
  const taken = [-10, 25, 100].map((at) => ({ channel: 'x', at: minute(at) }))
  // 20 to 54 and 71 to 129 are too near; 55 lies thirty minutes after the second and 45 before the third.
  expect(timesOf([missed('a', 'x', -90), missed('b', 'x', -80), missed('c', 'linkedin', -80)], taken)).toEqual([
    55, 130, 0,
  ])
})

test('a story is a draft again only when all of it was missed; else its missed channels are given up', () => {
  const whole = [missed('a', 'x', -90, 2), missed('a', 'linkedin', -90, 2)]
  const part = missed('b', 'x', -90, 2)
  const fates = decideFates('draft', [...whole, part], [], rhythm)
  expect([...whole, part].map(({ id }) => fates.get(id)?.becomes)).toEqual(['draft', 'draft', 'skipped'])
})

test('a plan is called the same while it is the same', () => {
  const given = [missed('a', 'x', -90), missed('b', 'x', -50)]
  const nameAt = (spacingMs: number) => nameOfPlan(decideFates('spread', given, [], { startsAt, spacingMs }))
  expect(nameAt(60_000)).toBe(nameAt(60_000))
  expect(nameAt(60_000)).not.toBe(nameAt(120_000))
})

test('it begins at the time asked for, or where that has passed, at full five minutes with time to read', () => {
  const now = minute(1)
  expect(startOf(minute(3).toISOString(), now)).toEqual(minute(3))
  expect(startOf(minute(0).toISOString(), now)).toEqual(minute(10))
  expect(startOf(undefined, now)).toEqual(minute(10))
})
