import type { Answer } from '../exchange'
import type { LedgerPost } from '../ledger'
import { unknownObject } from '../meta/envelope'
import { type InsightValue, insightsAnswer, tooFewViewers } from '../meta/insights'
import { type NumberName, numbersOf, type PostNumbers } from '../numbers'
import type { Route, Visit } from '../router'
import { dayMs, type Sandbox } from '../sandbox'

const common: Record<string, (numbers: PostNumbers) => number> = {
  views: ({ views }) => views,
  reach: ({ reach }) => reach,
  shares: ({ shares }) => shares,
  total_interactions: ({ likes, comments, shares, saves }) => likes + comments + shares + saves,
  reposts: ({ shares }) => Math.floor(shares / 3),
}
const counted: typeof common = {
  likes: ({ likes }) => likes,
  comments: ({ comments }) => comments,
  saved: ({ saves }) => saves,
}
const visits: typeof common = {
  follows: ({ profile_clicks }) => Math.floor(profile_clicks / 10),
  profile_visits: ({ profile_clicks }) => profile_clicks,
}

/** What each kind of medium offers. `impressions`, `plays` and `video_views` are gone since v22. */
const offered = {
  FEED: { ...common, ...counted, ...visits },
  REELS: {
    ...common,
    ...counted,
    ig_reels_avg_watch_time: () => 4_200,
    ig_reels_video_view_total_time: ({ views }) => views * 4_200,
  },
  STORY: {
    ...common,
    ...visits,
    replies: ({ comments }) => comments,
    navigation: ({ views }) => Math.floor(views / 2),
    link_clicks: ({ clicks }) => clicks,
  },
} satisfies Record<string, typeof common>

/** A film in a carousel answers for itself; the documents say that no child does. */
const childOffered: Record<string, NumberName> = { views: 'views', reach: 'reach', saved: 'saves' }

const viewersMin = 5

export function metricRoutes(sandbox: Sandbox): Route[] {
  numbersOf(sandbox)
  return [{ method: 'GET', path: '/:id/insights', name: 'insights', handle: (visit) => readInsights(sandbox, visit) }]
}

function readInsights(sandbox: Sandbox, visit: Visit): Answer {
  const { id = '' } = visit.params
  const post = sandbox.ledger.find('instagram', id)
  if (post?.account_id === visit.account.account_id) return postInsights(sandbox, visit, post)
  return childInsights(sandbox, visit, id)
}

function postInsights(sandbox: Sandbox, visit: Visit, post: LedgerPost): Answer {
  const kind = productOf(post)
  const found = numbersOf(sandbox).of(post)
  const { metrics_ahead_ms: aheadMs } = sandbox.settings.for('instagram')
  // A story and its numbers are gone after a day.
  const isOver = kind === 'STORY' && sandbox.nowMs() + aheadMs - post.created_ms > dayMs
  const numbers = isOver ? null : found
  if (kind === 'STORY' && numbers && numbers.reach < viewersMin) throw tooFewViewers()
  return insightsAnswer(visit, valuesOf(offered[kind], numbers))
}

const valuesOf = (
  known: Record<string, (numbers: PostNumbers) => number>,
  numbers: PostNumbers | null,
): Map<string, InsightValue | null> =>
  new Map(Object.entries(known).map(([name, read]) => [name, numbers && read(numbers)]))

function childInsights(sandbox: Sandbox, visit: Visit, id: string): Answer {
  const mine = sandbox.ledger.of('instagram', visit.account.account_id)
  const parent = mine.find(({ detail }) => Array.isArray(detail.child_ids) && detail.child_ids.includes(id))
  const place = Array.isArray(parent?.detail.child_ids) ? parent.detail.child_ids.indexOf(id) : -1
  const media = parent?.media[place]
  if (!parent || parent.deleted_ms !== null || !media) throw unknownObject('GET', id)
  const isAnswering = isFilm(media.file) && sandbox.settings.for('instagram').carousel_child_insights
  const numbers = isAnswering ? numbersOf(sandbox).of({ ...parent, id }) : null
  return insightsAnswer(
    visit,
    new Map(Object.entries(childOffered).map(([name, number]) => [name, numbers?.[number] ?? null])),
  )
}

const isFilm = (file: string): boolean => /\.(mp4|mov)$/.test(file)

/** How many people liked and commented, for the fields of the medium itself. */
export function countsOf(sandbox: Sandbox, post: LedgerPost): { likes: number; comments: number } {
  return numbersOf(sandbox).of(post) ?? { likes: 0, comments: 0 }
}

function productOf({ detail }: LedgerPost): keyof typeof offered {
  if (detail.shape === 'STORIES' || detail.shape === 'STORY') return 'STORY'
  return detail.shape === 'REELS' ? 'REELS' : 'FEED'
}
