import { comparedMax, comparePost, type Measure } from './compare'
import { type ComparedPost, viewsOf } from './compared-post'
import type { Finding } from './finding'

/** Weight of the account's usual rate, in views: the prior of a beta distribution. */
const priorViews = 200

/** Fewer saves or clicks are not worth a moment. */
const countMin = 10

export const findSaveSurge = (post: ComparedPost, earlier: readonly ComparedPost[]): Finding | null =>
  findSurge(post, earlier, { kind: 'save_surge', metric: 'save_rate', count: ({ saves }) => saves })

export const findClickSurge = (post: ComparedPost, earlier: readonly ComparedPost[]): Finding | null =>
  findSurge(post, earlier, { kind: 'click_surge', metric: 'click_rate', count: ({ clicks }) => clicks })

type Surge = {
  kind: 'save_surge' | 'click_surge'
  metric: 'save_rate' | 'click_rate'
  count: (post: ComparedPost) => number | null
}

/** A higher rate than usual. Rates of posts with few views are pulled towards the account's rate. */
function findSurge(
  post: ComparedPost,
  earlier: readonly ComparedPost[],
  { kind, metric, count }: Surge,
): Finding | null {
  const found = count(post)
  const views = viewsOf(post)
  if (found === null || found < countMin || views === null) return null
  const usual = usualRate(earlier.slice(-comparedMax), count)
  if (usual === 0) return null
  const measure: Measure = {
    metric,
    score: (one) => {
      const counted = count(one)
      const seen = viewsOf(one)
      return counted === null || seen === null ? null : Math.log((counted + priorViews * usual) / (seen + priorViews))
    },
    value: (one) => {
      const seen = viewsOf(one)
      const counted = count(one)
      return counted === null || !seen ? null : counted / seen
    },
  }
  const compared = comparePost(post, earlier, measure)
  if (!compared?.severity) return null
  return {
    kind,
    severity: compared.severity,
    story_id: post.story_id,
    subject: post.story_id,
    detected_at: post.taken_at,
    snapshot: { ...compared.snapshot(), count: found, views },
  }
}

function usualRate(posts: readonly ComparedPost[], count: Surge['count']): number {
  let counted = 0
  let seen = 0
  for (const post of posts) {
    const views = viewsOf(post)
    const number = count(post)
    if (number === null || views === null) continue
    counted += number
    seen += views
  }
  return seen > 0 ? counted / seen : 0
}
