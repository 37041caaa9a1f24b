import { groupBy } from './group-by'

/** Cells of a week: 7 days of 8 blocks. Single hours would hold too few posts. */
export const blockHours = 3
/** 1 is Monday. `block` 0 starts at midnight. */
export type Cell = { weekday: number; block: number }

export type TimedOutcome = Cell & {
  /** See `Outcomes`. */
  outcome: number
  /** Names the week of the post. */
  week: string
  ageDays: number
}

export type CellEstimate = Cell & {
  posts: number
  weeks: number
  /** Estimated change against the average time: 0.2 is 20% better. */
  lift: number
  /** 90% interval of the lift. */
  low: number
  high: number
}

const halfLifeDays = 56
const z90 = 1.64
/** Less is too few to recommend a time. */
export const leastTimedPosts = 20
const leastCellPosts = 3
const leastWeeks = 2

export const cellKey = ({ weekday, block }: Cell): string => `${weekday} ${block}`
export const blockOf = (hour: number): number => Math.floor(hour / blockHours)

/**
 * Estimates how well posts do in each cell. Cells with few posts are shrunk towards the average, and all of them are
 * if the cells differ no more than by chance: empirical Bayes with a normal model (Efron & Morris 1975), variance
 * between cells by the method of moments (DerSimonian & Laird 1986). Recent posts weigh more.
 */
export function estimateCells(posts: readonly TimedOutcome[]): CellEstimate[] {
  const cells = [...groupBy(posts, cellKey).values()].map(summaryOf)
  const count = sum(cells.map((cell) => cell.count))
  const average = sum(cells.map((cell) => cell.count * cell.mean)) / count
  const within = sum(cells.map((cell) => cell.count * cell.variance)) / (count - cells.length)
  const squares = sum(cells.map((cell) => cell.count ** 2))
  const spread = sum(cells.map((cell) => cell.count * (cell.mean - average) ** 2))
  const between = Math.max(0, (spread - (cells.length - 1) * within) / (count - squares / count))
  // One cell, or one post per cell: nothing to compare.
  const isKnown = cells.length > 1 && count > cells.length && Number.isFinite(between)
  return cells.map(({ posts, count, mean, cell }) => {
    const error = within / count
    const shrinkage = isKnown && between > 0 ? between / (between + error) : 0
    const estimate = shrinkage * (mean - average)
    const margin = z90 * Math.sqrt(shrinkage * error)
    return {
      ...cell,
      posts: posts.length,
      weeks: new Set(posts.map(({ week }) => week)).size,
      lift: shrinkage > 0 ? Math.expm1(estimate) : 0,
      low: shrinkage > 0 ? Math.expm1(estimate - margin) : 0,
      high: shrinkage > 0 ? Math.expm1(estimate + margin) : 0,
    }
  })
}

/** Mean and variance of a cell, weighted by age. `count` is the effective number of posts (Kish 1965). */
function summaryOf(posts: readonly TimedOutcome[]) {
  const weights = posts.map(weightOf)
  const total = sum(weights)
  const weighted = (read: (post: TimedOutcome) => number): number =>
    sum(posts.map((post, index) => (weights[index] ?? 0) * read(post))) / total
  const mean = weighted(({ outcome }) => outcome)
  return {
    cell: { weekday: posts[0]?.weekday ?? 0, block: posts[0]?.block ?? 0 },
    posts,
    count: total ** 2 / sum(weights.map((weight) => weight ** 2)),
    mean,
    variance: weighted(({ outcome }) => (outcome - mean) ** 2),
  }
}

const weightOf = ({ ageDays }: TimedOutcome): number => 0.5 ** (ageDays / halfLifeDays)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Cells used often enough to call them usual, and to judge them. */
export const isUsedOften = ({ posts, weeks }: Pick<CellEstimate, 'posts' | 'weeks'>): boolean =>
  posts >= leastCellPosts && weeks >= leastWeeks

/**
 * Cells in which posts do visibly better, best first. Empty is the usual result.
 *
 * @param level chance of a result if the time makes no difference
 */
export function bestCells(
  posts: readonly TimedOutcome[],
  { random, level = 0.05 }: { random: () => number; level?: number },
): CellEstimate[] {
  if (posts.length < leastTimedPosts) return []
  const best = estimateCells(posts).filter((cell) => isUsedOften(cell) && cell.low > 0)
  if (best.length === 0 || !doCellsDiffer(posts, random, level)) return []
  return best.sort((one, other) => other.low - one.low)
}

const permutations = 999

/** Permutation test: are posts at random times this different rarely? Many cells make one look good by chance. */
function doCellsDiffer(posts: readonly TimedOutcome[], random: () => number, level: number): boolean {
  const names = [...new Set(posts.map(cellKey))]
  const cells = posts.map((post) => names.indexOf(cellKey(post)))
  const weights = posts.map(weightOf)
  const outcomes = Float64Array.from(posts, ({ outcome }) => outcome)
  const spreadOf = (): number => {
    const [totals, sums] = [new Float64Array(names.length), new Float64Array(names.length)]
    for (const [index, cell] of cells.entries()) {
      const weight = weights[index] ?? 0
      totals[cell] = (totals[cell] ?? 0) + weight
      sums[cell] = (sums[cell] ?? 0) + weight * (outcomes[index] ?? 0)
    }
    const average = sum([...sums]) / sum([...totals])
    return sum([...totals].map((total, cell) => total * ((sums[cell] ?? 0) / total - average) ** 2))
  }
  const observed = spreadOf()
  let asLarge = 1
  for (let run = 0; run < permutations; run++) {
    shuffle(outcomes, random)
    if (spreadOf() >= observed) asLarge++
  }
  return asLarge / (permutations + 1) <= level
}

/** Fisher–Yates. */
function shuffle(values: Float64Array, random: () => number): void {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const value = values[last] ?? 0
    values[last] = values[other] ?? 0
    values[other] = value
  }
}
