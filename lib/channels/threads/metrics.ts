import type { Account, CallOptions } from '../channel'
import { eachPost } from '../each-post'
import { isMissingMedium, readInsights, totalOf } from '../meta/insights'
import type { ChannelMetrics, PostReading, PostToRead } from '../metrics'
import { readingOf, sumOf } from '../reading'
import { graphOf } from './publish'

const asked = ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'] as const

export const metrics: ChannelMetrics = {
  id: 'threads',
  reports: ['impressions', 'shares', 'likes', 'comments'],
  batch: () => 1,
  read: (posts, account, call) => eachPost(posts, (post) => readOne(post, account, call), isMissingMedium),
}

async function readOne({ externalId }: PostToRead, account: Account, call: CallOptions): Promise<PostReading> {
  const found = await readInsights(graphOf(account), externalId, asked, call)
  const number = (name: (typeof asked)[number]) => totalOf(found.get(name))
  return readingOf(
    {
      impressions: number('views'),
      likes: number('likes'),
      comments: number('replies'),
      // All three pass the post on to others.
      shares: sumOf(number('reposts'), number('quotes'), number('shares')),
    },
    { reposts: number('reposts'), quotes: number('quotes') },
  )
}
