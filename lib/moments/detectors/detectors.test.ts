import { describe, expect, test } from 'vitest'
import { severityOf } from './compare'
import type { ComparedPost } from './compared-post'
import { detect } from './detect'
import { findEngagementSpike } from './engagement-spike'
import { findMilestones, milestoneAt } from './milestone'
import { findClickSurge, findSaveSurge } from './rate-surge'
import { findReachRecord } from './reach-record'
import { findSlump } from './slump'
import { findStreaks } from './streak'

const dayMs = 86_400_000

/** A post of day `index`. Numbers vary by a tenth from day to day. */
function aPost(index: number, changes: Partial<ComparedPost> = {}): ComparedPost {
  const wave = 1 + 0.1 * Math.sin(index * 2.4)
  const published_at = new Date(Date.UTC(2026, 0, 1) + index * dayMs)
  return {
    story_id: `story-${index}`,
    channel: 'instagram',
    post_type: 'single',
    kind: '24h',
    published_at,
    taken_at: new Date(published_at.getTime() + dayMs),
    impressions: Math.round(1_200 * (1 + 0.1 * Math.cos(index * 1.7))),
    reach: Math.round(1_000 * (1 + 0.1 * Math.cos(index * 1.7))),
    engagement: Math.round(50 * wave),
    saves: Math.round(12 * wave),
    clicks: Math.round(12 * (1 + 0.1 * Math.sin(index * 1.1))),
    ...changes,
  }
}
const posts = (count: number, changes: Partial<ComparedPost> = {}): ComparedPost[] =>
  Array.from({ length: count }, (_, index) => aPost(index, changes))

describe('engagement spike', () => {
  test('compares a post with the 30 before it, and keeps the numbers', () => {
    const found = findEngagementSpike(aPost(40, { engagement: 400 }), posts(40))
    expect(found).toMatchObject({
      kind: 'engagement_spike',
      severity: 'exceptional',
      story_id: 'story-40',
      snapshot: { channel: 'instagram', post_type: 'single', hours: 24 },
    })
    expect(found?.kind === 'engagement_spike' && found.snapshot.comparable).toHaveLength(30)
  })

  test('grows with the distance, and needs one and a half times the median', () => {
    const severityWith = (engagement: number) =>
      findEngagementSpike(aPost(40, { engagement, impressions: null, reach: null }), posts(40))?.severity
    expect([60, 73, 80, 110, 160, 240].map(severityWith)).toEqual([
      undefined,
      undefined,
      'low',
      'medium',
      'high',
      'exceptional',
    ])
  })

  test.each([
    [3.5, 1.5, 'low', null],
    [5, 2, 'medium', 'low'],
    [7, 3, 'high', 'medium'],
    [10, 4, 'exceptional', 'high'],
  ])('from %s deviations and %s times the median the severity is %s', (z, ratio, severity, below) => {
    expect(severityOf(z, ratio)).toBe(severity)
    expect(severityOf(z - 0.01, 99)).toBe(below)
    expect(severityOf(99, ratio - 0.01)).toBe(below)
  })

  test('finds nothing with fewer than ten posts, among equal ones, or in a small audience', () => {
    const spike = aPost(40, { engagement: 400 })
    expect(findEngagementSpike(spike, posts(9))).toBeNull()
    expect(findEngagementSpike(spike, posts(10))).not.toBeNull()
    expect(findEngagementSpike(aPost(40, { engagement: 400, reach: 99 }), posts(40))).toBeNull()
    expect(findEngagementSpike(aPost(40, { engagement: 400, reach: 100 }), posts(40))).not.toBeNull()
    const same = { engagement: 50, impressions: 1_000, reach: 1_000 }
    expect(findEngagementSpike(aPost(40, { ...same, engagement: 400 }), posts(40, same))).toBeNull()
  })

  test('skips posts without numbers: not reported is not 0', () => {
    const earlier = posts(40).map((post, index) => (index % 2 ? { ...post, engagement: null } : post))
    expect(findEngagementSpike(aPost(40), earlier)).toBeNull()
    expect(findEngagementSpike(aPost(40, { engagement: null }), earlier)).toBeNull()
  })
})

test('a reach record is a quarter above all of at least 20 posts', () => {
  const record = (reach: number, earlier: number) => findReachRecord(aPost(60, { reach }), posts(earlier))
  expect(record(1_800, 20)).toMatchObject({
    kind: 'reach_record',
    snapshot: { previous_record: 1_100, earlier_posts: 20 },
  })
  expect(record(1_800, 19)).toBeNull()
  expect(record(1_300, 20)).toBeNull()
  const high = posts(40).map((post, index) => (index === 0 ? { ...post, reach: 1_600 } : post))
  expect(findReachRecord(aPost(60, { reach: 1_999 }), high)).toBeNull()
  expect(findReachRecord(aPost(60, { reach: 2_000 }), high)).not.toBeNull()
})

test('a save or click surge compares rates, and needs ten saves or clicks', () => {
  const more = { impressions: 6_000, reach: 5_000, saves: 60, clicks: 60 }
  expect(findSaveSurge(aPost(40, more), posts(40))).toBeNull()
  expect(findSaveSurge(aPost(40, { saves: 60 }), posts(40))).toMatchObject({
    kind: 'save_surge',
    severity: 'exceptional',
    snapshot: { metric: 'save_rate', count: 60 },
  })
  expect(findClickSurge(aPost(40, { clicks: 60 }), posts(40))).toMatchObject({ kind: 'click_surge' })
  expect(findClickSurge(aPost(40, { clicks: 9 }), posts(40, { clicks: 1 }))).toBeNull()
})

test('a slump is a run of seven far below the posts before it', () => {
  const low = (engagement: number) =>
    Array.from({ length: 7 }, (_, index) => aPost(60 + index, { engagement: engagement + (index % 3) }))
  const found = findSlump([...posts(60), ...low(20)])
  expect(found).toMatchObject({ kind: 'slump', story_id: null, snapshot: { latest_median: 21, median: 50 } })
  expect(findSlump([...posts(60), ...low(20)])).toEqual(found)
  expect(findSlump([...posts(60), ...low(40)])).toBeNull()
  expect(findSlump([...posts(60), ...low(20).slice(0, 3)])).toBeNull()
  expect(findSlump([...posts(22), ...low(20)])).toBeNull()
})

test('a streak starts at six posts above the median, and keeps its subject while it grows', () => {
  const above = Array.from({ length: 9 }, (_, index) => aPost(30 + index, { engagement: 70 + index }))
  const all = [...posts(29), aPost(29, { engagement: 45 }), ...above]
  const found = findStreaks(all, () => true)
  expect(found.map((one) => one.kind === 'streak' && one.snapshot.posts)).toEqual([6, 7, 8, 9])
  expect(new Set(found.map(({ subject }) => subject)).size).toBe(1)
  expect(findStreaks([...all, aPost(39, { engagement: 10 })], (post) => post.story_id === 'story-39')).toEqual([])
  expect(findStreaks(posts(200), () => true)).toEqual([])
  const justAbove = above.map((post) => ({ ...post, engagement: 60 }))
  expect(findStreaks([...posts(29), aPost(29, { engagement: 45 }), ...justAbove], () => true)).toEqual([])
})

test('milestones are 1, 2.5 and 5 times a power of ten of a project’s totals', () => {
  expect(
    [9_999, 10_000, 24_999, 25_000, 60_000, 100_000, 999_999, 1_000_000].map((total) =>
      milestoneAt('impressions', total),
    ),
  ).toEqual([0, 10_000, 10_000, 25_000, 50_000, 100_000, 500_000, 1_000_000])
  const before = { posts: 12, impressions: 99_500, engagement: 0, clicks: 0 }
  const counted = [0, 1, 2].map((index) => ({
    story_id: `story-${index}`,
    published_at: new Date(index * dayMs),
    read_at: new Date((index + 1) * dayMs),
    impressions: index === 0 ? null : 800,
    engagement: 5,
    clicks: null,
  }))
  expect(findMilestones(before, counted)).toMatchObject([
    {
      kind: 'milestone',
      severity: 'low',
      story_id: 'story-1',
      subject: 'impressions:100000',
      snapshot: { threshold: 100_000, total: 100_300, posts: 14 },
    },
  ])
})

test('posts are compared within channel, type and age only', () => {
  const spike = { engagement: 400 }
  const found = (changes: Partial<ComparedPost>) => {
    const post = aPost(40, { ...spike, ...changes })
    return detect([...posts(40), post], (one) => one === post).map(({ kind }) => kind)
  }
  expect(found({})).toEqual(['engagement_spike'])
  expect(found({ channel: 'facebook' })).toEqual([])
  expect(found({ post_type: 'reel' })).toEqual([])
  expect(found({ kind: '72h' })).toEqual([])
})
