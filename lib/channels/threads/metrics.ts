import type { Account, CallOptions } from '../channel'
import { isMissingMedium, readInsights, totalOf } from '../meta/insights'
import { eachPost } from '../metrics/each-post'
import type { ChannelMetrics, PostReading, PostToRead } from '../metrics/metrics'
import { readingOf, sumOf } from '../metrics/reading'
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
      // All three are ways to share.
      shares: sumOf(number('reposts'), number('quotes'), number('shares')),
    },
    { reposts: number('reposts'), quotes: number('quotes') },
  )
}
