import { type Answer, type Call, type Choice, jsonAnswer, type OpenVisit, type Visit } from '../../http/call'
import type { Account } from '../../state/accounts'
import type { Sandbox } from '../../state/sandbox'
import { type Document, type Documents, slugify } from './documents'
import { parseFilter } from './filter'
import { badRequest, listIn, notFound, requireQuery } from './request'

const counts = ['clicks', 'signups', 'paid_conversions', 'conversions', 'positive_feedback', 'negative_feedback']
const includes = ['tags', 'email', 'sentiment', 'newsletter', ...counts.map((name) => `count.${name}`)]

/** A read with counts is the operation `insights`. */
export const nameOfRead: Choice = {
  names: ['read', 'insights'],
  of: ({ query }) => ((query.get('include') ?? '').includes('count.') ? 'insights' : 'read'),
}

/** The fields that `include` adds. Counts are 0 if the post was not sent as a newsletter. */
function included(sandbox: Sandbox, call: Call, document: Document): Record<string, unknown> {
  const wanted = listIn(call, 'include', includes)
  const { id, created_ms, published_ms } = document
  const stats = sandbox.stats.of({ network: 'ghost', id, created_ms: published_ms ?? created_ms })
  const isMailed = sandbox.settings.for('ghost').sends_newsletter && published_ms !== null
  const { clicks = 0, likes = 0, views = 0 } = (isMailed && stats) || {}
  const signups = Math.floor(clicks / 10)
  const positive_feedback = Math.floor(likes / 10)
  const counted = {
    clicks,
    signups,
    paid_conversions: 0,
    conversions: signups,
    positive_feedback,
    negative_feedback: 0,
  }
  const count = Object.fromEntries(Object.entries(counted).filter(([name]) => wanted.includes(`count.${name}`)))
  return {
    ...(wanted.includes('email') && { email: isMailed ? emailOf(views) : null }),
    ...(wanted.includes('sentiment') && { sentiment: positive_feedback > 0 ? 100 : 0 }),
    ...(wanted.includes('newsletter') && { newsletter: null }),
    ...(Object.keys(count).length > 0 && { count }),
  }
}

const emailOf = (opened: number) => ({
  status: 'submitted',
  email_count: 1_000 + opened,
  delivered_count: 990 + opened,
  opened_count: opened,
  failed_count: 10,
  track_opens: true,
})

const readParameters = ['formats', 'include']
const listParameters = [...readParameters, 'filter', 'limit', 'page', 'order']

/** `GET /site/` needs no key. */
export function readSite(sandbox: Sandbox, { params }: OpenVisit): Answer {
  const account = sandbox.accounts.byCredential('ghost', params.site ?? '')
  if (!account) return notFound('Site not found.')
  return jsonAnswer(200, {
    site: {
      title: account.account_name,
      description: 'A site in the sandbox',
      logo: null,
      icon: null,
      accent_color: '#ff1a75',
      url: `${sandbox.origin}/ghost/${siteOf(account)}/`,
      version: '6.0',
      locale: 'en',
    },
  })
}

export function listPosts(sandbox: Sandbox, documents: Documents, { call, account }: Visit): Answer {
  requireQuery(call, listParameters)
  const { query } = call
  const filter = query.get('filter')
  const found = documents.list(account.account_id).filter(filter ? parseFilter(filter) : () => true)
  sort(found, query.get('order') ?? 'published_at desc')
  const limit = query.get('limit') === 'all' ? 100 : Number(query.get('limit') ?? 15)
  const page = Number(query.get('page') ?? 1)
  if (!Number.isInteger(limit) || limit < 1 || !Number.isInteger(page) || page < 1)
    throw badRequest('limit and page must be whole numbers above 0.')
  const size = Math.min(100, limit)
  const posts = found.slice((page - 1) * size, page * size).map((document) => show(sandbox, call, account, document))
  return jsonAnswer(200, { posts, meta: pagination(page, size, found.length) })
}

export function readPost(sandbox: Sandbox, documents: Documents, { call, account, params }: Visit): Answer {
  requireQuery(call, readParameters)
  const document = documents.get(params.id ?? '', account.account_id)
  return document ? jsonAnswer(200, { posts: [show(sandbox, call, account, document)] }) : notFound()
}

export const siteOf = ({ credentials }: Account): string => (credentials.kind === 'ghost' ? credentials.site : '')

const isoTime = (ms: number): string => new Date(ms).toISOString()

/** The HTML is returned only if `formats` requests it. */
export function showDocument(sandbox: Sandbox, account: Account, document: Document, formats: string[]) {
  const { id, uuid, title, slug, html, status, tags, more, published_ms } = document
  const site = siteOf(account)
  const path = status === 'published' ? `/feed/ghost/${site}/${slug}/` : `/ghost/${site}/p/${uuid}/`
  return {
    ...emptyFields,
    ...more,
    id,
    uuid,
    title,
    slug,
    status,
    ...(formats.includes('html') && { html }),
    created_at: isoTime(document.created_ms),
    updated_at: isoTime(document.updated_ms),
    published_at: published_ms === null ? null : isoTime(published_ms),
    url: sandbox.origin + path,
    tags: tags.map(showTag),
  }
}

const emptyFields = {
  visibility: 'public',
  feature_image: null,
  feature_image_alt: null,
  custom_excerpt: null,
  canonical_url: null,
}

function show(sandbox: Sandbox, call: Call, account: Account, document: Document): Record<string, unknown> {
  const formats = listIn(call, 'formats', ['html'])
  return { ...showDocument(sandbox, account, document, formats), ...included(sandbox, call, document) }
}

const orders: Record<string, (document: Document) => number> = {
  published_at: ({ published_ms }) => published_ms ?? Number.POSITIVE_INFINITY,
  created_at: ({ created_ms }) => created_ms,
}

function sort(documents: Document[], order: string): void {
  const [, name = '', direction] = /^(\w+) (asc|desc)$/.exec(order) ?? []
  const by = Object.hasOwn(orders, name) ? orders[name] : undefined
  if (!by) throw badRequest(`Cannot order by ${order}.`)
  const sign = direction === 'asc' ? 1 : -1
  documents.sort((a, b) => (by(a) < by(b) ? -sign : by(a) > by(b) ? sign : 0))
}

function pagination(page: number, limit: number, total: number) {
  const pages = Math.max(1, Math.ceil(total / limit))
  const next = page < pages ? page + 1 : null
  return { pagination: { page, limit, pages, total, next, prev: page > 1 ? page - 1 : null } }
}

/** Tags that start with # are internal: readers do not see them. */
function showTag(name: string): Record<string, unknown> {
  const isInternal = name.startsWith('#')
  const slug = slugify(isInternal ? `hash-${name.slice(1)}` : name) || 'tag'
  // 24 hex digits, the same for the same tag.
  const id = Buffer.from(slug.padEnd(12, '-')).toString('hex').slice(0, 24)
  return { id, name, slug, visibility: isInternal ? 'internal' : 'public', description: null }
}

export function listTags(documents: Documents, { call, account }: Visit): Answer {
  requireQuery(call, [])
  const tags = documents.tagsOf(account.account_id).map(showTag)
  const pagination = { page: 1, limit: 'all', pages: 1, total: tags.length, next: null, prev: null }
  return jsonAnswer(200, { tags, meta: { pagination } })
}
