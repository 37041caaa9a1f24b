import { expect, test } from 'vitest'
import { nameChannels } from '@/components/channels/channel-names'
import { localOf } from '@/components/time/local-time'
import { type Sources, suggestedTimes } from './suggested-times'

/** A Friday afternoon in Berlin. */
const now = new Date('2026-11-27T13:00:00Z')
const timeZone = 'Europe/Berlin'
const suggest = (sources: Partial<Sources>) =>
  suggestedTimes(
    { free: null, results: null, usual: null, ...sources },
    { timeZone, now, localOf: (at) => localOf(at, timeZone), nameChannels },
  )

const noResults = { posts: 12, times: [{ weekday: 1, hour: 9, lift: 0.4, is_recommended: false }] }
const tuesdays = { weekday: 2, hour: 8, minute: 30, stories: 7 }

test('a slot that is free for all channels comes before an earlier one of a single channel', () => {
  const free = { x: ['2026-11-28T08:00:00Z', '2026-11-30T08:00:00Z'], linkedin: ['2026-11-30T08:00:00Z'] }
  expect(suggest({ free })).toEqual([
    {
      kind: 'free_slot',
      label: 'Next free slot',
      local: '2026-11-30T09:00',
      basis: 'Posting slot of X and LinkedIn',
    },
  ])
  expect(suggest({ free: {} })).toEqual([])
})

test('the best time says which results it is based on', () => {
  const times = [
    { weekday: 3, hour: 15, lift: 0.2, is_recommended: true },
    { weekday: 1, hour: 9, lift: 0.314, is_recommended: true },
  ]
  expect(suggest({ results: { posts: 48, times }, usual: { stories: 40, times: [tuesdays] } })).toEqual([
    {
      kind: 'best_time',
      label: 'Best time',
      local: '2026-11-30T10:30',
      basis: 'Posts at this time did 31% better than average (48 posts compared)',
    },
  ])
})

test('without a visible difference: the usual time, or the next weekday morning', () => {
  expect(suggest({ results: noResults, usual: { stories: 40, times: [tuesdays] } })).toMatchObject([
    {
      kind: 'usual_time',
      label: 'Usual time',
      local: '2026-12-01T08:30',
      basis: '7 of your last 40 stories were published then',
    },
  ])
  expect(suggest({ results: noResults, usual: { stories: 40, times: [] } })).toMatchObject([
    { label: 'Weekday morning', local: '2026-11-30T09:00', basis: 'No time stands out in your results' },
  ])
  expect(suggest({ usual: { stories: 4, times: [] } })).toMatchObject([
    { label: 'Weekday morning', basis: 'Fewer than 5 stories are published, so there are no results yet' },
  ])
})
