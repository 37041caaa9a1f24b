import type { AnswerTo } from '@/lib/api/operation'
import type { listPostingTimes } from '@/lib/openapi/operations.generated'
import type { RecommendationCheck, RecommendationKind } from '@/lib/recommendations/contract'
import { formatNumber } from '@/lib/text/number-text'
import { zoneText } from '@/lib/text/zone-text'

type Kind = { label: string; noDifference: string; oneGroup?: string }

const kinds: Record<RecommendationKind, Kind> = {
  best_time: { label: 'Best time', noDifference: 'The time of posting makes no visible difference.' },
  format: {
    label: 'Format',
    noDifference: 'No format does visibly better.',
    oneGroup: 'Too few posts in a second format.',
  },
  length: {
    label: 'Caption length',
    noDifference: 'The length of captions makes no visible difference.',
    oneGroup: 'The captions are of about the same length.',
  },
  pillar_gap: { label: 'Pillars', noDifference: 'No pillar is missing.' },
  repeat_winner: { label: 'Posts to repeat', noDifference: 'No post older than 60 days stands out.' },
}

type Check = Pick<RecommendationCheck, 'kind' | 'result'>

export const checkLabel = ({ kind }: Check): string => kinds[kind].label

/**
 * Why there is no recommendation.
 *
 * @param hasBestTimes all channels together have better times. Each of them has fewer posts, so alone it may show none
 */
export function checkText({ kind, result }: Check, hasBestTimes: boolean): string {
  if (result === 'not_enough_posts') return 'Too few posts to compare.'
  if (kind === 'best_time' && hasBestTimes)
    return 'None of these channels has a better time of its own. The outlined times are for all channels together.'
  return (result === 'nothing_to_compare' && kinds[kind].oneGroup) || kinds[kind].noDifference
}

type Times = Pick<AnswerTo<typeof listPostingTimes>, 'posts' | 'posts_needed' | 'result' | 'timezone'>

/** What the table of results by time shows. */
export function timesText({ posts, posts_needed, result, timezone }: Times, isAllChannels: boolean): string {
  if (result === 'not_enough_posts') return `Too few posts to recommend a time: ${posts} of ${posts_needed}.`
  const summary =
    result === 'found'
      ? `Outlined times did better than your average${isAllChannels ? ', all channels together' : ''}.`
      : 'The time makes no visible difference for your posts.'
  return `${summary} ${formatNumber(posts)} posts, ${zoneText(timezone)}.`
}
