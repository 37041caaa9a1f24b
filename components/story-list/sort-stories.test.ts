import { expect, test } from 'vitest'
import type { ListedStory } from '@/lib/stories/contract'
import { nextSort, readSort, sortStories, writeSort } from './sort-stories'

const aStory = (title: string, more: Partial<ListedStory> = {}): ListedStory =>
  ({
    title,
    caption: '',
    status: 'draft',
    scheduled_at: null,
    published_at: null,
    updated_at: '2031-01-01T00:00:00Z',
    total_engagement: null,
    total_impressions: null,
    ...more,
  }) as ListedStory

const titles = (stories: readonly ListedStory[], sort: string): (string | null)[] =>
  sortStories(stories, readSort(sort)).map(({ title }) => title)

test('sorts titles without case, and numbers in them by value', () => {
  const stories = [aStory('Tip 10'), aStory('apple'), aStory('Tip 9'), aStory('Banana')]
  expect(titles(stories, 'story')).toEqual(['apple', 'Banana', 'Tip 9', 'Tip 10'])
  expect(titles(stories, '-story')).toEqual(['Tip 10', 'Tip 9', 'Banana', 'apple'])
})

test('sorts by the time shown in the list', () => {
  const stories = [
    aStory('draft', { updated_at: '2031-01-03T00:00:00Z', scheduled_at: '2031-01-09T00:00:00Z' }),
    aStory('scheduled', { status: 'scheduled', scheduled_at: '2031-01-05T00:00:00Z' }),
    aStory('published', { status: 'published', published_at: '2031-01-04T00:00:00Z' }),
  ]
  expect(titles(stories, 'time')).toEqual(['draft', 'published', 'scheduled'])
})

test('stories without results come last in both directions', () => {
  const stories = [aStory('none'), aStory('few', { total_engagement: 9 }), aStory('many', { total_engagement: 80 })]
  expect(titles(stories, 'engagement')).toEqual(['few', 'many', 'none'])
  expect(titles(stories, '-engagement')).toEqual(['many', 'few', 'none'])
  // The rate needs impressions.
  const rated = [
    aStory('low', { total_engagement: 9, total_impressions: 900 }),
    aStory('none', { total_engagement: 9, total_impressions: 0 }),
    aStory('high', { total_engagement: 9, total_impressions: 90 }),
  ]
  expect(titles(rated, '-rate')).toEqual(['high', 'low', 'none'])
})

test('clicks sort, reverse and reset', () => {
  const click = (from: string | null, column: string) => {
    const sort = nextSort(readSort(from), column)
    return sort && writeSort(sort)
  }
  // The latest time first is the default order.
  expect(click(null, 'time')).toBe('time')
  expect(click('time', 'time')).toBeNull()
  expect(readSort('-time')).toBeNull()
  expect(click(null, 'rate')).toBe('-rate')
  expect(click('-rate', 'rate')).toBe('rate')
  expect(click('rate', 'rate')).toBeNull()
  expect(click('rate', 'time')).toBeNull()
  expect(click('time', 'story')).toBe('story')
  expect(readSort('caption')).toBeNull()
})
