import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localOf } from '@/components/time/local-time'
import type { CalendarStory } from '@/lib/calendar/contract'
import { type TimedPost, withPostTimes } from '@/lib/calendar/parts'
import { cellsOf, lockReasonOf, withChanges, withoutStories } from './calendar-data'
import { type CalendarCard, type CalendarData, cardsIn, cardsOf, toCards } from './cards'
import { fittingView, queryOf, readViewState, step, viewStateQuery } from './view-state'

const timeZone = 'Europe/Berlin'
const noIds: ReadonlySet<string> = new Set()

const aStory = (more: Partial<CalendarStory> = {}): CalendarCard => ({
  key: more.id ?? '00000000-0000-4000-8000-000000000000',
  id: '00000000-0000-4000-8000-000000000000',
  words: 'Bread',
  channels: ['x'],
  status: 'scheduled',
  at: '2031-03-12T08:00:00.000Z',
  content_type: null,
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

// The weeks of both clock changes in Berlin.
const week = fc.constantFrom('2031-03-30', '2031-10-26').map((date) => {
  const viewState = { view: 'week' as const, date, filter: { status: null, channel: null } }
  return queryOf(viewState, { timeZone, locale: 'en-GB' })
})
const minuteIn = ({ from, to }: { from: string; to: string }, beyond = 0) =>
  fc
    .integer({ min: Date.parse(from) / 60_000 - beyond, max: Date.parse(to) / 60_000 - 1 + beyond })
    .map((minute) => new Date(minute * 60_000).toISOString())

test('a week with a clock change starts and ends at local midnight', () => {
  const query = (date: string) =>
    queryOf({ view: 'week', date, filter: { status: null, channel: null } }, { timeZone, locale: 'en-GB' })
  expect(query('2031-03-30')).toMatchObject({ from: '2031-03-23T23:00:00.000Z', to: '2031-03-30T22:00:00.000Z' })
  expect(query('2031-10-26')).toMatchObject({ from: '2031-10-19T22:00:00.000Z', to: '2031-10-26T23:00:00.000Z' })
})

test('after any moves each cell has its own stories and the right count', () => {
  const cases = week.chain((query) =>
    fc.record({
      query: fc.constant(query),
      length: fc.constantFrom(10, 13),
      times: fc.array(fc.tuple(minuteIn(query), fc.option(minuteIn(query, 5_000))), { minLength: 1, maxLength: 12 }),
    }),
  )
  fc.assert(
    fc.property(cases, ({ query, length, times }) => {
      const before = times.map(([at], index) => aStory({ id: String(index), at }))
      const data = { stories: before, counts: countsOf(before, length), timezone: timeZone, range: query }
      const changes = new Map(times.flatMap(([, to], index) => (to ? [[String(index), { at: to }] as const] : [])))
      const after = toCards(withChanges(data, timeZone, changes))
      const expected = before
        .map((story) => ({ ...story, ...changes.get(story.id) }))
        .filter(({ at }) => at >= query.from && at < query.to)
      expect(after.stories.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
      expect(sorted(after.counts)).toEqual(sorted(countsOf(expected, length)))
      expect(after.stories.map(({ at }) => at)).toEqual(after.stories.map(({ at }) => at).toSorted())
      for (const { local, stories, more } of cellsOf(after, { each: 99, length, timeZone }, noIds)) {
        expect(stories.every(({ at }) => localOf(at, timeZone).startsWith(local))).toBe(true)
        expect(more).toBe(0)
      }
    }),
  )
})

const itemId = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`
const post = (number: number, channel: TimedPost['channel'], scheduled_at: string, status: TimedPost['status']) =>
  ({ queue_item_id: itemId(number), channel, scheduled_at, status }) as const
const divided = (times: { x: string; linkedin: string; threads: string }, more: Partial<CalendarStory> = {}) =>
  aStory({
    channels: ['x', 'linkedin', 'threads'],
    posts: [
      post(1, 'x', times.x, 'approved'),
      post(2, 'linkedin', times.linkedin, 'posted'),
      post(3, 'threads', times.threads, 'approved'),
    ],
    ...more,
  })

test('a story has a card for each time of its channels, with the status of those channels', () => {
  const [friday, monday] = ['2031-03-14T22:39:00.000Z', '2031-03-17T08:00:00.000Z']
  const story = divided({ x: monday, linkedin: friday, threads: '2031-03-17T08:00:40.000Z' }, { at: friday })
  const brief = (cards: CalendarCard[]) =>
    cards.map(({ at, channels, status, is_public, whole }) => [at, channels, status, is_public, whole === story])
  const mondayCard = [monday, ['x', 'threads'], 'scheduled', false, true]
  expect(brief(cardsOf(story))).toEqual([[friday, ['linkedin'], 'published', true, true], mondayCard])
  const week = { from: '2031-03-16T23:00:00.000Z', to: '2031-03-23T23:00:00.000Z' }
  expect(brief(cardsIn(story, week))).toEqual([mondayCard])
  expect(brief(cardsIn(story, { ...week, channel: 'linkedin' }))).toEqual([])
  // A story always has a card at its own time.
  const elsewhere = cardsOf(divided({ x: monday, linkedin: monday, threads: monday }, { at: friday }))
  expect(elsewhere.map(({ at, key }) => [at, key === story.id])).toEqual([
    [friday, true],
    [monday, false],
  ])
  expect(cardsOf(divided({ x: friday, linkedin: friday, threads: friday }, { at: friday }))).toHaveLength(1)
})

test('a card that moves keeps its key, and the other cards of its story stay', () => {
  const [first, second, third] = ['2031-03-12T08:00:00.000Z', '2031-03-13T08:00:00.000Z', '2031-03-14T08:00:00.000Z']
  const story = divided({ x: first, linkedin: first, threads: second }, { at: first })
  const range = { from: '2031-03-09T23:00:00.000Z', to: '2031-03-16T23:00:00.000Z' }
  const data = { stories: [story], counts: countsOf(cardsIn(story, range), 10), timezone: timeZone, range }
  const change = withPostTimes(story, new Map([[itemId(3), third]]))
  const after = withChanges(data, timeZone, new Map([[story.id, change]]))
  expect(after.counts.map(({ local }) => local)).toEqual(['2031-03-12', '2031-03-14'])
  expect(toCards(after).stories.map(({ key, at }) => [key, at])).toEqual([
    [toCards(data).stories[0]?.key, first],
    [toCards(data).stories[1]?.key, third],
  ])
  // All of the story, a day later: what is posted stays.
  const own_times = [{ queue_item_id: itemId(3), channel: 'threads' as const, scheduled_at: third }]
  const moved = withChanges(data, timeZone, new Map([[story.id, { at: second, own_times }]]))
  expect(toCards(moved).stories.map(({ at, channels }) => [at, channels])).toEqual([
    [first, ['linkedin']],
    [second, ['x']],
    [third, ['threads']],
  ])
  expect(moved.counts).toHaveLength(3)
})

test('a cell shows at most `each` lines, counts the rest, and always shows the dragged story', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 8 }), fc.nat(), (count, each, pick) => {
      const given = Array.from({ length: Math.min(count, each) }, (_, index) => aStory({ id: String(index) }))
      const data = { stories: given, counts: [{ local: '2031-03-12', count }], timezone: timeZone }
      const [box] = cellsOf(data, { each, length: 10, timeZone }, noIds)
      expect((box?.stories.length ?? 0) + (box?.more ?? 0)).toBe(count)
      // “+N more” uses one line.
      expect((box?.stories.length ?? 0) + (box?.more ? 1 : 0)).toBeLessThanOrEqual(each)
      const dragged = String(pick % given.length)
      const [alwaysShown] = cellsOf(data, { each, length: 10, timeZone }, new Set([dragged]))
      expect(alwaysShown?.stories.map(({ id }) => id)).toContain(dragged)
      expect((alwaysShown?.stories.length ?? 0) + (alwaysShown?.more ?? 0)).toBe(count)
    }),
  )
})

test('data of another view is regrouped: hours add up to days, and days leave hours to their stories', () => {
  const stories = ['08:00', '08:30', '09:00'].map((time, index) =>
    aStory({ id: String(index), at: `2031-03-12T${time}:00.000Z` }),
  )
  const cells = (from: number, length: number) =>
    cellsOf({ stories, counts: countsOf(stories, from), timezone: timeZone }, { each: 9, length, timeZone }, noIds)
  expect(cells(13, 10)).toEqual(cells(10, 10))
  expect(cells(10, 13)).toEqual(cells(13, 13))
})

test('only drafts and scheduled stories can be moved, including overdue ones that need approval', () => {
  const at = '2031-03-12T08:00:00.000Z'
  const minutesLater = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000)
  expect(lockReasonOf(aStory({ at }), minutesLater(-1))).toBeNull()
  expect(lockReasonOf(aStory({ at }), minutesLater(1))).toMatch(/Being published/)
  expect(lockReasonOf(aStory({ at }), minutesLater(10))).toBeNull()
  expect(lockReasonOf(aStory({ at, waits_for_approval: true }), minutesLater(1))).toBeNull()
  expect(lockReasonOf(aStory({ at, waits_for_approval: true, is_public: true }), minutesLater(1))).toMatch(/published/)
  expect(lockReasonOf(aStory({ status: 'draft' }), minutesLater(1))).toBeNull()
  for (const status of ['published', 'partial', 'failed', 'archived', 'cancelled'] as const)
    expect(lockReasonOf(aStory({ status }), minutesLater(-1))).not.toBeNull()
})

test('a window without room for a week shows three days, and its address says week', () => {
  const query = { view: 'week', date: '2031-03-14' }
  const asked = readViewState(query, { view: 'month', date: '2031-03-01' })
  const shown = { ...asked, view: fittingView(asked.view, true) }
  expect(fittingView(asked.view, false)).toBe('week')
  expect(queryOf(shown, { timeZone: 'UTC', locale: 'en-GB' })).toMatchObject({
    from: '2031-03-14T00:00:00.000Z',
    to: '2031-03-17T00:00:00.000Z',
  })
  expect(viewStateQuery(step(shown, 1))).toBe('?view=week&date=2031-03-17')
})

test('deleted stories are neither shown nor counted', () => {
  const stories = [aStory({ id: '1' }), aStory({ id: '2' })]
  const data = { stories, counts: [{ local: '2031-03-12', count: 5 }], timezone: timeZone }
  const after = withoutStories(data, (all) => all.filter(({ id }) => id !== '1'))
  expect(after).toMatchObject({ stories: [{ id: '2' }], counts: [{ local: '2031-03-12', count: 4 }] })
  expect(withoutStories(data, (all) => all)).toBe(data)
})
