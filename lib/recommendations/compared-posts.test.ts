import { expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { ComparedPost } from '@/lib/metrics/measured-posts'
import type { PillarWithPerformance } from '@/lib/pillars/contract'
import { findBestTimes } from './best-times'
import { type Judged, judgedPosts } from './compared'
import { findGroupDifferences } from './group-differences'
import { findPillarGaps } from './pillar-gaps'
import { findRepeatWinners } from './repeat-winners'

const aPost = (changes: Partial<ComparedPost> = {}): ComparedPost => ({
  id: 'item',
  storyId: 'story',
  channel: 'instagram',
  postType: 'single',
  publishedAt: new Date('2026-11-01T09:00:00Z'),
  engagement: 80,
  reach: 1_000,
  captionLength: 100,
  weekday: 1,
  hour: 9,
  week: '2026-44',
  ageDays: 10,
  ...changes,
})
const judged = (count: number, outcome: number, changes: Partial<ComparedPost> = {}): Judged[] =>
  Array.from({ length: count }, (_, index) => ({ post: aPost(changes), outcome: outcome + (index % 5) / 100 }))

test('posts of the last 90 days are judged; earlier ones show what is usual', () => {
  const ages = [...Array.from({ length: 8 }, (_, index) => 170 - index), 90.1, 89.9]
  const found = judgedPosts(ages.map((ageDays) => aPost({ ageDays })))
  expect(found.map(({ post }) => post.ageDays)).toEqual([89.9])
})

test('groups of fewer than eight posts are not compared', async () => {
  const compare = (carousels: number, others: number) => {
    const posts = [...judged(carousels, 2, { postType: 'carousel' }), ...judged(others, 0)]
    return findGroupDifferences('project', [], posts)
  }
  expect((await compare(8, 8)).recommendations).toMatchObject([{ subject: { post_type: 'carousel' } }])
  for (const [carousels, others] of [
    [7, 20],
    [20, 7],
  ] as const) {
    const { recommendations, checks } = await compare(carousels, others)
    expect(recommendations).toEqual([])
    expect(checks).toMatchObject([{ kind: 'format', result: 'nothing_to_compare', posts_needed: 16 }])
  }
})

test('more channels need a clearer difference: each is one more chance to be wrong', () => {
  const timed = (channel: ChannelId, count: number, effect: number): Judged[] =>
    Array.from({ length: count }, (_, index) => ({
      post: aPost({ storyId: `${channel} ${index}`, channel, weekday: 1 + (index % 4), week: String(index % 3) }),
      outcome: (index % 4 === 0 ? effect : 0) + ((index * 7) % 11) / 11,
    }))
  const resultWith = (postsOfOthers: number) => {
    const others = channelIds.slice(1).flatMap((channel) => timed(channel, postsOfOthers, 0))
    return findBestTimes('project', [...timed(channelIds[0], 24, 0.65), ...others]).checks[0]?.result
  }
  expect([0, 19, 24].map(resultWith)).toEqual(['found', 'found', 'no_visible_difference'])
})

test('a winner is worth repeating after 60 days, if ten posts can be compared and it was not used again', () => {
  const find = (ageDays: number, others: number, repeatable = 'winner') => {
    const posts = [...judged(others, 0), { post: aPost({ storyId: 'winner', ageDays }), outcome: 1 }]
    return findRepeatWinners(posts, new Map([[repeatable, 'Loaf']])).recommendations.map(({ subject }) => subject)
  }
  expect(find(60.1, 9)).toMatchObject([{ story_id: 'winner' }])
  expect(find(59.9, 9)).toEqual([])
  expect(find(60.1, 8)).toEqual([])
  expect(find(60.1, 9, 'other')).toEqual([])
})

test('a pillar is recommended below half of its target share, with at least five posts', () => {
  const found = (share_percent: number, posts: number) => {
    const performance = { share_percent, window_days: 30, days_since_last: 1, is_in_gap: false, next_story: null }
    const pillar = { content_type: 'tips', name: 'Tips', allocation_percent: 50, max_gap_days: null, performance }
    return findPillarGaps([pillar as unknown as PillarWithPerformance], posts)
  }
  expect(found(24.9, 5).recommendations).toMatchObject([{ evidence: { value: 0.249, baseline: 0.5 } }])
  expect(found(25, 5).checks).toMatchObject([{ result: 'no_visible_difference' }])
  expect(found(0, 4).checks).toMatchObject([{ result: 'not_enough_posts', posts_needed: 5 }])
})
