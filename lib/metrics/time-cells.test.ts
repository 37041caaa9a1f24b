import { describe, expect, test } from 'vitest'
import { type MeasuredPost, outcomesOf } from './outcomes'
import { seededRandom } from './statistics'
import { bestCells, estimateCells, type TimedOutcome } from './time-cells'

const dayMs = 86_400_000
const start = Date.UTC(2026, 6, 1)

/** Approximately normal: the sum of twelve uniform numbers. */
const normal = (random: () => number): number => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)

type Account = { seed: string; posts: number; slots?: number /** Change in the first slot. */; effect?: number }

/** Outcomes of an account that posts in a dozen slots of the week, for 90 days. */
function outcomesOfAccount({ seed, posts: count, slots: slotCount = 12, effect = 0 }: Account) {
  const random = seededRandom(seed)
  const slots = Array.from({ length: slotCount }, (_, index) => ({ weekday: 1 + (index % 7), block: 2 + (index % 5) }))
  const posts = Array.from({ length: count + 8 }, (_, index) => {
    const slot = Math.floor(random() * slots.length)
    const reach = Math.round(800 * Math.exp(0.4 * normal(random)))
    const rate = 0.08 * Math.exp(0.25 * normal(random)) * (slot === 0 ? 1 + effect : 1)
    return {
      id: String(index),
      channel: 'instagram',
      postType: 'single',
      publishedAt: new Date(start + (index * 90 * dayMs) / (count + 8)),
      engagement: Math.round(reach * rate),
      reach,
      ...(slots[slot] ?? { weekday: 1, block: 2 }),
    }
  })
  const outcomes = outcomesOf(posts)
  const timed = posts.flatMap((post): TimedOutcome[] => {
    const outcome = outcomes.get(post)
    const ageDays = 90 - (post.publishedAt.getTime() - start) / dayMs
    const { weekday, block } = post
    return outcome === undefined ? [] : [{ weekday, block, outcome, ageDays, week: String(Math.floor(ageDays / 7)) }]
  })
  return { timed, random, slot: slots[0] }
}

const runs = 200
const countRuns = (isHit: (run: number) => boolean): number =>
  Array.from({ length: runs }, (_, run) => isHit(run)).filter(Boolean).length

describe('best cells of simulated accounts', () => {
  test('without an effect at most 5% of runs recommend a time', () => {
    const found = countRuns((run) => {
      const { timed, random } = outcomesOfAccount({ seed: `none ${run}`, posts: 150 })
      return bestCells(timed, { random }).length > 0
    })
    expect(found / runs).toBeLessThanOrEqual(0.05)
  })

  test('a cell that is 40% better is found in at least 80% of runs with 150 posts', () => {
    const found = countRuns((run) => {
      const { timed, random, slot } = outcomesOfAccount({ seed: `planted ${run}`, posts: 150, slots: 10, effect: 0.4 })
      const [best] = bestCells(timed, { random })
      return best?.weekday === slot?.weekday && best?.block === slot?.block
    })
    expect(found / runs).toBeGreaterThanOrEqual(0.8)
  })
})

const aPost = (weekday: number, outcome: number, week = 'a'): TimedOutcome => ({
  weekday,
  block: 3,
  outcome,
  week,
  ageDays: 0,
})

test('cells are shrunk towards the average, the more the fewer posts they have', () => {
  const often = Array.from({ length: 12 }, (_, index) => aPost(1, 0.5 + (index % 2 ? 0.1 : -0.1)))
  const rarely = [aPost(2, 0.4), aPost(2, 0.6)]
  const others = Array.from({ length: 30 }, (_, index) => aPost(3 + (index % 3), index % 2 ? 0.1 : -0.1))
  const [first, second] = estimateCells([...often, ...rarely, ...others])
  expect([first?.posts, second?.posts]).toEqual([12, 2])
  expect(first?.lift).toBeGreaterThan(second?.lift ?? 0)
  expect(first?.low).toBeGreaterThan(0)
  expect(second?.lift).toBeGreaterThan(0)
})

test('recent posts weigh more', () => {
  const posts = (weekday: number, outcome: number, ageDays: number) =>
    Array.from({ length: 12 }, (_, index) => ({ ...aPost(weekday, outcome + (index % 2 ? 0.1 : -0.1)), ageDays }))
  const others = [3, 4, 5].flatMap((weekday) => posts(weekday, 0, 0))
  const [better, worse] = estimateCells([
    ...[...posts(1, 0.5, 0), ...posts(1, -0.5, 112)],
    ...[...posts(2, -0.5, 0), ...posts(2, 0.5, 112)],
    ...others,
  ])
  // After two half-lives an old post has a quarter of the weight: (0.5 − 0.125) / 1.25 = 0.3.
  expect(better?.lift).toBeGreaterThan(0.2)
  expect(worse?.lift).toBeLessThan(-0.2)
})

test('cells that differ no more than by chance have no lift', () => {
  const posts = Array.from({ length: 40 }, (_, index) => aPost(1 + (index % 4), index % 8 < 4 ? 0.2 : -0.2))
  expect(estimateCells(posts).map(({ lift }) => lift)).toEqual([0, 0, 0, 0])
  expect(estimateCells([aPost(1, 1)])).toEqual([{ weekday: 1, block: 3, posts: 1, weeks: 1, lift: 0, low: 0, high: 0 }])
  expect(estimateCells([])).toEqual([])
})

test('a cell is not recommended from one week, or an account with fewer than 20 posts', () => {
  const random = seededRandom('floors')
  const good = (week: string) => Array.from({ length: 4 }, (_, index) => aPost(1, 1 + index / 100, week))
  const others = Array.from({ length: 20 }, (_, index) => aPost(2 + (index % 4), index / 100, String(index % 3)))
  expect(bestCells([...good('a'), ...others], { random })).toEqual([])
  const better = [...good('a'), ...good('b')]
  expect(bestCells([...better, ...others], { random }).map(({ weekday }) => weekday)).toEqual([1])
  expect(bestCells([...better, ...others.slice(0, 8)], { random })).toEqual([])
})

describe('outcomes', () => {
  const aMeasured = (index: number, more: Partial<MeasuredPost>): MeasuredPost => ({
    id: String(index),
    channel: 'x',
    postType: 'single',
    publishedAt: new Date(start + index * dayMs),
    engagement: 99,
    reach: 980,
    ...more,
  })

  test('compare a post with the median of the posts before it, within channel and post type', () => {
    const posts = [
      ...Array.from({ length: 8 }, (_, index) => aMeasured(index, {})),
      aMeasured(8, { engagement: 199 }),
      aMeasured(9, { engagement: 199, postType: 'carousel' }),
    ]
    expect([...outcomesOf(posts).entries()].map(([{ id }, outcome]) => [id, outcome])).toEqual([
      ['8', expect.closeTo(Math.log(2))],
    ])
  })

  test('use engagement alone where the network reports no reach', () => {
    const posts = Array.from({ length: 9 }, (_, index) =>
      aMeasured(index, { reach: null, engagement: index === 8 ? 49 : 99 }),
    )
    expect([...outcomesOf(posts).values()]).toEqual([expect.closeTo(-Math.log(2))])
  })
})
