import { expect, test } from 'vitest'
import type { ListedQueueItem } from '@/lib/queue/contract'
import { captionBelow, channelList, groupByStory } from './queue-stories'

const anItem = (story: string, channel: string, scheduledAt: string): ListedQueueItem =>
  ({ id: `${story} ${channel}`, story_id: story, channel, scheduled_at: scheduledAt }) as ListedQueueItem

test('channels of a story at one time share a row, in display order', () => {
  const rows = groupByStory(
    [
      anItem('bread', 'x', '2031-05-01T09:00:00Z'),
      anItem('cake', 'x', '2031-05-01T09:30:00Z'),
      anItem('bread', 'instagram', '2031-05-01T09:00:00Z'),
    ],
    'Europe/Berlin',
  )
  expect(rows.map(({ at, items }) => [at, items.map(({ channel }) => channel)])).toEqual([
    ['2031-05-01T09:00:00Z', ['instagram', 'x']],
    ['2031-05-01T09:30:00Z', ['x']],
  ])
})

test('a story has a row for each of its times', () => {
  const items = [
    anItem('bread', 'x', '2031-05-01T09:00:00Z'),
    anItem('bread', 'facebook', '2031-05-01T09:00:00Z'),
    anItem('bread', 'instagram', '2031-05-01T12:30:00Z'),
    anItem('cake', 'x', '2031-05-01T12:30:00Z'),
  ]
  const rows = groupByStory(items, 'Europe/Berlin')
  expect(rows.map(({ at, items, isPart }) => [at, channelList(items), isPart])).toEqual([
    ['2031-05-01T09:00:00Z', 'Facebook and X', true],
    ['2031-05-01T12:30:00Z', 'Instagram', true],
    ['2031-05-01T12:30:00Z', 'X', false],
  ])
})

test('posts that were scheduled together share a row, although they were published seconds apart', () => {
  const published = (channel: string, at: string) => ({
    ...anItem('bread', channel, '2031-05-01T09:00:00Z'),
    published_at: at,
  })
  const rows = groupByStory(
    [published('x', '2031-05-01T09:00:04Z'), published('threads', '2031-05-01T09:00:02Z')],
    'UTC',
  )
  expect(rows.map(({ at, items }) => [at, items.length])).toEqual([['2031-05-01T09:00:02Z', 2]])
})

test('a story that is published on two days has a row on each, by the day of the zone', () => {
  const items = [anItem('bread', 'x', '2031-05-01T21:00:00Z'), anItem('bread', 'threads', '2031-05-01T23:00:00Z')]
  expect(groupByStory(items, 'Europe/Berlin').map(({ day }) => day)).toEqual(['2031-05-01', '2031-05-02'])
  expect(groupByStory(items, 'UTC').map(({ day }) => day)).toEqual(['2031-05-01', '2031-05-01'])
})

test.each([
  [['x'], 'X'],
  [['x', 'threads'], 'X and Threads'],
  [['x', 'threads', 'linkedin'], 'X, Threads and LinkedIn'],
])('%j: %s', (channels, text) => {
  expect(channelList(channels.map((channel) => ({ channel: channel as 'x' })))).toBe(text)
})

test.each([
  [null, 'One line', ''],
  [null, '\nFirst\n\nSecond\nthird', 'Second third'],
  ['Title', 'First\nsecond', 'First second'],
  ['Title', 'Title\nsecond', 'second'],
])('title %j, caption %j: %j below the headline', (title, caption, text) => {
  expect(captionBelow({ title, primary_caption: caption })).toBe(text)
})
