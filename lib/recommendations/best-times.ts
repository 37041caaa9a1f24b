import type { ChannelId } from '@/lib/channel-ids'
import { groupBy } from '@/lib/metrics/group-by'
import { mean, seededRandom } from '@/lib/metrics/statistics'
import {
  bestCells,
  blockHours,
  blockOf,
  type CellEstimate,
  leastTimedPosts,
  type TimedOutcome,
} from '@/lib/metrics/time-cells'
import { byChannel, evidenceOf, type Finding, type Judged, noSubject, scoreOf } from './compared'
import { clockTime, countedPosts, intervalText, percent, weekdaysName } from './words'

const perChannelMax = 2

/**
 * One outcome per story and time: the mean of its posts. They share the content, so they do well or badly together, and
 * three posts of a good story would look like three good posts at that time.
 */
export function timedOutcomes(judged: readonly Judged[]): TimedOutcome[] {
  const times = groupBy(judged, ({ post }) => `${post.storyId} ${post.week} ${post.weekday} ${blockOf(post.hour)}`)
  return [...times.values()].flatMap((posts) =>
    posts.slice(0, 1).map(({ post: { weekday, hour, week, ageDays } }) => ({
      weekday,
      block: blockOf(hour),
      week,
      ageDays,
      outcome: mean(posts.map(({ outcome }) => outcome)),
    })),
  )
}

/**
 * The times of one channel that do better than its average. Each channel is one more chance to be wrong, so all channels
 * of the project share the level.
 *
 * @param judged posts of all channels
 */
export function bestCellsOfChannel(projectId: string, judged: readonly Judged[], channel: ChannelId): CellEstimate[] {
  const channels = byChannel(judged)
  const enough = channels.filter(([, posts]) => posts.length >= leastTimedPosts)
  const posts = channels.find(([name]) => name === channel)?.[1] ?? []
  const options = { random: seededRandom(`${projectId} time ${channel}`), level: 0.05 / Math.max(1, enough.length) }
  return bestCells(timedOutcomes(posts), options)
}

export function findBestTimes(projectId: string, judged: readonly Judged[]): Finding {
  const found = byChannel(judged).map(([channel, posts]) => {
    const cells = bestCellsOfChannel(projectId, judged, channel).slice(0, perChannelMax)
    const isEnough = posts.length >= leastTimedPosts
    return {
      recommendations: cells.map((cell) => recommendationOf(cell, channel, posts)),
      checks: [
        {
          kind: 'best_time' as const,
          channel,
          result: cells.length > 0 ? 'found' : isEnough ? 'no_visible_difference' : 'not_enough_posts',
          posts: posts.length,
          posts_needed: leastTimedPosts,
        } satisfies Finding['checks'][number],
      ],
    }
  })
  return {
    recommendations: found.flatMap(({ recommendations }) => recommendations),
    checks: found.flatMap(({ checks }) => checks),
  }
}

function recommendationOf(
  cell: CellEstimate,
  channel: Judged['post']['channel'],
  judged: readonly Judged[],
): Finding['recommendations'][number] {
  const hour = cell.block * blockHours
  const time = `${clockTime(hour)} and ${clockTime(hour + blockHours)}`
  const counted = countedPosts(cell.posts, channel)
  const posts = judged.map(({ post }) => post)
  return {
    kind: 'best_time',
    channel,
    title: `Post on ${weekdaysName(cell.weekday)} between ${time}`,
    rationale: `${counted} at this time did ${percent(cell.lift)} better than average (${intervalText(cell)}).`,
    evidence: evidenceOf(posts, cell.posts, cell),
    subject: { ...noSubject, weekday: cell.weekday, hour },
    score: scoreOf(cell.low),
  }
}
