import { expect, test } from 'vitest'
import { snoozeTimes } from './snooze-times'

const zone = 'Europe/Berlin'

test.each([
  ['Tuesday', '2026-12-01T12:00:00Z', ['In 3 hours', 'Tomorrow', 'Monday', 'In a week']],
  ['Sunday: tomorrow is Monday', '2026-12-06T12:00:00Z', ['In 3 hours', 'Tomorrow', 'In a week']],
  ['early Monday: a week later is Monday', '2026-12-07T05:00:00Z', ['In 3 hours', 'Tomorrow', 'In a week']],
])('%s', (_, now, labels) => {
  const times = snoozeTimes(zone, new Date(now))
  expect(times.map(({ label }) => label)).toEqual(labels)
  const instants = times.map(({ at }) => at.getTime())
  expect(instants).toEqual([...instants].sort((one, other) => one - other))
})

test('days begin at 9:00 in the zone of the project', () => {
  const tomorrow = snoozeTimes(zone, new Date('2026-12-01T23:30:00Z')).find(({ label }) => label === 'Tomorrow')
  expect(tomorrow?.at.toISOString()).toBe('2026-12-03T08:00:00.000Z')
})
