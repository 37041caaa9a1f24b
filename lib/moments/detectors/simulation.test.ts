import { expect, test } from 'vitest'
import { seededRandom } from '@/lib/metrics/statistics'
import { isAbove } from '../kinds'
import type { ComparedPost } from './compared-post'
import { detect } from './detect'
import type { Finding } from './finding'
import { findSlump } from './slump'

/**
 * Accounts whose posts all come from one log-normal distribution: nothing about them is notable. Reach varies by a
 * factor of 1.2 to 1.6 between posts, engagement rates by 1.2 to 1.4.
 */
type Account = {
  postsPerMonth: number
  reach: number
  reachSpread: number
  rate: number
  rateSpread: number
  saveShare: number
  clickShare: number
}

const random = seededRandom('moments')
const between = (low: number, high: number): number => low + (high - low) * random()
const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

function poisson(mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
  const end = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > end; product *= random()) count += 1
  return count
}

const postingRates = [4, 12, 30, 90]

const anAccount = (index: number): Account => ({
  postsPerMonth: postingRates[index % postingRates.length] ?? 30,
  reach: Math.exp(between(Math.log(300), Math.log(50_000))),
  reachSpread: between(0.2, 0.5),
  rate: between(0.01, 0.06),
  rateSpread: between(0.15, 0.35),
  saveShare: between(0.05, 0.15),
  clickShare: between(0.03, 0.2),
})

const start = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000

function aPost(account: Account, index: number, engagementTimes = 1): ComparedPost {
  const reach = Math.max(1, Math.round(account.reach * Math.exp(account.reachSpread * normal())))
  const counted = (share: number): number =>
    poisson(reach * account.rate * share * engagementTimes * Math.exp(account.rateSpread * normal()))
  const likes = counted(1)
  const saves = counted(account.saveShare)
  const clicks = counted(account.clickShare)
  const published_at = new Date(start + (index * 30 * dayMs) / account.postsPerMonth)
  return {
    story_id: `story-${index}`,
    channel: 'instagram',
    post_type: 'single',
    kind: '24h',
    published_at,
    taken_at: new Date(published_at.getTime() + dayMs),
    impressions: Math.round(reach * 1.2),
    reach,
    engagement: likes + saves + clicks,
    saves,
    clicks,
  }
}

const series = (account: Account, count: number): ComparedPost[] =>
  Array.from({ length: count }, (_, index) => aPost(account, index))

/** Everything found while the posts come in one by one. */
const findAll = (posts: readonly ComparedPost[]): Finding[] => [
  ...detect(posts, () => true).filter(({ kind }) => kind !== 'slump'),
  ...posts.flatMap((_, index) => findSlump(posts.slice(Math.max(0, index - 67), index + 1)) ?? []),
]

const months = 3

test('fewer than 1 in 100 months of 1,000 ordinary accounts have a moment above low', () => {
  const noisy = { low: 0, 'above low': 0 }
  for (let index = 0; index < 1_000; index += 1) {
    const account = anAccount(index)
    const found = findAll(series(account, account.postsPerMonth * months))
    const monthOf = ({ detected_at }: Finding): number => Math.floor((detected_at.getTime() - start) / (30 * dayMs))
    const severe = found.filter(({ severity }) => isAbove(severity, 'low'))
    noisy.low += new Set(found.filter(({ severity }) => severity === 'low').map(monthOf)).size
    noisy['above low'] += new Set(severe.map(monthOf)).size
  }
  expect(noisy['above low'] / (1_000 * months)).toBeLessThan(0.01)
})

test('engagement of five times the usual is found in at least 95 of 100 posts', () => {
  const planted = 1_000
  let found = 0
  for (let index = 0; index < planted; index += 1) {
    const account = anAccount(index)
    const posts = [...series(account, 40), aPost(account, 40, 5)]
    if (detect(posts, (post) => post === posts.at(-1)).some(({ kind }) => kind === 'engagement_spike')) found += 1
  }
  expect(found / planted).toBeGreaterThanOrEqual(0.95)
})
