import type { Answer } from '../exchange'
import type { LedgerPost } from '../ledger'
import { unknownObject } from '../meta/envelope'
import { type InsightValue, insightsAnswer } from '../meta/insights'
import { numbersOf, type PostNumbers } from '../numbers'
import type { Route, Visit } from '../router'
import type { Sandbox } from '../sandbox'

const loves = (likes: number): number => Math.floor(likes / 4)

/** What v25 offers. `post_impressions*` and `post_engaged_users` are gone, so they are not here and fail a request. */
const offered: Record<string, (numbers: PostNumbers) => InsightValue> = {
  post_media_view: ({ views }) => views,
  post_total_media_view_unique: ({ reach }) => reach,
  post_reactions_by_type_total: ({ likes }) => ({ like: likes - loves(likes), love: loves(likes) }),
  // Every touch of the post; those on links are a part of it.
  post_clicks: ({ clicks, close_ups }) => clicks + close_ups,
  post_clicks_by_type: ({ clicks, close_ups }) => ({ 'link clicks': clicks, 'other clicks': close_ups }),
  post_activity_by_action_type: ({ likes, comments, shares }) => ({ like: likes, comment: comments, share: shares }),
  post_video_views: ({ views }) => Math.floor(views / 2),
}

export function metricRoutes(sandbox: Sandbox): Route[] {
  numbersOf(sandbox)
  return [{ method: 'GET', path: '/:id/insights', name: 'insights', handle: (visit) => readInsights(sandbox, visit) }]
}

function readInsights(sandbox: Sandbox, visit: Visit): Answer {
  const { id = '' } = visit.params
  const post = sandbox.ledger.find('facebook', id)
  if (post?.account_id !== visit.account.account_id) throw unknownObject('GET', id)
  const numbers = numbersOf(sandbox).of(post)
  return insightsAnswer(visit, new Map(Object.entries(offered).map(([name, read]) => [name, numbers && read(numbers)])))
}

/** The counts that a post carries itself. `shares` is left out until somebody shares. */
export function countFields(sandbox: Sandbox) {
  const total = (count: number) => ({ data: [], summary: { total_count: count } })
  const of = (post: LedgerPost) => numbersOf(sandbox).of(post)
  return {
    comments: (post: LedgerPost) => total(of(post)?.comments ?? 0),
    reactions: (post: LedgerPost) => total(of(post)?.likes ?? 0),
    shares: (post: LedgerPost) => {
      const count = of(post)?.shares ?? 0
      return count > 0 ? { count } : undefined
    },
  }
}
