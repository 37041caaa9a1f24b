import { type Answer, type Call, type Choice, jsonAnswer, type Visit } from '../../http/call'
import { fingerprint, snowflake, xEpochMs } from '../../state/ids'
import type { StoredPost } from '../../state/post-store'
import { dayMs, type Sandbox } from '../../state/sandbox'
import {
  cashtagsIn,
  duplicate,
  forbidden,
  invalidRequest,
  jsonOf,
  limits,
  mediaCategories,
  missingPost,
  NewPost,
  replyRefused,
  requireNoQuery,
  urlsIn,
  weightOf,
} from './rules'
import type { Uploads } from './uploads'

type UrlEntity = {
  start: number
  end: number
  url: string
  expanded_url: string
  display_url: string
  /** Only of the link to the post's media. */
  media_key?: string
}

/**
 * The text that X returns, which differs from the text that was sent: links become t.co links, media add a link at the
 * end, and `&`, `<` and `>` become HTML entities.
 */
function returnedText(post: StoredPost, permalink: string): { text: string; urls: UrlEntity[] } {
  const urls: UrlEntity[] = []
  let text = ''
  let rest = 0
  const addLink = (url: string, expanded_url: string, display_url: string, mediaKey?: unknown) => {
    // Positions count code points of the returned text.
    const start = [...text].length
    text += url
    const entity = { start, end: start + [...url].length, url, expanded_url, display_url }
    urls.push({ ...entity, ...(typeof mediaKey === 'string' && { media_key: mediaKey }) })
  }
  for (const { url, indices } of urlsIn(post.text)) {
    text += escapeHtml(post.text.slice(rest, indices[0]))
    const expanded = /^https?:/i.test(url) ? url : `http://${url}`
    addLink(`https://t.co/${fingerprint(expanded, 10)}`, expanded, displayUrl(expanded))
    rest = indices[1]
  }
  text += escapeHtml(post.text.slice(rest))
  if (post.media.length > 0) {
    if (text !== '') text += ' '
    const code = fingerprint(`media ${post.id}`, 10)
    const [firstKey] = Array.isArray(post.detail.media_keys) ? post.detail.media_keys : []
    addLink(`https://t.co/${code}`, `${permalink}/photo/1`, `pic.x.com/${code}`, firstKey)
  }
  return { text, urls }
}

function displayUrl(url: string): string {
  const shown = url.replace(/^https?:\/\/(www\.)?/i, '')
  return shown.length > 27 ? `${shown.slice(0, 26)}…` : shown
}

const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export function createPost(sandbox: Sandbox, uploads: Uploads, visit: Visit): Answer {
  const { call, account } = visit
  requireNoQuery(call)
  const given = jsonOf(call, NewPost)
  // X counts and stores the composed form.
  const text = (given.text ?? '').normalize('NFC')
  if (text.trim() === '' && !given.media) throw invalidRequest('text', 'A post needs text or media.')
  if (weightOf(text) > limits.weightMax) throw forbidden('Tweet needs to be a bit shorter.')
  if (cashtagsIn(text).length > 1) throw forbidden('A post may contain a maximum of one cashtag.')
  const media = uploads.attach(given.media?.media_ids ?? [], account.account_id)
  const parent = parentOf(sandbox, given, account.account_id)
  refuseDuplicate(sandbox, account.account_id, text)
  const id = snowflake(sandbox.nowMs(), xEpochMs)
  const post = sandbox.publish(visit, {
    id,
    parent_id: parent?.id ?? null,
    text,
    media: media.map(({ media: item }) => item),
    path: `/feed/x/${account.handle}/status/${id}`,
    detail: { media_keys: media.map(({ key }) => key) },
  })
  const shown = returnedText(post, sandbox.permalink(post)).text
  return jsonAnswer(201, { data: { edit_history_tweet_ids: [id], id, text: shown } })
}

function parentOf(sandbox: Sandbox, given: NewPost, accountId: string): StoredPost | undefined {
  if (!given.reply) return undefined
  const parent = sandbox.posts.find('x', given.reply.in_reply_to_tweet_id)
  if (!parent) throw forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.')
  // Replies to others need a mention, which the product never relies on. For own posts it is undocumented.
  if (parent.account_id !== accountId || !sandbox.settings.for('x').own_replies) throw replyRefused()
  return parent
}

/** Media without text is never a duplicate. */
function refuseDuplicate(sandbox: Sandbox, accountId: string, text: string): void {
  if (text === '' || !sandbox.settings.for('x').detect_duplicates) return
  for (const post of sandbox.posts.since('x', accountId, sandbox.nowMs() - limits.duplicateWindowMs))
    if (post.text === text) throw duplicate()
}

const metricFields = ['public_metrics', 'non_public_metrics', 'organic_metrics'] as const
/** Non-public and organic metrics: only for the author, and only this long. */
const privateForMs = 30 * dayMs

/** X returns 0 while nothing is counted. */
function metricsOf(sandbox: Sandbox, post: StoredPost, isAuthor: boolean): Record<string, unknown> {
  const stats = sandbox.stats.of(post)
  const { views = 0, likes = 0, shares = 0, saves = 0, clicks = 0, profile_clicks = 0 } = stats ?? {}
  const retweets = Math.ceil(shares / 2)
  const replies = stats?.comments ?? sandbox.posts.repliesTo(post).length
  const counts = { retweet_count: retweets, reply_count: replies, like_count: likes }
  const public_metrics = {
    ...counts,
    quote_count: shares - retweets,
    bookmark_count: saves,
    impression_count: views,
  }
  const ageMs = sandbox.nowMs() + sandbox.settings.for('x').metrics_ahead_ms - post.created_ms
  if (!isAuthor || ageMs > privateForMs) return { public_metrics }
  const own = { impression_count: views, url_link_clicks: clicks, user_profile_clicks: profile_clicks }
  return {
    public_metrics,
    non_public_metrics: { ...own, engagements: likes + shares + replies + clicks + profile_clicks },
    organic_metrics: { ...own, ...counts },
  }
}

const listOf = (text: string): string[] => text.split(' ')

const postFields = [
  ...listOf('id text created_at referenced_tweets attachments entities edit_history_tweet_ids'),
  ...metricFields,
]
/** The values of each list parameter. */
const allowedValues: Record<string, readonly string[]> = {
  'user.fields': listOf('id name username profile_image_url'),
  'tweet.fields': postFields,
  'post.fields': postFields,
  'media.fields': listOf('media_key type url preview_image_url width height alt_text'),
  expansions: ['attachments.media_keys'],
  exclude: listOf('replies retweets'),
}
const lookupParameters = listOf('tweet.fields post.fields expansions media.fields')
const listParameters = [...lookupParameters, ...listOf('max_results pagination_token start_time exclude')]

/** A lookup with metrics is the operation `insights`. */
export const nameOfLookup: Choice = {
  names: ['read', 'insights'],
  of: ({ query }) =>
    /_metrics/.test(`${query.get('tweet.fields')} ${query.get('post.fields')}`) ? 'insights' : 'read',
}

export function readMe(sandbox: Sandbox, { call, account }: Visit): Answer {
  const wanted = readQuery(call, ['user.fields'])['user.fields'] ?? []
  const { account_id: id, account_name: name, handle: username } = account
  const optional = pick({ profile_image_url: sandbox.avatarUrl }, wanted)
  return jsonAnswer(200, { data: { id, name, username, ...optional } })
}

const pick = (values: Record<string, unknown>, wanted: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => wanted.includes(name)))

/** `GET /2/users/{id}/tweets`, newest first. */
export function listPosts(sandbox: Sandbox, { call, account, params }: Visit): Answer {
  const query = readQuery(call, listParameters)
  if (params.id !== account.account_id) throw forbidden('You are not permitted to perform this action.')
  const size = pageSize(query.max_results?.[0] ?? '10')
  const start = Number(Buffer.from(query.pagination_token?.[0] ?? '', 'base64url').toString() || 0)
  if (!Number.isInteger(start)) throw invalidRequest('pagination_token', 'The pagination_token is not valid.')
  const found: StoredPost[] = []
  for (const post of sandbox.posts.visible('x', account.account_id, sandbox.nowMs(), filterOf(query))) {
    found.push(post)
    // One more than needed shows that there is a next page.
    if (found.length > start + size) break
  }
  const page = found.slice(start, start + size)
  const ids = page.length > 0 ? { newest_id: page[0]?.id, oldest_id: page.at(-1)?.id } : {}
  const hasNext = start + size < found.length
  const next = hasNext ? { next_token: Buffer.from(String(start + size)).toString('base64url') } : {}
  const meta = { result_count: page.length, ...ids, ...next }
  return jsonAnswer(200, page.length === 0 ? { meta } : { ...show(sandbox, page, query, account.account_id), meta })
}

/** `GET /2/tweets?ids=`. Missing posts are listed in `errors`, with status 200. */
export function lookUpPosts(sandbox: Sandbox, { call, account }: Visit): Answer {
  const query = readQuery(call, ['ids', ...lookupParameters])
  const ids = query.ids ?? []
  if (ids.length < 1 || ids.length > 100)
    throw invalidRequest('ids', 'The number of values in the `ids` query parameter is not between 1 and 100')
  const posts = ids.flatMap((id) => sandbox.posts.find('x', id) ?? [])
  const missing = ids.filter((id) => !sandbox.posts.find('x', id)).map((id) => missingPost(id, 'ids'))
  const errors = missing.length > 0 ? { errors: missing } : {}
  return jsonAnswer(200, posts.length > 0 ? { ...show(sandbox, posts, query, account.account_id), ...errors } : errors)
}

type Query = Record<string, string[] | undefined>

/** The values of every parameter. Unknown names and values are refused. */
function readQuery(call: Call, known: readonly string[]): Query {
  const query: Query = {}
  for (const [name, value] of call.query) {
    if (!known.includes(name))
      throw invalidRequest(name, `The query parameter [${name}] is not one of [${known.join(',')}]`)
    const values = value.split(',')
    const allowed = allowedValues[name]
    const unknown = values.find((item) => allowed && !allowed.includes(item))
    if (unknown !== undefined)
      throw invalidRequest(
        name,
        `The \`${name}\` query parameter value [${unknown}] is not one of [${allowed?.join(',')}]`,
      )
    query[name] = values
  }
  return query
}

const invalidValue = (name: string, value: string, problem: string) =>
  invalidRequest(name, `The \`${name}\` query parameter value [${value}] is not ${problem}`)

function pageSize(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 5 && value <= 100) return value
  throw invalidValue('max_results', text, 'between 5 and 100')
}

function filterOf(query: Query): (post: StoredPost) => boolean {
  const start = timeIn(query, 'start_time') ?? 0
  return ({ created_ms, parent_id }) =>
    created_ms >= start && !(query.exclude?.includes('replies') && parent_id !== null)
}

function timeIn(query: Query, name: string): number | undefined {
  const text = query[name]?.[0]
  if (text === undefined) return undefined
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isTime) throw invalidValue(name, text, 'a valid RFC3339 timestamp')
  return Date.parse(text)
}

/** @param reader the requesting account; authors see more metrics */
function show(sandbox: Sandbox, posts: StoredPost[], query: Query, reader: string) {
  const wanted = [...(query['tweet.fields'] ?? []), ...(query['post.fields'] ?? [])]
  const data = posts.map((post) => showPost(sandbox, post, wanted, reader))
  if (!query.expansions) return { data }
  const media = posts.flatMap((post) => showMedia(sandbox, post, query['media.fields'] ?? []))
  return media.length > 0 ? { data, includes: { media } } : { data }
}

function showPost(sandbox: Sandbox, post: StoredPost, wanted: string[], reader: string): Record<string, unknown> {
  const { text, urls } = returnedText(post, sandbox.permalink(post))
  const { detail, parent_id } = post
  const optional = {
    created_at: new Date(post.created_ms).toISOString(),
    referenced_tweets: parent_id === null ? undefined : [{ type: 'replied_to', id: parent_id }],
    attachments: post.media.length > 0 ? { media_keys: detail.media_keys } : undefined,
    entities: urls.length > 0 ? { urls } : undefined,
    ...metricsOf(sandbox, post, post.account_id === reader),
  }
  return { edit_history_tweet_ids: [post.id], id: post.id, text, ...pick(optional, wanted) }
}

function showMedia(sandbox: Sandbox, { media, detail }: StoredPost, wanted: string[]): Record<string, unknown>[] {
  const keys = Array.isArray(detail.media_keys) ? detail.media_keys : []
  return media.map((item, i) => {
    const { width, height } = item
    const type = typeOf(String(keys[i]))
    // Videos have no URL, only a picture.
    const shown =
      type === 'photo' ? { url: sandbox.mediaUrl(item) } : { preview_image_url: `${sandbox.origin}/samples/dawn.jpg` }
    const optional = { ...shown, width, height, alt_text: item.alt_text ?? undefined }
    return { media_key: keys[i], type, ...pick(optional, wanted) }
  })
}

const typeOf = (mediaKey: string): string | undefined =>
  Object.values(mediaCategories).find(({ prefix }) => mediaKey.startsWith(`${prefix}_`))?.type
