import { type Answer, type Call, jsonAnswer } from '../exchange'
import type { LedgerPost } from '../ledger'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import { forbidden, invalidRequest, missingPost } from './errors'
import { metricFields, metricsOf } from './metrics'
import { wireText } from './text'

const userFields = [
  'id',
  'name',
  'username',
  'created_at',
  'description',
  'profile_image_url',
  'public_metrics',
  'verified',
  'protected',
  'url',
  'location',
]
const postFields = [
  'id',
  'text',
  'author_id',
  'created_at',
  'conversation_id',
  'in_reply_to_user_id',
  'referenced_tweets',
  'attachments',
  'entities',
  'edit_history_tweet_ids',
  'lang',
  ...metricFields,
  'possibly_sensitive',
  'reply_settings',
]
const mediaFields = ['media_key', 'type', 'url', 'width', 'height', 'alt_text']
const expansions = ['author_id', 'attachments.media_keys', 'referenced_tweets.id', 'in_reply_to_user_id']
const lookupParameters = ['tweet.fields', 'post.fields', 'expansions', 'media.fields', 'user.fields']
const listParameters = [
  ...lookupParameters,
  'max_results',
  'pagination_token',
  'since_id',
  'until_id',
  'start_time',
  'end_time',
  'exclude',
]

export function readMe(sandbox: Sandbox, { call, account }: Visit): Answer {
  const wanted = readQuery(call, ['user.fields'])['user.fields'] ?? []
  const user: Record<string, unknown> = { id: account.account_id, name: account.account_name, username: account.handle }
  if (wanted.includes('profile_image_url')) user.profile_image_url = `${sandbox.origin}/samples/dawn.jpg`
  if (wanted.includes('created_at')) user.created_at = new Date(account.created_ms).toISOString()
  if (wanted.includes('verified')) user.verified = false
  if (wanted.includes('public_metrics')) {
    const tweet_count = sandbox.ledger.countVisible('x', account.account_id, sandbox.nowMs())
    user.public_metrics = { followers_count: 0, following_count: 0, tweet_count, listed_count: 0 }
  }
  return jsonAnswer(200, { data: user })
}

/** `GET /2/users/{id}/tweets`: newest first. */
export function listPosts(sandbox: Sandbox, { call, account, params }: Visit): Answer {
  const query = readQuery(call, listParameters)
  if (params.id !== account.account_id) throw forbidden('You are not permitted to perform this action.')
  const size = boundedNumber(query.max_results?.[0] ?? '10', 5, 100)
  const start = Number(Buffer.from(query.pagination_token?.[0] ?? '', 'base64url').toString() || 0)
  if (!Number.isInteger(start)) throw invalidRequest('pagination_token', 'The pagination_token is not valid.')
  const isFound = isWanted(query)
  const found: LedgerPost[] = []
  for (const post of sandbox.ledger.visible('x', account.account_id, sandbox.nowMs())) {
    if (isFound(post)) found.push(post)
    // One more than asked for shows that there is a next page.
    if (found.length > start + size) break
  }
  const page = found.slice(start, start + size)
  const meta: Record<string, unknown> = { result_count: page.length }
  if (page.length > 0) Object.assign(meta, { newest_id: page[0]?.id, oldest_id: page.at(-1)?.id })
  if (start + size < found.length) meta.next_token = Buffer.from(String(start + size)).toString('base64url')
  if (page.length === 0) return jsonAnswer(200, { meta })
  return jsonAnswer(200, { ...show(sandbox, page, query, account.account_id), meta })
}

/** `GET /2/tweets?ids=`: what is missing stands in `errors`, with status 200. */
export function lookUpPosts(sandbox: Sandbox, { call, account }: Visit): Answer {
  const query = readQuery(call, ['ids', ...lookupParameters])
  const ids = query.ids ?? []
  if (ids.length < 1 || ids.length > 100)
    throw invalidRequest('ids', 'The number of values in the `ids` query parameter is not between 1 and 100')
  const posts = ids.flatMap((id) => sandbox.ledger.find('x', id) ?? [])
  const missing = ids.filter((id) => !sandbox.ledger.find('x', id)).map((id) => missingPost(id, 'ids'))
  const errors = missing.length > 0 ? { errors: missing } : {}
  return jsonAnswer(200, posts.length > 0 ? { ...show(sandbox, posts, query, account.account_id), ...errors } : errors)
}

export function readPost(sandbox: Sandbox, { call, account, params }: Visit): Answer {
  const query = readQuery(call, lookupParameters)
  const post = sandbox.ledger.find('x', params.id ?? '')
  if (!post) return jsonAnswer(200, { errors: [missingPost(params.id ?? '')] })
  const { data, ...rest } = show(sandbox, [post], query, account.account_id)
  return jsonAnswer(200, { data: data[0], ...rest })
}

type Query = Record<string, string[] | undefined>

const allowedValues: Record<string, readonly string[]> = {
  'user.fields': userFields,
  'tweet.fields': postFields,
  'post.fields': postFields,
  'media.fields': mediaFields,
  expansions,
  exclude: ['replies', 'retweets'],
}

/** Every parameter as its list of values. Strangers are refused, in names and in values. */
function readQuery(call: Call, known: readonly string[]): Query {
  const query: Query = {}
  for (const [name, value] of call.query) {
    if (!known.includes(name)) {
      throw invalidRequest(name, `The query parameter [${name}] is not one of [${known.join(',')}]`)
    }
    const values = value.split(',')
    const stranger = values.find((item) => allowedValues[name] && !allowedValues[name].includes(item))
    if (stranger !== undefined) {
      throw invalidRequest(
        name,
        `The \`${name}\` query parameter value [${stranger}] is not one of [${allowedValues[name]?.join(',')}]`,
      )
    }
    query[name] = values
  }
  return query
}

function boundedNumber(text: string, min: number, max: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw invalidRequest(
    'max_results',
    `The \`max_results\` query parameter value [${text}] is not between ${min} and ${max}`,
  )
}

function isWanted(query: Query): (post: LedgerPost) => boolean {
  const sinceId = BigInt(idIn(query, 'since_id') ?? '0')
  const untilId = idIn(query, 'until_id')
  const start = timeIn(query, 'start_time') ?? 0
  const end = timeIn(query, 'end_time') ?? Number.POSITIVE_INFINITY
  return (post) =>
    BigInt(post.id) > sinceId &&
    (untilId === undefined || BigInt(post.id) < BigInt(untilId)) &&
    post.created_ms >= start &&
    post.created_ms < end &&
    !(query.exclude?.includes('replies') && post.parent_id !== null)
}

function idIn(query: Query, name: string): string | undefined {
  const id = query[name]?.[0]
  if (id !== undefined && !/^\d{1,19}$/.test(id))
    throw invalidRequest(name, `The \`${name}\` query parameter value [${id}] is not valid`)
  return id
}

function timeIn(query: Query, name: string): number | undefined {
  const text = query[name]?.[0]
  if (text === undefined) return undefined
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text) || Number.isNaN(Date.parse(text))) {
    throw invalidRequest(name, `The \`${name}\` query parameter value [${text}] is not a valid RFC3339 timestamp`)
  }
  return Date.parse(text)
}

function show(
  sandbox: Sandbox,
  posts: LedgerPost[],
  query: Query,
  reader: string,
): { data: unknown[]; includes?: unknown } {
  const wanted = [...(query['tweet.fields'] ?? []), ...(query['post.fields'] ?? [])]
  const data = posts.map((post) => showPost(sandbox, post, wanted, reader))
  const includes: Record<string, unknown[]> = {}
  if (query.expansions?.includes('attachments.media_keys')) {
    const media = posts.flatMap((post) => showMedia(sandbox, post, query['media.fields'] ?? []))
    if (media.length > 0) includes.media = media
  }
  if (query.expansions?.includes('author_id')) {
    const authors = [...new Set(posts.map(({ account_id }) => account_id))]
    includes.users = authors.map((id) => {
      const account = sandbox.accounts.get('x', id)
      return { id, name: account?.account_name, username: account?.handle }
    })
  }
  return Object.keys(includes).length > 0 ? { data, includes } : { data }
}

function showPost(sandbox: Sandbox, post: LedgerPost, wanted: string[], reader: string): Record<string, unknown> {
  const { text, urls } = wireText(post, sandbox.permalink(post))
  const optional: Record<string, unknown> = {
    author_id: post.account_id,
    created_at: new Date(post.created_ms).toISOString(),
    conversation_id: post.detail.conversation_id,
    in_reply_to_user_id: post.detail.in_reply_to_user_id ?? undefined,
    referenced_tweets: post.parent_id === null ? undefined : [{ type: 'replied_to', id: post.parent_id }],
    attachments: post.media.length > 0 ? { media_keys: post.detail.media_keys } : undefined,
    entities: urls.length > 0 ? { urls } : undefined,
    lang: 'en',
    possibly_sensitive: false,
    reply_settings: 'everyone',
    ...metricsOf(sandbox, post, sandbox.ledger.repliesTo(post).length, post.account_id === reader),
  }
  const picked = Object.entries(optional).filter(([name, value]) => wanted.includes(name) && value !== undefined)
  return { edit_history_tweet_ids: [post.id], id: post.id, text, ...Object.fromEntries(picked) }
}

function showMedia(sandbox: Sandbox, post: LedgerPost, wanted: string[]): Record<string, unknown>[] {
  const keys = Array.isArray(post.detail.media_keys) ? post.detail.media_keys : []
  return post.media.map((media, i) => {
    const optional: Record<string, unknown> = {
      url: sandbox.mediaUrl(media),
      width: media.width,
      height: media.height,
      alt_text: media.alt_text ?? undefined,
    }
    const picked = Object.entries(optional).filter(([name, value]) => wanted.includes(name) && value !== undefined)
    return { media_key: keys[i], type: typeOf(String(keys[i])), ...Object.fromEntries(picked) }
  })
}

const typeOf = (mediaKey: string): string =>
  mediaKey.startsWith('13_') ? 'video' : mediaKey.startsWith('16_') ? 'animated_gif' : 'photo'
