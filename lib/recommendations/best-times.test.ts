import { expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { seededRandom } from '@/lib/metrics/statistics'
import { bestCells } from '@/lib/metrics/time-cells'
import { timedOutcomes } from './best-times'
import type { Judged } from './compared'

const channels: ChannelId[] = ['instagram', 'facebook', 'threads']

/** Stories on three channels, twelve times a week. Their content decides how they do, the time does not. */
function aQuarter(random: () => number): Judged[] {
  return Array.from({ length: 120 }, (_, index) => {
    const content = random() + random() + random() - 1.5
    return channels.map((channel): Judged => {
      const noise = (random() + random() + random() - 1.5) / 3
      return { outcome: content + noise, post: postOf(index, channel) }
    })
  }).flat()
}

const postOf = (index: number, channel: ChannelId): Judged['post'] => ({
  id: `${index} ${channel}`,
  storyId: String(index),
  channel,
  postType: 'single',
  captionLength: 100,
  publishedAt: new Date(0),
  engagement: 0,
  reach: null,
  weekday: 1 + (index % 6),
  hour: index % 12 < 6 ? 9 : 17,
  week: String(Math.floor(index / 12)),
  ageDays: 90 - index * 0.75,
})

test('stories on several channels do not make a time look better than it is', () => {
  const runs = 200
  const found = Array.from({ length: runs }, (_, run) => {
    const random = seededRandom(`stories ${run}`)
    return bestCells(timedOutcomes(aQuarter(random)), { random }).length > 0
  }).filter(Boolean)
  expect(found.length / runs).toBeLessThanOrEqual(0.05)
})

test('posts of a story at another time are an outcome of their own', () => {
  const at = (hour: number, outcome: number): Judged => ({ outcome, post: { ...postOf(0, 'x'), hour } })
  const outcomes = timedOutcomes([at(9, 1), at(10, 2), at(17, 5)])
  expect(outcomes.map(({ block, outcome }) => [block, outcome])).toEqual([
    [3, 1.5],
    [5, 5],
  ])
})
