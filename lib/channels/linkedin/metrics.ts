import { z } from 'zod'
import type { Account, CallOptions } from '../channel'
import { ChannelError } from '../channel-error'
import { eachPost } from '../metrics/each-post'
import type { ChannelMetrics, MetricName, PostReading, PostToRead } from '../metrics/metrics'
import { isGone, readingOf } from '../metrics/reading'
import { authorUrn, callLinkedIn } from './client'

/** Pages and members have different statistics. Members need r_member_postAnalytics. */
export const metrics: ChannelMetrics = {
  id: 'linkedin',
  reports: ['impressions', 'reach', 'clicks', 'saves', 'shares', 'likes', 'comments'],
  batch: (account) => (isPage(account) ? 20 : 1),
  read(posts, account, call) {
    return isPage(account)
      ? readPage(posts, account, call)
      : eachPost(posts, (post) => readMember(post, account, call), isGone)
  },
}

const isPage = (account: Account): boolean => authorUrn(account).startsWith('urn:li:organization:')

const Statistics = z.object({
  elements: z.array(
    z.object({
      share: z.string().optional(),
      ugcPost: z.string().optional(),
      totalShareStatistics: z.object({
        impressionCount: z.number().optional(),
        uniqueImpressionsCount: z.number().optional(),
        clickCount: z.number().optional(),
        likeCount: z.number().optional(),
        commentCount: z.number().optional(),
        shareCount: z.number().optional(),
      }),
    }),
  ),
})

/** LinkedIn omits posts without activity as well as deleted posts, so they look the same. */
async function readPage(posts: readonly PostToRead[], account: Account, call: CallOptions) {
  const readings = new Map<string, PostReading>()
  const of = (type: string) =>
    posts.map(({ externalId }) => externalId).filter((urn) => urn.startsWith(`urn:li:${type}:`))
  for (const [name, urns] of Object.entries({ shares: of('share'), ugcPosts: of('ugcPost') })) {
    if (urns.length === 0) continue
    const list = `List(${urns.map(encodeURIComponent).join(',')})`
    const owner = encodeURIComponent(authorUrn(account))
    const path = `organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${owner}&${name}=${list}`
    const { data } = await callLinkedIn(account, { method: 'GET', path }, Statistics, call)
    for (const { share, ugcPost, totalShareStatistics: counted } of data.elements) {
      const urn = share ?? ugcPost
      if (urn === undefined) continue
      readings.set(
        urn,
        readingOf({
          impressions: counted.impressionCount,
          reach: counted.uniqueImpressionsCount,
          clicks: counted.clickCount,
          likes: counted.likeCount,
          comments: counted.commentCount,
          shares: counted.shareCount,
        }),
      )
    }
  }
  return { readings, gone: [] }
}

/** One metric per call. Some API versions reject the names of the last two. */
const memberMetrics = {
  impressions: 'IMPRESSION',
  reach: 'MEMBERS_REACHED',
  likes: 'REACTION',
  comments: 'COMMENT',
  shares: 'RESHARE',
  saves: 'POST_SAVE',
  clicks: 'LINK_CLICKS',
} as const satisfies Record<MetricName, string>
const newer: readonly string[] = ['POST_SAVE', 'LINK_CLICKS']

const typeV1 = 'com.linkedin.adsexternalapi.memberanalytics.v1.CreatorPostAnalyticsMetricTypeV1'
const Analytics = z.object({
  elements: z.array(
    z.object({ count: z.number(), metricType: z.union([z.string(), z.object({ [typeV1]: z.string() })]).optional() }),
  ),
})

async function readMember(post: PostToRead, account: Account, call: CallOptions): Promise<PostReading> {
  const values: Partial<Record<MetricName, number | null>> = {}
  for (const [name, queryType] of Object.entries(memberMetrics))
    values[name as MetricName] = await readMemberMetric(post, queryType, account, call)
  return readingOf(values)
}

async function readMemberMetric(
  { externalId }: PostToRead,
  queryType: string,
  account: Account,
  call: CallOptions,
): Promise<number | null> {
  const kind = externalId.startsWith('urn:li:ugcPost:') ? 'ugc' : 'share'
  const entity = `(${kind}:${encodeURIComponent(externalId)})`
  const path = `memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=${queryType}&aggregation=TOTAL`
  try {
    const { data } = await callLinkedIn(account, { method: 'GET', path }, Analytics, call)
    const matching = data.elements.filter(
      ({ metricType }) => metricType === undefined || nameOf(metricType) === queryType,
    )
    return matching.length === 0 ? null : matching.reduce((sum, { count }) => sum + count, 0)
  } catch (error) {
    const isUnknownHere = error instanceof ChannelError && error.providerStatus === 400 && newer.includes(queryType)
    if (isUnknownHere) return null
    throw error
  }
}

/** A string since version 202605, before that an object with one member. */
const nameOf = (metricType: string | { [typeV1]: string }): string =>
  typeof metricType === 'string' ? metricType : metricType[typeV1]
