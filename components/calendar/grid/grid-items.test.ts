import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CalendarCard, CalendarData } from '../data/cards'
import { openingHour } from './hour-entries'
import { monthDays } from './month-days'
import { fitDay, notesIn, roomIn, rowHeightOf } from './month-rows'
import { weekSlots } from './week-slots'

const card = (time: string) => ({ key: time, id: time, at: `2031-03-12T${time}:00.000Z` }) as CalendarCard
const none: ReadonlySet<string> = new Set()
const dataOf = (times: string[], counts: CalendarData['counts']): CalendarData => ({
  stories: times.map(card),
  counts,
  timezone: 'UTC',
})

test('a day shows tall cards, else a line each, else “+N more” in the last line, and never more than fits', () => {
  expect(fitDay(2, 0, 124)).toEqual({ isTall: true, shown: 2 })
  expect(fitDay(3, 0, 124)).toEqual({ isTall: false, shown: 3 })
  expect(fitDay(5, 0, 124)).toEqual({ isTall: false, shown: 3 })
  fc.assert(
    fc.property(fc.nat(30), fc.nat(2), fc.integer({ min: 26, max: 400 }), (stories, lines, room) => {
      const { isTall, shown } = fitDay(stories, lines, room)
      const used = isTall ? stories * 62 + lines * 26 : (shown + (shown < stories ? 1 : 0)) * 26
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

test('a half hour of the week shows one card, two lines, or one and “+N more”', () => {
  const show = (times: string[], hours: Record<string, number> = {}, alwaysShown = none) => {
    const counts = Object.entries(hours).map(([hour, count]) => ({ local: `2031-03-12T${hour}`, count }))
    return weekSlots({ data: dataOf(times, counts), recurring: [], timeZone: 'UTC', alwaysShown }).map(
      (item) =>
        `${item.start.slice(11, 16)} ${'card' in item ? item.card.key : 'more' in item ? `+${item.more}` : ''}${item.isLine ? '' : ' whole'}`,
    )
  }
  expect(show(['09:01', '09:40'])).toEqual(['09:00 09:01 whole', '09:30 09:40 whole'])
  expect(show(['09:01', '09:20'])).toEqual(['09:00 09:01', '09:15 09:20'])
  expect(show(['09:01', '09:02', '09:03', '23:59'])).toEqual(['09:00 09:01', '09:15 +2', '23:30 23:59 whole'])
  expect(show(['09:01', '09:31'], { '09': 7 })).toEqual(['09:00 09:01 whole', '09:30 09:31', '09:45 +5'])
  expect(show(['09:01', '09:02', '09:03'], {}, new Set(['09:03']))).toEqual(['09:00 09:03', '09:15 +2'])
})

test('hour views open an hour ago, at 07:00, or before the next entry', () => {
  const at = (minute: number, day = '2031-03-12') => ({ day, minute, count: 1 })
  const today = (minute: number) => ({ day: '2031-03-12', minute })
  expect(openingHour([], null)).toBe(7)
  expect(openingHour([], today(15 * 60))).toBe(14)
  expect(openingHour([at(16 * 60)], today(15 * 60))).toBe(14)
  expect(openingHour([at(8 * 60)], today(2 * 60))).toBe(1)
  expect(openingHour([at(12 * 60)], today(2 * 60))).toBe(7)
  expect(openingHour([at(60), at(23 * 60)], today(13 * 60))).toBe(22)
  expect(openingHour([at(16 * 60 + 10)], null)).toBe(15)
})
