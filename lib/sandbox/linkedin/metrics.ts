import { type Answer, type Call, jsonAnswer } from '../exchange'
import type { LedgerPost } from '../ledger'
import { numbersOf, type PostNumbers } from '../numbers'
import type { Route, Visit } from '../router'
import type { Sandbox } from '../sandbox'
import { accessDenied, badRequest, notFound } from './errors'

/** From this version on a metric's type is a plain word. */
const plainTypesSince = 202605
const typeV1 = 'com.linkedin.adsexternalapi.memberanalytics.v1.CreatorPostAnalyticsMetricTypeV1'

const memberMetrics: Record<string, (numbers: PostNumbers) => number> = {
  IMPRESSION: ({ views }) => views,
  MEMBERS_REACHED: ({ reach }) => reach,
  RESHARE: ({ shares }) => shares,
  REACTION: ({ likes }) => likes,
  COMMENT: ({ comments }) => comments,
  POST_SAVE: ({ saves }) => saves,
  POST_SEND: ({ shares }) => Math.floor(shares / 2),
  LINK_CLICKS: ({ clicks }) => clicks,
  FOLLOWER_GAINED_FROM_CONTENT: ({ profile_clicks }) => Math.floor(profile_clicks / 10),
  PROFILE_VIEW_FROM_CONTENT: ({ profile_clicks }) => profile_clicks,
}
/** These came with the plain words. */
const newerMetrics = [
  'POST_SAVE',
  'POST_SEND',
  'LINK_CLICKS',
  'FOLLOWER_GAINED_FROM_CONTENT',
  'PROFILE_VIEW_FROM_CONTENT',
]

/** Pages and members take different permissions. Without a list the token was granted everything. */
function requireScope({ scopes }: Call, needed: readonly string[], operation: string): void {
  if (scopes && !needed.some((scope) => scopes.includes(scope))) throw accessDenied(operation)
}

export function metricRoutes(sandbox: Sandbox): Route[] {
  numbersOf(sandbox)
  return [
    {
      method: 'GET',
      path: '/rest/organizationalEntityShareStatistics',
      name: 'insights',
      handle: (visit) => readPage(sandbox, visit),
    },
    {
      method: 'GET',
      path: '/rest/memberCreatorPostAnalytics',
      name: 'insights',
      handle: (visit) => readMember(sandbox, visit),
    },
  ]
}

/** What nobody saw yet is left out, and so is what is not the page's. */
function readPage(sandbox: Sandbox, { call, account }: Visit): Answer {
  requireScope(call, ['rw_organization_admin', 'r_organization_admin'], 'organizationalEntityShareStatistics')
  requireQuery(call, ['q', 'organizationalEntity', 'shares', 'ugcPosts', 'start', 'count'])
  if (call.query.get('q') !== 'organizationalEntity') throw badRequest('The only finder is q=organizationalEntity')
  const owner = call.query.get('organizationalEntity')
  if (!owner?.startsWith('urn:li:organization:')) throw badRequest('organizationalEntity must be an organization URN')
  // A member's token speaks for the organisations that they administer.
  const isTheirs = sandbox.tokens.find('linkedin', call.bearer ?? '')?.also.includes(owner)
  if (owner !== account.account_id && !isTheirs)
    throw accessDenied('organizationalEntityShareStatistics.FINDER-organizationalEntity')
  const elements = (['share', 'ugcPost'] as const).flatMap((member) =>
    urnsIn(call, `${member}s`).flatMap((urn) => {
      const post = sandbox.ledger.find('linkedin', urn)
      const numbers = post?.account_id === owner ? numbersOf(sandbox).of(post) : null
      if (!numbers || numbers.views === 0) return []
      return [{ organizationalEntity: owner, [member]: urn, totalShareStatistics: statistics(numbers) }]
    }),
  )
  return jsonAnswer(200, { paging: { start: 0, count: 10, links: [] }, elements })
}

const statistics = ({ views, reach, clicks, likes, comments, shares }: PostNumbers) => ({
  uniqueImpressionsCount: reach,
  impressionCount: views,
  clickCount: clicks,
  likeCount: likes,
  commentCount: comments,
  shareCount: shares,
  engagement: views === 0 ? 0 : (clicks + likes + comments + shares) / views,
})

/** `List(urn%3Ali%3Ashare%3A1,…)`: the brackets as they are, the names in them encoded. */
function urnsIn(call: Call, name: string): string[] {
  const list = new RegExp(`[?&]${name}=([^&]*)`).exec(call.rawQuery)?.[1]
  if (list === undefined) return []
  const inner = /^List\(([^()]+)\)$/.exec(list)?.[1]
  if (inner === undefined || inner.includes(':'))
    throw badRequest(`Query parameter ${name} must be List() of encoded URNs`, 'ILLEGAL_ARGUMENT')
  return inner.split(',').map(decodeURIComponent)
}

/** One metric a call. */
function readMember(sandbox: Sandbox, { call, account }: Visit): Answer {
  requireScope(call, ['r_member_postAnalytics'], 'memberCreatorPostAnalytics')
  requireQuery(call, ['q', 'entity', 'queryType', 'aggregation'])
  if (call.query.get('q') !== 'entity') throw badRequest('The only finder here is q=entity')
  if (call.query.get('aggregation') !== 'TOTAL') throw badRequest('aggregation must be TOTAL without a dateRange')
  const version = Number(call.header('linkedin-version'))
  const type = call.query.get('queryType') ?? ''
  const read = Object.hasOwn(memberMetrics, type) ? memberMetrics[type] : undefined
  if (!read || (newerMetrics.includes(type) && version < plainTypesSince))
    throw badRequest(`queryType ${type} is not known`, 'ILLEGAL_ARGUMENT')
  const { urn, member } = entityIn(call)
  const post = sandbox.ledger.find('linkedin', urn)
  if (!post) return notFound(`${urn} does not exist`)
  if (post.account_id !== account.account_id) throw accessDenied('memberCreatorPostAnalytics.FINDER-entity')
  return jsonAnswer(200, {
    paging: { start: 0, count: 10, links: [] },
    elements: elementsOf(sandbox, post, member, type, read, version),
  })
}

function elementsOf(
  sandbox: Sandbox,
  post: LedgerPost,
  member: string,
  type: string,
  read: (numbers: PostNumbers) => number,
  version: number,
): unknown[] {
  const numbers = numbersOf(sandbox).of(post)
  if (!numbers) return []
  const metricType = version < plainTypesSince ? { [typeV1]: type } : type
  return [{ count: read(numbers), metricType, targetEntity: { [member]: post.id }, dateRange: {} }]
}

function entityIn(call: Call): { urn: string; member: 'share' | 'ugc' } {
  const match = /[?&]entity=\((share|ugc):([^():&]+)\)/.exec(call.rawQuery)
  if (!match?.[2]) throw badRequest('Invalid query parameters passed to request', 'ILLEGAL_ARGUMENT')
  return { member: match[1] as 'share' | 'ugc', urn: decodeURIComponent(match[2]) }
}

function requireQuery(call: Call, known: readonly string[]): void {
  const stranger = [...call.query.keys()].find((name) => !known.includes(name))
  if (stranger !== undefined) throw badRequest(`Query parameter ${stranger} is not known`, 'QUERY_PARAM_NOT_ALLOWED')
}
