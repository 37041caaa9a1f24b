import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localOf } from '@/components/time/zoned'
import { boxesOf, type CalendarData, type CalendarStory, whyLocked, withChanges } from './calendar-data'
import { queryOf } from './calendar-view'

/** What is shown at once after a move is what the server would say: each story in its own day or hour, and none miscounted. */

const timeZone = 'Europe/Berlin'
const nobody: ReadonlySet<string> = new Set()

const aStory = (more: Partial<CalendarStory> = {}): CalendarStory => ({
  id: '00000000-0000-4000-8000-000000000000',
  words: 'Bread',
  channels: ['x'],
  status: 'scheduled',
  at: '2031-03-12T08:00:00.000Z',
  picture_url: null,
  is_public: false,
  waits_for_approval: false,
  own_times: [],
  updated_at: '2031-01-01T00:00:00.000Z',
  ...more,
})

const countsOf = (stories: readonly CalendarStory[], length: number): CalendarData['counts'] => {
  const counts = new Map<string, number>()
  for (const { at } of stories) {
    const local = localOf(at, timeZone).slice(0, length)
    counts.set(local, (counts.get(local) ?? 0) + 1)
  }
  return [...counts].map(([local, count]) => ({ local, count }))
}
const sorted = (counts: CalendarData['counts']) => counts.toSorted((a, b) => a.local.localeCompare(b.local))

// The week in which clocks in Berlin go forward, on the 30th, and the one in which they go back.
const week = fc.constantFrom('2031-03-30', '2031-10-26').map((date) => {
  const place = { view: 'week' as const, date, filter: { status: null, channel: null } }
  return queryOf(place, { timeZone, locale: 'en-GB' })
})
const minuteIn = ({ from, to }: { from: string; to: string }, beyond = 0) =>
  fc
    .integer({ min: Date.parse(from) / 60_000 - beyond, max: Date.parse(to) / 60_000 - 1 + beyond })
    .map((minute) => new Date(minute * 60_000).toISOString())

test('a week with a clock change begins and ends at midnight of the zone', () => {
  const query = (date: string) =>
    queryOf({ view: 'week', date, filter: { status: null, channel: null } }, { timeZone, locale: 'en-GB' })
  expect(query('2031-03-30')).toMatchObject({ from: '2031-03-23T23:00:00.000Z', to: '2031-03-30T22:00:00.000Z' })
  expect(query('2031-10-26')).toMatchObject({ from: '2031-10-19T22:00:00.000Z', to: '2031-10-26T23:00:00.000Z' })
})

test('whatever is moved wherever, every box holds its own stories and counts them', () => {
  const world = week.chain((query) =>
    fc.record({
      query: fc.constant(query),
      length: fc.constantFrom(10, 13),
      times: fc.array(fc.tuple(minuteIn(query), fc.option(minuteIn(query, 5_000))), { minLength: 1, maxLength: 12 }),
    }),
  )
  fc.assert(
    fc.property(world, ({ query, length, times }) => {
      const before = times.map(([at], index) => aStory({ id: String(index), at }))
      const data = { stories: before, counts: countsOf(before, length), timezone: timeZone }
      const changes = new Map(times.flatMap(([, to], index) => (to ? [[String(index), { at: to }] as const] : [])))
      const after = withChanges(data, query, timeZone, changes)
      const expected = before
        .map((story) => ({ ...story, ...changes.get(story.id) }))
        .filter(({ at }) => at >= query.from && at < query.to)
      expect(after.stories.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
      expect(sorted(after.counts)).toEqual(sorted(countsOf(expected, length)))
      expect(after.stories.map(({ at }) => at)).toEqual(after.stories.map(({ at }) => at).toSorted())
      for (const { local, stories, more } of boxesOf(after, { each: 99, length, timeZone }, nobody)) {
        expect(stories.every(({ at }) => localOf(at, timeZone).startsWith(local))).toBe(true)
        expect(more).toBe(0)
      }
    }),
  )
})

test('a box never shows more than it has room for, counts the rest, and keeps what is in the hand', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 8 }), fc.nat(), (count, each, pick) => {
      const given = Array.from({ length: Math.min(count, each) }, (_, index) => aStory({ id: String(index) }))
      const data = { stories: given, counts: [{ local: '2031-03-12', count }], timezone: timeZone }
      const [box] = boxesOf(data, { each, length: 10, timeZone }, nobody)
      expect((box?.stories.length ?? 0) + (box?.more ?? 0)).toBe(count)
      // What is left over takes a line as well, unless nothing is.
      expect((box?.stories.length ?? 0) + (box?.more ? 1 : 0)).toBeLessThanOrEqual(each)
      const held = String(pick % given.length)
      const [kept] = boxesOf(data, { each, length: 10, timeZone }, new Set([held]))
      expect(kept?.stories.map(({ id }) => id)).toContain(held)
      expect((kept?.stories.length ?? 0) + (kept?.more ?? 0)).toBe(count)
    }),
  )
})

test('only what still waits can be moved, and what waits for an approval waits even when its time has come', () => {
  const at = '2031-03-12T08:00:00.000Z'
  const minutesLater = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000)
  expect(whyLocked(aStory({ at }), minutesLater(-1))).toBeNull()
  expect(whyLocked(aStory({ at }), minutesLater(1))).toMatch(/going out just now/)
  expect(whyLocked(aStory({ at }), minutesLater(10))).toBeNull()
  expect(whyLocked(aStory({ at, waits_for_approval: true }), minutesLater(1))).toBeNull()
  expect(whyLocked(aStory({ at, waits_for_approval: true, is_public: true }), minutesLater(1))).toMatch(/public/)
  expect(whyLocked(aStory({ status: 'draft' }), minutesLater(1))).toBeNull()
  for (const status of ['published', 'partial', 'failed', 'archived', 'cancelled'] as const)
    expect(whyLocked(aStory({ status }), minutesLater(-1))).not.toBeNull()
})
