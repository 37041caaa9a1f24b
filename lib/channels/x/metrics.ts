import { z } from 'zod'
import { systemClock } from '../../clock'
import { env } from '../../env'
import type { Account, CallOptions } from '../channel'
import type { ChannelMetrics, PostReading } from '../metrics/metrics'
import { readingOf, sumOf } from '../metrics/reading'
import { callX } from './client'

const dayMs = 24 * 60 * 60 * 1_000
/** X keeps private metrics for 30 days and rejects later requests. */
const privateForMs = 30 * dayMs

export const metrics: ChannelMetrics = {
  id: 'x',
  reports: ['impressions', 'clicks', 'saves', 'shares', 'likes', 'comments'],
  batch: () => 100,
  async read(posts, account, call) {
    const oldest = Math.min(...posts.map(({ publishedAt }) => publishedAt.getTime()))
    const isPrivateKept = systemClock().getTime() - oldest < privateForMs
    const ids = posts.map(({ externalId }) => externalId)
    const { data, errors } = await lookUp(ids, isPrivateKept, account, call)
    const gone = errors.flatMap(({ resource_id, value, type }) =>
      type?.endsWith('/resource-not-found') ? [resource_id ?? value ?? ''] : [],
    )
    return {
      readings: new Map(data.map((post) => [post.id, toReading(post)])),
      gone: gone.filter((id) => ids.includes(id)),
    }
  },
}

const number = z.number().optional()
/** Version 2.167 of X's API spec has `repost_count` while the API still sends `retweet_count`. */
const Counters = z.object({
  impression_count: number,
  retweet_count: number,
  repost_count: number,
  reply_count: number,
  like_count: number,
  quote_count: number,
  bookmark_count: number,
  url_link_clicks: number,
  user_profile_clicks: number,
  engagements: number,
})
const Post = z.object({
  id: z.string(),
  public_metrics: Counters.optional(),
  non_public_metrics: Counters.optional(),
  organic_metrics: Counters.optional(),
})
const Answer = z.object({
  data: z.array(Post).default([]),
  errors: z
    .array(z.object({ resource_id: z.string().optional(), value: z.string().optional(), type: z.string().optional() }))
    .default([]),
})

function lookUp(ids: string[], isPrivateKept: boolean, account: Account, call: CallOptions) {
  const fields = ['public_metrics', ...(isPrivateKept ? ['non_public_metrics', 'organic_metrics'] : [])]
  const query = { ids: ids.join(','), [env().X_POST_FIELDS_PARAMETER]: fields.join(',') }
  return callX(account, { method: 'GET', path: 'tweets', query }, Answer, call)
}

function toReading({ public_metrics, non_public_metrics, organic_metrics }: z.output<typeof Post>): PostReading {
  const open = public_metrics ?? {}
  const privateMetrics = { ...organic_metrics, ...non_public_metrics }
  return readingOf(
    {
      impressions: privateMetrics.impression_count ?? open.impression_count,
      clicks: privateMetrics.url_link_clicks,
      saves: open.bookmark_count,
      shares: sumOf(open.repost_count ?? open.retweet_count, open.quote_count),
      likes: open.like_count,
      comments: open.reply_count,
    },
    {
      profile_clicks: privateMetrics.user_profile_clicks,
      engagements: privateMetrics.engagements,
      quotes: open.quote_count,
    },
  )
}
