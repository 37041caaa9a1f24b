import type { ChannelId } from '@/lib/channel-ids'
import { yielding } from '@/lib/event-loop'
import { compareMedians, type Difference, leastInGroup, standing } from '@/lib/metrics/compare-groups'
import { groupBy } from '@/lib/metrics/group-by'
import { quantile, seededRandom } from '@/lib/metrics/statistics'
import type { PostType } from '@/lib/story-content'
import { byChannel, evidenceOf, type Finding, type Judged, noSubject, scoreOf } from './compared'
import type { Recommendation, RecommendationCheck } from './contract'
import { countedPosts, intervalText, percent, postTypesName } from './words'

/** Resampling takes time, so only the newest posts of a channel are compared. */
const comparedMax = 500

type Comparison = {
  kind: 'format' | 'length'
  channel: ChannelId
  group: Judged[]
  others: Judged[]
  /** Completes “12 Instagram …”. */
  groupName: string
  title: string
  subject: Partial<Recommendation['subject']>
}

/**
 * Formats and lengths of captions that do visibly better than the other posts of the channel.
 *
 * @param judged compared within channel and post type, so that the format does not count as length
 * @param acrossTypes compared within the channel
 */
export async function findGroupDifferences(
  projectId: string,
  judged: readonly Judged[],
  acrossTypes: readonly Judged[],
): Promise<Finding> {
  const formats = byChannel(acrossTypes).map(([channel, posts]) => ({
    channel,
    posts,
    list: formatsOf(channel, posts),
  }))
  const lengths = byChannel(judged).map(([channel, posts]) => ({ channel, posts, list: lengthsOf(channel, posts) }))
  const comparisons = [...formats, ...lengths].flatMap(({ list }) => list)
  const differences = await compareAll(projectId, comparisons)
  const stands = standing(differences.map(({ chance }) => chance))
  const found = comparisons.flatMap((comparison, index) => {
    const difference = differences[index]
    return difference && stands[index] && difference.low > 0 ? [recommendationOf(comparison, difference)] : []
  })
  const checkOf =
    (kind: Comparison['kind']) =>
    ({ channel, posts, list }: (typeof formats)[number]): RecommendationCheck => {
      const isFound = found.some((one) => one.kind === kind && one.channel === channel)
      const postsNeeded = 2 * leastInGroup
      const notCompared = posts.length < postsNeeded ? 'not_enough_posts' : 'nothing_to_compare'
      const result = isFound ? 'found' : list.length > 0 ? 'no_visible_difference' : notCompared
      return { kind, channel, result, posts: posts.length, posts_needed: postsNeeded }
    }
  return { recommendations: found, checks: [...formats.map(checkOf('format')), ...lengths.map(checkOf('length'))] }
}

async function compareAll(projectId: string, comparisons: readonly Comparison[]): Promise<Difference[]> {
  const takeTurn = yielding()
  const differences: Difference[] = []
  for (const { kind, channel, group, others, groupName } of comparisons) {
    await takeTurn()
    const random = seededRandom(`${projectId} ${kind} ${channel} ${groupName}`)
    const outcomes = [group, others].map((posts) => posts.slice(-comparedMax).map(({ outcome }) => outcome))
    differences.push(compareMedians(outcomes[0] ?? [], outcomes[1] ?? [], random))
  }
  return differences
}

const isComparable = ({ group, others }: Comparison): boolean =>
  group.length >= leastInGroup && others.length >= leastInGroup

const formatsOf = (channel: ChannelId, posts: Judged[]): Comparison[] =>
  [...groupBy(posts, ({ post }) => post.postType)]
    .map(([name, group]): Comparison => {
      const postType = name as PostType
      return {
        kind: 'format',
        channel,
        group,
        others: posts.filter(({ post }) => post.postType !== postType),
        groupName: postTypesName(postType),
        title: `Post more ${postTypesName(postType)}`,
        subject: { post_type: postType },
      }
    })
    .filter(isComparable)

/** Short, medium and long captions, a third of the posts each. */
function lengthsOf(channel: ChannelId, posts: Judged[]): Comparison[] {
  const lengths = posts.map(({ post }) => post.captionLength)
  const [short, long] = [Math.round(quantile(lengths, 1 / 3)), Math.round(quantile(lengths, 2 / 3))]
  if (!(short < long)) return []
  const ranges = [
    { min: 0, max: short, name: `captions of up to ${short} characters` },
    { min: short + 1, max: long, name: `captions of ${short + 1} to ${long} characters` },
    { min: long + 1, max: null, name: `captions of more than ${long} characters` },
  ]
  return ranges
    .map(({ min, max, name }): Comparison => {
      const isWithin = ({ post }: Judged): boolean =>
        post.captionLength >= min && (max === null || post.captionLength <= max)
      return {
        kind: 'length',
        channel,
        group: posts.filter(isWithin),
        others: posts.filter((one) => !isWithin(one)),
        groupName: `posts with ${name}`,
        title: `Write ${name}`,
        subject: { characters_min: min, characters_max: max },
      }
    })
    .filter(isComparable)
}

function recommendationOf(
  { kind, channel, group, others, groupName, title, subject }: Comparison,
  difference: Difference,
): Recommendation {
  const [lift, low, high] = [difference.value, difference.low, difference.high].map(Math.expm1) as [
    number,
    number,
    number,
  ]
  const better = `${percent(lift)} better than ${countedPosts(others.length, channel)} of other`
  const what = kind === 'format' ? 'formats' : 'lengths'
  return {
    kind,
    channel,
    title,
    rationale: `${group.length} ${groupName} did ${better} ${what} (${intervalText({ low, high })}).`,
    evidence: evidenceOf(
      others.map(({ post }) => post),
      group.length,
      { lift, low, high },
    ),
    subject: { ...noSubject, ...subject },
    score: scoreOf(low),
  }
}
