import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channel-ids'
import { notFound } from '@/lib/errors'
import { comparedDays, findMeasuredPosts } from '@/lib/metrics/measured-posts'
import { seededRandom } from '@/lib/metrics/statistics'
import {
  bestCells,
  blockHours,
  type CellEstimate,
  cellKey,
  estimateCells,
  isUsedOften,
  leastTimedPosts,
} from '@/lib/metrics/time-cells'
import { performanceOf } from '@/lib/pillars/performance'
import { findProject } from '@/lib/projects/repository'
import { bestCellsOfChannel, findBestTimes, timedOutcomes } from './best-times'
import { type Judged, judgedPosts } from './compared'
import {
  type listPostingTimes as listPostingTimesContract,
  type PostingTime,
  type Recommendation,
  recommendationKinds,
  type listRecommendations as recommendationsContract,
} from './contract'
import { findGroupDifferences } from './group-differences'
import { findPillarGaps } from './pillar-gaps'
import { findRepeatWinners, oldWinners } from './repeat-winners'
import { findRepeatable } from './repository'
import { withWording } from './wording/with-wording'

const most = { perKind: 3, inAll: 15 }

export async function listRecommendations(
  context: Context,
  input: InputOf<typeof recommendationsContract>,
): Promise<AnswerOf<typeof recommendationsContract>> {
  const { projectId } = await accessProject(context, input.project_id, 'recommendations:read')
  const { db, now } = context
  const { posts } = await measuredPosts(context, projectId)
  const judged = judgedPosts(posts)
  const acrossTypes = judgedPosts(posts, ({ channel }) => channel)
  const repeated = ofChannels(judged, input.channel)
  const winners = oldWinners(repeated).map(({ post }) => post.storyId)
  const repeatable = await findRepeatable(db, projectId, winners)
  const findings = [
    findBestTimes(projectId, judged),
    await findGroupDifferences(projectId, judged, acrossTypes),
    findPillarGaps(
      await performanceOf(db, projectId, now),
      posts.filter(({ ageDays }) => ageDays <= comparedDays).length,
    ),
    findRepeatWinners(repeated, repeatable),
  ]
  // Filtered at the end: the number of comparisons decides what stands, and must not depend on the filter.
  const isWanted = ({ kind, channel }: Pick<Recommendation, 'kind' | 'channel'>): boolean =>
    (input.kind?.includes(kind) ?? true) && (channel === null || (input.channel?.includes(channel) ?? true))
  const all = findings.flatMap(({ recommendations }) => recommendations)
  return {
    recommendations: await withWording(db, projectId, bestOf(all.filter(isWanted))),
    checks: findings.flatMap(({ checks }) => checks).filter(isWanted),
  }
}

function bestOf(all: readonly Recommendation[]): Recommendation[] {
  const sorted = all.toSorted((one, other) => other.score - one.score)
  return recommendationKinds
    .flatMap((kind) => sorted.filter((one) => one.kind === kind).slice(0, most.perKind))
    .sort((one, other) => other.score - one.score)
    .slice(0, most.inAll)
}

async function measuredPosts({ db, now }: Context, projectId: string) {
  const project = await findProject(db, projectId)
  if (!project) throw notFound('project')
  const timezone = project.timezone ?? 'UTC'
  return { timezone, posts: await findMeasuredPosts(db, projectId, { timezone, now }) }
}

export async function listPostingTimes(
  context: Context,
  input: InputOf<typeof listPostingTimesContract>,
): Promise<AnswerOf<typeof listPostingTimesContract>> {
  const { projectId } = await accessProject(context, input.project_id, 'analytics:read')
  const { timezone, posts } = await measuredPosts(context, projectId)
  const judged = judgedPosts(posts)
  const channels = [...new Set(input.channel)]
  const timed = timedOutcomes(
    channels.length > 0 ? judged.filter(({ post }) => channels.includes(post.channel)) : judged,
  )
  const cells = new Map(estimateCells(timed).map((cell) => [cellKey(cell), cell]))
  const [channel, ...others] = new Set(input.channel)
  const best = new Set(
    (channel && others.length === 0
      ? bestCellsOfChannel(projectId, judged, channel)
      : bestCells(timed, { random: seededRandom(`${projectId} times`) })
    ).map(cellKey),
  )
  const times = Array.from({ length: 56 }, (_, index) => {
    const cell = { weekday: 1 + Math.floor(index / 8), block: index % 8 }
    return timeOf({ ...cell, ...cells.get(cellKey(cell)) }, best.has(cellKey(cell)))
  })
  const isEnough = timed.length >= leastTimedPosts
  const result = best.size > 0 ? 'found' : isEnough ? 'no_visible_difference' : 'not_enough_posts'
  return { timezone, posts: timed.length, posts_needed: leastTimedPosts, result, times }
}

const ofChannels = (judged: readonly Judged[], channels: readonly ChannelId[] | undefined): readonly Judged[] =>
  channels ? judged.filter(({ post }) => channels.includes(post.channel)) : judged

const round = (value: number): number => Math.round(value * 10_000) / 10_000

function timeOf(
  {
    weekday,
    block,
    posts = 0,
    weeks = 0,
    lift = 0,
    low = 0,
    high = 0,
  }: Partial<CellEstimate> & Pick<CellEstimate, 'weekday' | 'block'>,
  isBest: boolean,
): PostingTime {
  const isKnown = isUsedOften({ posts, weeks })
  return {
    weekday,
    hour: block * blockHours,
    posts,
    lift: isKnown ? round(lift) : null,
    lift_low: isKnown ? round(low) : null,
    lift_high: isKnown ? round(high) : null,
    is_recommended: isBest,
  }
}
