import { expect, test } from 'vitest'
import type { ListedQueueItem } from '@/lib/queue/contract'
import type { FreeSlot } from './free-slots/use-free-slots'
import { groupByDay } from './queue-by-day'
import type { QueueStory } from './queue-stories'

const story = (day: string, time: string): QueueStory => ({
  key: time,
  day,
  at: `${day}T${time}Z`,
  items: [{ story_id: 'bread' } as ListedQueueItem],
  isPart: false,
})
const slot = (at: string): FreeSlot => ({ at, channels: ['x'] })

test('slots stand among the stories of their day in the zone; those without a story between them are one row', () => {
  const stories = [story('2031-05-01', '10:00'), story('2031-05-01', '18:00'), story('2031-05-03', '10:00')]
  const slots = ['2031-05-01T07:00Z', '2031-05-01T09:00Z', '2031-05-01T15:00Z', '2031-05-01T22:30Z'].map(slot)
  const days = groupByDay(stories, slots, 'Europe/Berlin')
  const shown = days.map(({ day, rows }) => [
    day,
    ...rows.map((row) => (Array.isArray(row) ? row.map(({ at }) => at.slice(11, 16)) : row.key)),
  ])
  expect(shown).toEqual([
    ['2031-05-01', ['07:00', '09:00'], '10:00', ['15:00'], '18:00'],
    ['2031-05-02', ['22:30']],
    ['2031-05-03', '10:00'],
  ])
  expect(days[0]).toMatchObject({ stories: 1, free: 3 })
})
