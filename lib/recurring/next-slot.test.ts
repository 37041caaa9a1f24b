import { expect, test } from 'vitest'
import { coveredByStories, nextSlotOf } from './next-slot'

const schedule = {
  cadence: { kind: 'daily' as const, time: '09:00' },
  timezone: 'Europe/Berlin',
  starts_at: null,
  ends_at: null,
}
const now = new Date('2026-11-23T12:00:00Z')
const next = (create_ahead_minutes: number, active = true) =>
  nextSlotOf({ ...schedule, active, create_ahead_minutes }, now)

test('a story is created ahead of its slot, by at least the interval of the job', () => {
  const next_slot_at = new Date('2026-11-24T08:00:00Z')
  const due = (time: string) => ({ covered_through: now, next_slot_at, due_at: new Date(time) })
  expect(next(60)).toEqual(due('2026-11-24T07:00:00Z'))
  expect(next(0)).toEqual(due('2026-11-24T07:55:00Z'))
  expect(next(60, false)).toEqual({ covered_through: now, next_slot_at: null, due_at: null })
})

test('a new schedule starts now, or after the local day of the last story', () => {
  const covered = (last: string | null, kind: 'daily' | 'cron' = 'daily') => {
    const cadence = kind === 'cron' ? { kind, cron: '0 9 * * *' } : schedule.cadence
    return coveredByStories({ ...schedule, cadence }, last === null ? null : new Date(last), now).toISOString()
  }
  expect(covered(null)).toBe('2026-11-23T12:00:00.000Z')
  expect(covered('2026-11-23T08:00:00Z')).toBe('2026-11-23T12:00:00.000Z')
  expect(covered('2026-11-24T08:00:00Z')).toBe('2026-11-24T22:59:59.999Z')
  expect(covered('2026-11-24T23:30:00Z')).toBe('2026-11-25T22:59:59.999Z')
  expect(covered('2026-11-24T08:00:00Z', 'cron')).toBe('2026-11-24T08:00:00.000Z')
})
