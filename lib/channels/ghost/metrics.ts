import { z } from 'zod'
import type { Account, CallOptions } from '../channel'
import { eachPost } from '../metrics/each-post'
import type { ChannelMetrics, PostReading, PostToRead } from '../metrics/metrics'
import { isGone, readingOf } from '../metrics/reading'
import { callGhost } from './client'

const asked =
  'email,count.clicks,count.signups,count.paid_conversions,count.conversions,count.positive_feedback,count.negative_feedback,sentiment,newsletter'

/** Keys cannot read page views; those need a user session. */
export const metrics: ChannelMetrics = {
  id: 'ghost',
  reports: ['clicks'],
  batch: () => 1,
  read: (posts, account, call) => eachPost(posts, (post) => readOne(post, account, call), isGone),
}

const number = z.number().nullish()
const Posts = z.object({
  posts: z
    .array(
      z.object({
        email: z
          .object({ email_count: number, delivered_count: number, opened_count: number, failed_count: number })
          .nullish(),
        count: z
          .object({
            clicks: number,
            signups: number,
            paid_conversions: number,
            conversions: number,
            positive_feedback: number,
            negative_feedback: number,
          })
          .nullish(),
      }),
    )
    .length(1),
})

async function readOne({ externalId }: PostToRead, account: Account, call: CallOptions): Promise<PostReading> {
  const path = `posts/${encodeURIComponent(externalId)}/`
  const { posts } = await callGhost(account, { method: 'GET', path, query: { include: asked } }, Posts, call)
  const { email, count } = posts[0] ?? {}
  return readingOf(
    // Ghost counts clicks in newsletters. Without a newsletter its 0 means nothing.
    { clicks: email ? count?.clicks : null },
    {
      email_delivered: email?.delivered_count,
      email_opened: email?.opened_count,
      signups: count?.signups,
      conversions: count?.conversions,
      paid_conversions: count?.paid_conversions,
      positive_feedback: count?.positive_feedback,
      negative_feedback: count?.negative_feedback,
    },
  )
}
