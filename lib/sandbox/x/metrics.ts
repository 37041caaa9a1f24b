import type { Call } from '../exchange'
import type { LedgerPost } from '../ledger'
import { numbersOf } from '../numbers'
import { dayMs, type Sandbox } from '../sandbox'

/** A lookup that asks for numbers is a reading of metrics; any other reads the post. */
export const nameOfLookup = (call: Call): string =>
  /_metrics/.test(`${call.query.get('tweet.fields')} ${call.query.get('post.fields')}`) ? 'insights' : 'read'

/** Declares the book of numbers before the journal is replayed. */
export const keepNumbers = (sandbox: Sandbox): void => void numbersOf(sandbox)

/** What a post may be asked for about its numbers. The last two are for its author alone, for 30 days. */
export const metricFields = ['public_metrics', 'non_public_metrics', 'organic_metrics'] as const
const privateForMs = 30 * dayMs

/** X counts at once and says 0, never nothing: what is late is only small. */
export function metricsOf(
  sandbox: Sandbox,
  post: LedgerPost,
  replies: number,
  isAuthor: boolean,
): Record<string, unknown> {
  const numbers = numbersOf(sandbox).of(post)
  const { views = 0, likes = 0, shares = 0, saves = 0, clicks = 0, profile_clicks = 0 } = numbers ?? {}
  const retweets = Math.ceil(shares / 2)
  const comments = numbers?.comments ?? replies
  const shown = {
    public_metrics: {
      retweet_count: retweets,
      reply_count: comments,
      like_count: likes,
      quote_count: shares - retweets,
      bookmark_count: saves,
      impression_count: views,
    },
  }
  const { metrics_ahead_ms: aheadMs } = sandbox.settings.for('x')
  if (!isAuthor || sandbox.nowMs() + aheadMs - post.created_ms > privateForMs) return shown
  const own = { impression_count: views, url_link_clicks: clicks, user_profile_clicks: profile_clicks }
  return {
    ...shown,
    non_public_metrics: { ...own, engagements: likes + shares + comments + clicks + profile_clicks },
    organic_metrics: { ...own, retweet_count: retweets, reply_count: comments, like_count: likes },
  }
}
