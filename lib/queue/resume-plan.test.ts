import { expect, test } from 'vitest'
import { hashOfPlan, type MissedRow, resolveMissed, startTimeOf } from './resume-plan'

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
const timesOf = (given: MissedRow[], used: { channel: string; at: Date }[] = []) => {
  const resolutions = resolveMissed('spread', given, used, rhythm)
  return given.map(({ id }) => (Number(resolutions.get(id)?.at) - startsAt.getTime()) / 60_000)
}

test('posts of an account keep their order and spacing, independent of other accounts', () => {
  const given = [missed('b', 'x', -50), missed('a', 'x', -90), missed('c', 'x', -10), missed('d', 'linkedin', -5)]
  expect(timesOf(given)).toEqual([30, 0, 60, 0])
})

test('channels of a story with the same time keep the same time', () => {
  const given = [
    missed('a', 'x', -90),
    missed('b', 'x', -50),
    missed('b', 'linkedin', -50),
    missed('c', 'linkedin', -9),
  ]
  expect(timesOf(given)).toEqual([0, 30, 30, 60])
})

test('channels of a story with different times keep different times', () => {
  expect(timesOf([missed('a', 'x', -90), missed('b', 'x', -60), missed('a', 'linkedin', -30)])).toEqual([0, 30, 0])
})

test('keeps the spacing to scheduled and recent posts', () => {
  const used = [-10, 25, 100].map((at) => ({ channel: 'x', at: minute(at) }))
  // 0 to 54 and 71 to 129 are too close to used times; 55 is 30 minutes after the second and 45 before the third.
  expect(timesOf([missed('a', 'x', -90), missed('b', 'x', -80), missed('c', 'linkedin', -80)], used)).toEqual([
    55, 130, 0,
  ])
})

test('a story becomes a draft if all channels were missed, otherwise the missed ones are skipped', () => {
  const whole = [missed('a', 'x', -90, 2), missed('a', 'linkedin', -90, 2)]
  const part = missed('b', 'x', -90, 2)
  const resolutions = resolveMissed('draft', [...whole, part], [], rhythm)
  expect([...whole, part].map(({ id }) => resolutions.get(id)?.becomes)).toEqual(['draft', 'draft', 'skipped'])
})

test('equal plans have equal hashes', () => {
  const given = [missed('a', 'x', -90), missed('b', 'x', -50)]
  const nameAt = (spacingMs: number) => hashOfPlan(resolveMissed('spread', given, [], { startsAt, spacingMs }))
  expect(nameAt(60_000)).toBe(nameAt(60_000))
  expect(nameAt(60_000)).not.toBe(nameAt(120_000))
})

test('starts at the requested time, or if it has passed, at the next full five minutes with time to read', () => {
  const now = minute(1)
  expect(startTimeOf(minute(3).toISOString(), now)).toEqual(minute(3))
  expect(startTimeOf(minute(0).toISOString(), now)).toEqual(minute(10))
  expect(startTimeOf(undefined, now)).toEqual(minute(10))
})
