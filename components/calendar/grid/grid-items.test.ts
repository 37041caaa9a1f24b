import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTime, isSameTime, placeOf } from '@/components/time/formats'
import type { CalendarCard, CalendarData } from '../data/cards'
import type { RecurringSlot } from '../data/use-recurring-slots'
import { hourText, shortTime } from './chip-time'
import { openingHour } from './hour-entries'
import { monthDays } from './month-days'
import { fitDay, narrowHeights, notesIn, roomIn, rowHeightOf } from './month-rows'
import { weekSlots } from './week-slots'

const card = (time: string) => ({ key: time, id: time, at: `2031-03-12T${time}:00.000Z` }) as CalendarCard
const slot = (time: string) => ({ recurring_template_id: time, at: `2031-03-12T${time}:00.000Z` }) as RecurringSlot
const none: ReadonlySet<string> = new Set()
const dataOf = (times: string[], counts: CalendarData['counts']): CalendarData => ({
  stories: times.map(card),
  counts,
  timezone: 'UTC',
})

test('a day shows tall cards, else a line each, else “+N more” in the last line, and never more than fits', () => {
  expect(fitDay(2, 0, 124)).toEqual({ isTall: true, stories: 2, recurring: 0 })
  expect(fitDay(3, 0, 124)).toEqual({ isTall: false, stories: 3, recurring: 0 })
  expect(fitDay(5, 0, 124)).toEqual({ isTall: false, stories: 3, recurring: 0 })
  expect(fitDay(4, 2, 124)).toEqual({ isTall: false, stories: 3, recurring: 0 })
  expect(fitDay(1, 4, 124)).toEqual({ isTall: false, stories: 1, recurring: 2 })
  expect(fitDay(4, 0, 166, narrowHeights)).toEqual({ isTall: false, stories: 3, recurring: 0 })
  // A tall card is higher in a narrow day, because its channels have a line of their own.
  expect([79, 80].map((room) => fitDay(1, 0, room, narrowHeights).isTall)).toEqual([false, true])
  const days = [fc.nat(30), fc.nat(9), fc.integer({ min: 26, max: 400 })] as const
  fc.assert(
    fc.property(...days, fc.constantFrom({ tall: 62, line: 26 }, narrowHeights), (stories, slots, room, heights) => {
      const { isTall, ...shown } = fitDay(stories, slots, room, heights)
      const [lines, isAll] = [shown.stories + shown.recurring, shown.stories === stories && shown.recurring === slots]
      const { tall, line } = heights
      const used = isTall ? stories * tall + slots * line : lines * line + (isAll ? 0 : 26)
      expect(used).toBeLessThanOrEqual(room)
    }),
  )
})

test('rows fill the window, and notes take the room of cards', () => {
  expect(rowHeightOf(633, 6)).toBe(100)
  // Two lines at least: a story and “+N more”.
  expect(rowHeightOf(300, 6)).toBe(84)
  expect(roomIn(84, 0)).toBeGreaterThanOrEqual(52)
  expect(roomIn(84, 9)).toBeGreaterThanOrEqual(26)
  expect([84, 120, 200].map(notesIn)).toEqual([1, 2, 3])
})

test('hidden stories of a day are counted, and the dragged one is shown', () => {
  const data = dataOf(['08:00', '09:00', '10:00', '11:00'], [{ local: '2031-03-12', count: 9 }])
  const dayWith = (alwaysShown: ReadonlySet<string>) =>
    monthDays({ data, recurring: [], notesOn: new Map(), rowHeight: 108, timeZone: 'UTC', alwaysShown })[0]
  expect(dayWith(none)).toMatchObject({ isTall: false, more: 7, cards: [{ key: '08:00' }, { key: '09:00' }] })
  expect(dayWith(new Set(['11:00']))).toMatchObject({ more: 7, cards: [{ key: '08:00' }, { key: '11:00' }] })
})

test('recurring posts that do not fit are counted', () => {
  const data = dataOf(['12:00', '13:00', '14:00', '15:00'], [{ local: '2031-03-12', count: 4 }])
  const dayWith = (rowHeight: number) =>
    monthDays({
      data,
      recurring: [slot('08:30'), slot('09:00')],
      notesOn: new Map(),
      rowHeight,
      timeZone: 'UTC',
      alwaysShown: none,
    })[0]
  expect(dayWith(120)).toMatchObject({ more: 4, recurring: [] })
  expect(dayWith(120)?.cards).toHaveLength(2)
  expect(dayWith(186)).toMatchObject({ more: 0 })
  expect(dayWith(186)?.recurring).toHaveLength(2)
  // A day with a note has less room.
  const noted = monthDays({
    data,
    recurring: [],
    notesOn: new Map([['2031-03-12', { length: 1 }]]),
    rowHeight: 148,
    timeZone: 'UTC',
    alwaysShown: none,
  })[0]
  expect(noted).toMatchObject({ more: 2 })
})

test('a half hour of the week shows one card, two lines, or one and “+N more”', () => {
  const show = (times: string[], hours: Record<string, number> = {}, alwaysShown = none, slots: string[] = []) => {
    const counts = Object.entries(hours).map(([hour, count]) => ({ local: `2031-03-12T${hour}`, count }))
    const recurring = slots.map(slot)
    return weekSlots({ data: dataOf(times, counts), recurring, timeZone: 'UTC', alwaysShown }).map(
      (item) =>
        `${item.start.slice(11, 16)} ${'card' in item ? item.card.key : 'more' in item ? `+${item.more}` : 'recurring'}${item.isLine ? '' : ' whole'}`,
    )
  }
  expect(show(['09:01', '09:40'])).toEqual(['09:00 09:01 whole', '09:30 09:40 whole'])
  expect(show(['09:01', '09:20'])).toEqual(['09:00 09:01', '09:15 09:20'])
  expect(show(['09:01', '09:02', '09:03', '23:59'])).toEqual(['09:00 09:01', '09:15 +2', '23:30 23:59 whole'])
  expect(show(['09:01', '09:31'], { '09': 7 })).toEqual(['09:00 09:01 whole', '09:30 09:31', '09:45 +5'])
  expect(show(['09:01', '09:02', '09:03'], {}, new Set(['09:03']))).toEqual(['09:00 09:03', '09:15 +2'])
  expect(show([], {}, none, ['09:00'])).toEqual(['09:00 recurring whole'])
  expect(show(['09:20'], {}, none, ['09:10'])).toEqual(['09:00 recurring', '09:15 09:20'])
  expect(show(['09:01', '09:02'], {}, none, ['09:10'])).toEqual(['09:00 09:01', '09:15 +2'])
})

test('times of cards are short, and hours are without minutes', () => {
  const at = (locale: string) => shortTime(formatTime('2031-03-12T08:30:00Z', 'time', 'UTC', locale))
  expect(['en-US', 'en-CA', 'en-GB'].map(at)).toEqual(['8:30a', '8:30a', '8:30'])
  expect(['7:00AM', '12:00 p.m.', '07:00'].map(hourText)).toEqual(['7\u00a0AM', '12\u00a0p.m.', '07:00'])
  // Never in two lines.
  expect(formatTime('2031-03-12T08:30:00Z', 'time', 'UTC', 'en-US')).toBe('8:30\u00a0AM')
})

test('hour views open at the earliest entry of their days, else at 08:00', () => {
  const week = { first: '2031-03-10', end: '2031-03-17' }
  const at = (minute: number, day = '2031-03-12') => ({ day, minute, count: 1 })
  expect(openingHour([], week)).toBe(8)
  expect(openingHour([at(16 * 60 + 10), at(10 * 60 + 30, '2031-03-16')], week)).toBe(10)
  expect(openingHour([at(30), at(9 * 60)], week)).toBe(0)
  // Entries of the week shown before, while this one is loading.
  expect(openingHour([at(3 * 60, '2031-03-09'), at(3 * 60, '2031-03-17')], week)).toBe(8)
})

test('a zone with the same offset all year needs no hint', () => {
  const now = new Date('2031-12-01T12:00:00Z')
  expect(isSameTime('Europe/Berlin', 'Europe/Paris', now)).toBe(true)
  // The same in winter only.
  expect(isSameTime('Europe/London', 'UTC', now)).toBe(false)
  expect(['America/New_York', 'UTC'].map(placeOf)).toEqual(['New York', 'UTC'])
})
