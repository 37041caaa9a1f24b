import type { Json } from '@/lib/json'
import { type Answer, type Call, countCharacters, emptyAnswer, jsonAnswer, Refusal, type Visit } from '../../http/call'
import { snowflake } from '../../state/ids'
import type { StoredMedia, StoredPost } from '../../state/post-store'
import type { Sandbox } from '../../state/sandbox'
import type { PostStats } from '../../state/stats'
import type { Images, Videos } from './media'
import {
  accessDenied,
  badRequest,
  duplicate,
  invalidField,
  jsonOf,
  limits,
  NewPost,
  notFound,
  organizationsOf,
  rateLimited,
  requireAuthor,
  requireQuery,
} from './request'

/** Reserved in LinkedIn's "little text": each needs a backslash unless it is part of a hashtag or a mention. */
const reserved = /[|{}@[\]()<>#*_~]/

const plain = /^[^\\|{}@[\]()<>#*_~]+/
const hashtagTemplate = /^\{hashtag\|\\#\|([^|{}\\]+)\}/
const mention = /^@\[((?:\\.|[^\]\\])+)\]\((urn:li:(?:person|organization):[\w-]+)\)/
const hashtag = /^#[\p{L}\p{N}_]+/u

type LittleText = { text: string } | { strayCharacter: string; position: number }

/** The text for readers, or the first reserved character that is neither escaped nor part of a template. */
export function readLittleText(commentary: string): LittleText {
  let text = ''
  let position = 0
  while (position < commentary.length) {
    const rest = commentary.slice(position)
    const next = readElement(rest)
    if (!next) return { strayCharacter: rest[0] ?? '', position }
    text += next.text
    position += next.length
  }
  return { text }
}

function readElement(rest: string): { text: string; length: number } | undefined {
  if (rest[0] === '\\') {
    const escaped = rest[1]
    const isEscape = escaped !== undefined && (escaped === '\\' || reserved.test(escaped))
    return isEscape ? { text: escaped, length: 2 } : undefined
  }
  const template = hashtagTemplate.exec(rest)
  if (template?.[1]) return { text: `#${template[1]}`, length: template[0].length }
  const named = mention.exec(rest)
  if (named?.[1]) return { text: named[1].replace(/\\(.)/g, '$1'), length: named[0].length }
  const [text] = plain.exec(rest) ?? hashtag.exec(rest) ?? []
  return text === undefined ? undefined : { text, length: text.length }
}

export type Library = { images: Images; videos: Videos }

const isVideo = ({ content }: NewPost): boolean =>
  content !== undefined && 'media' in content && content.media.id.startsWith('urn:li:video:')

/** `POST /rest/posts`: 201 without a body; the URN is in a header. */
export function createPost(sandbox: Sandbox, library: Library, visit: Visit): Answer {
  const { call, account } = visit
  const given = jsonOf(call, NewPost)
  const { author, content } = given
  requireAuthor(sandbox, call, account, { urn: author, as: 'write', operation: 'posts.CREATE.NO_VERSION for author' })
  const text = readCommentary(given.commentary)
  const media = mediaOf(library, given)
  if (text.trim() === '' && !content)
    throw invalidField('/commentary', 'must not be blank', 'INVALID_VALUE_BLANK_FIELD')
  refuseDuplicate(sandbox, given)
  checkQuota(sandbox, author)
  const urn = `urn:li:${isVideo(given) ? 'ugcPost' : 'share'}:${snowflake(sandbox.nowMs())}`
  sandbox.publish(visit, {
    account_id: author,
    id: urn,
    title: titleOf(given),
    text,
    link: content && 'article' in content ? content.article.source : null,
    media,
    path: `/feed/linkedin/feed/update/${urn}/`,
    detail: { sent: given as unknown as Json, commentary: given.commentary },
  })
  return emptyAnswer(201, { 'x-restli-id': urn, 'x-linkedin-id': urn, location: `/posts/${encodeURIComponent(urn)}` })
}

function titleOf({ content }: NewPost): string | null {
  if (!content) return null
  if ('article' in content) return content.article.title
  return 'media' in content ? (content.media.title ?? null) : null
}

const tooLong = (field: string, max: number) =>
  invalidField(field, `length must be at most ${max}`, 'FIELD_LENGTH_TOO_LONG')

function readCommentary(commentary: string): string {
  const read = readLittleText(commentary)
  if ('strayCharacter' in read) {
    const { strayCharacter, position } = read
    throw invalidField('/commentary', `unescaped reserved character ${strayCharacter} at position ${position}`)
  }
  if (countCharacters(read.text) > limits.commentaryMax) throw tooLong('/commentary', limits.commentaryMax)
  return read.text
}

function mediaOf({ images, videos }: Library, given: NewPost): StoredMedia[] {
  const { content, author } = given
  if (!content) return []
  if ('media' in content) {
    const { id, altText } = content.media
    if (isVideo(given)) return [{ ...videos.attach(id, author), alt_text: altText ?? null }]
    return [images.attach(id, author, altText)]
  }
  if ('article' in content) {
    const { thumbnail } = content.article
    for (const member of ['title', 'description'] as const) {
      const max = limits.article[member]
      if (countCharacters(content.article[member] ?? '') > max) throw tooLong(`/content/article/${member}`, max)
    }
    return thumbnail === undefined ? [] : [images.attach(thumbnail, author, undefined)]
  }
  const { images: several } = content.multiImage
  const { min, max } = limits.images
  if (several.length < min || several.length > max)
    throw invalidField('/content/multiImage/images', `array size is not within ${min} and ${max}`)
  return several.map(({ id, altText }) => images.attach(id, author, altText))
}

function refuseDuplicate(sandbox: Sandbox, { author, commentary }: NewPost): void {
  if (commentary === '' || !sandbox.settings.for('linkedin').detect_duplicates) return
  for (const post of sandbox.posts.since('linkedin', author, sandbox.nowMs() - limits.duplicateWindowMs))
    if (post.detail.commentary === commentary) throw duplicate(post.id)
}

/** LinkedIn's day ends at midnight UTC. */
function checkQuota(sandbox: Sandbox, accountId: string): void {
  const quota = sandbox.quota('linkedin', limits.postsPerDay)
  const midnightMs = new Date(sandbox.nowMs()).setUTCHours(0, 0, 0, 0)
  if (quota !== null && sandbox.posts.countSince('linkedin', accountId, midnightMs, isPost) >= quota)
    throw new Refusal(rateLimited())
}

const sentPost = (post: StoredPost): NewPost => NewPost.parse(post.detail.sent)

/** Comments are stored as replies. */
const isPost = ({ parent_id }: StoredPost): boolean => parent_id === null

export function findPosts(sandbox: Sandbox, { call, account }: Visit): Answer {
  const { query } = call
  requireQuery(call, ['q', 'author', 'count', 'start', 'sortBy'])
  if (call.header('x-restli-method')?.toUpperCase() !== 'FINDER')
    throw badRequest('The header X-RestLi-Method must be FINDER')
  if (query.get('q') !== 'author') throw badRequest('The only finder is q=author')
  if (/[?&]author=urn:/.test(call.rawQuery)) throw badRequest('Invalid query parameters passed to request')
  const author = query.get('author')
  if (!author) throw badRequest('Query parameter author is required', 'PARAM_MISSING')
  requireAuthor(sandbox, call, account, { urn: author, as: 'read', operation: 'posts.FINDER-author.NO_VERSION' })
  if (!['LAST_MODIFIED', 'CREATED', null].includes(query.get('sortBy')))
    throw badRequest('sortBy must be LAST_MODIFIED or CREATED')
  const count = numberIn(query, 'count', 10, 1, 100)
  const start = numberIn(query, 'start', 0, 0, Number.MAX_SAFE_INTEGER)
  const elements: unknown[] = []
  let index = 0
  for (const post of sandbox.posts.visible('linkedin', author, sandbox.nowMs(), isPost)) {
    if (elements.length === count) break
    if (index++ >= start) elements.push(showPost(post))
  }
  return jsonAnswer(200, { paging: { start, count, links: [] }, elements })
}

/** The commentary is returned as it was sent, with backslashes. */
function showPost(post: StoredPost): unknown {
  const { author, commentary, content, distribution, visibility, isReshareDisabledByAuthor = false } = sentPost(post)
  return {
    isReshareDisabledByAuthor,
    createdAt: post.created_ms,
    lifecycleState: 'PUBLISHED',
    lastModifiedAt: post.created_ms,
    visibility,
    publishedAt: post.created_ms,
    author,
    id: post.id,
    ...(content && { content }),
    distribution: { ...distribution, targetEntities: [], thirdPartyDistributionChannels: [] },
    commentary,
    lifecycleStateInfo: { isEditedByAuthor: false },
  }
}

export function numberIn(query: URLSearchParams, name: string, fallback: number, min: number, max: number): number {
  const value = Number(query.get(name) ?? fallback)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw badRequest(`Query parameter ${name} must be a whole number between ${min} and ${max}`)
}

/** Since this version, `metricType` is a plain name. */
const plainTypesSince = 202605
const typeV1 = 'com.linkedin.adsexternalapi.memberanalytics.v1.CreatorPostAnalyticsMetricTypeV1'

type Metrics = Record<string, (stats: PostStats) => number>

const firstMetrics: Metrics = {
  IMPRESSION: ({ views }) => views,
  MEMBERS_REACHED: ({ reach }) => reach,
  RESHARE: ({ shares }) => shares,
  REACTION: ({ likes }) => likes,
  COMMENT: ({ comments }) => comments,
}
const laterMetrics: Metrics = {
  POST_SAVE: ({ saves }) => saves,
  POST_SEND: ({ shares }) => Math.floor(shares / 2),
  LINK_CLICKS: ({ clicks }) => clicks,
  FOLLOWER_GAINED_FROM_CONTENT: ({ profile_clicks }) => Math.floor(profile_clicks / 10),
  PROFILE_VIEW_FROM_CONTENT: ({ profile_clicks }) => profile_clicks,
}

function requireScope(call: Call, scopes: readonly string[], operation: string): void {
  if (!call.isGranted(scopes)) throw accessDenied(operation)
}

const page = (elements: unknown[]): Answer => jsonAnswer(200, { paging: { start: 0, count: 10, links: [] }, elements })

/** `GET /rest/organizationalEntityShareStatistics`. Posts without views and of others are left out. */
export function readOrganizationStatistics(sandbox: Sandbox, { call, account }: Visit): Answer {
  const resource = 'organizationalEntityShareStatistics'
  requireScope(call, ['rw_organization_admin', 'r_organization_admin'], resource)
  requireQuery(call, ['q', 'organizationalEntity', 'shares', 'ugcPosts', 'start', 'count'])
  if (call.query.get('q') !== 'organizationalEntity') throw badRequest('The only finder is q=organizationalEntity')
  const owner = call.query.get('organizationalEntity')
  if (!owner?.startsWith('urn:li:organization:')) throw badRequest('organizationalEntity must be an organization URN')
  if (owner !== account.account_id && !organizationsOf(sandbox, call).includes(owner))
    throw accessDenied(`${resource}.FINDER-organizationalEntity`)
  const elements = (['share', 'ugcPost'] as const).flatMap((member) =>
    urnsIn(call, `${member}s`).flatMap((urn) => {
      const post = sandbox.posts.find('linkedin', urn)
      const stats = post?.account_id === owner ? sandbox.stats.of(post) : null
      if (!stats || stats.views === 0) return []
      return [{ organizationalEntity: owner, [member]: urn, totalShareStatistics: statistics(stats) }]
    }),
  )
  return page(elements)
}

const statistics = ({ views, reach, clicks, likes, comments, shares }: PostStats) => ({
  uniqueImpressionsCount: reach,
  impressionCount: views,
  clickCount: clicks,
  likeCount: likes,
  commentCount: comments,
  shareCount: shares,
  engagement: views === 0 ? 0 : (clicks + likes + comments + shares) / views,
})

/** `List(urn%3Ali%3Ashare%3A1,…)`: parentheses as they are, URNs encoded. */
function urnsIn(call: Call, name: string): string[] {
  const list = new RegExp(`[?&]${name}=([^&]*)`).exec(call.rawQuery)?.[1]
  if (list === undefined) return []
  const inner = /^List\(([^()]+)\)$/.exec(list)?.[1]
  if (inner === undefined || inner.includes(':'))
    throw badRequest(`Query parameter ${name} must be List() of encoded URNs`)
  return inner.split(',').map(decodeURIComponent)
}

/** `GET /rest/memberCreatorPostAnalytics`: one metric per call. */
export function readMemberAnalytics(sandbox: Sandbox, { call, account }: Visit): Answer {
  requireScope(call, ['r_member_postAnalytics'], 'memberCreatorPostAnalytics')
  requireQuery(call, ['q', 'entity', 'queryType', 'aggregation'])
  if (call.query.get('q') !== 'entity') throw badRequest('The only finder here is q=entity')
  if (call.query.get('aggregation') !== 'TOTAL') throw badRequest('aggregation must be TOTAL without a dateRange')
  const hasPlainTypes = Number(call.header('linkedin-version')) >= plainTypesSince
  const type = call.query.get('queryType') ?? ''
  const metrics = { ...firstMetrics, ...(hasPlainTypes && laterMetrics) }
  const read = Object.hasOwn(metrics, type) ? metrics[type] : undefined
  if (!read) throw badRequest(`queryType ${type} is not known`)
  const [, member = '', encoded] = /[?&]entity=\((share|ugc):([^():&]+)\)/.exec(call.rawQuery) ?? []
  if (!encoded) throw badRequest('Invalid query parameters passed to request')
  const urn = decodeURIComponent(encoded)
  const post = sandbox.posts.find('linkedin', urn)
  if (!post) return notFound(`${urn} does not exist`)
  if (post.account_id !== account.account_id) throw accessDenied('memberCreatorPostAnalytics.FINDER-entity')
  const stats = sandbox.stats.of(post)
  const metricType = hasPlainTypes ? type : { [typeV1]: type }
  const targetEntity = { [member]: post.id }
  return page(stats ? [{ count: read(stats), metricType, targetEntity, dateRange: {} }] : [])
}
