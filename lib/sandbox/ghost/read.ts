import type { Account } from '../accounts'
import { type Answer, type Call, jsonAnswer } from '../exchange'
import type { OpenVisit, Visit } from '../router'
import type { Sandbox } from '../sandbox'
import type { Document, Documents } from './documents'
import { badRequest, notFound } from './errors'
import { parseFilter } from './filter'
import { plainText } from './html'
import { included } from './metrics'
import { requireQuery } from './publish'
import { showTag } from './tags'

const readParameters = ['formats', 'fields', 'include']

/** `GET /site/` asks for no key, so it proves nothing about one. */
export function readSite(sandbox: Sandbox, { params }: OpenVisit): Answer {
  const account = sandbox.accounts.byProof('ghost', params.site ?? '')
  if (!account) return notFound('Site not found.')
  return jsonAnswer(200, {
    site: {
      title: account.account_name,
      description: 'A site in the sandbox',
      logo: null,
      icon: null,
      accent_color: '#ff1a75',
      url: `${siteUrl(sandbox, account)}/`,
      version: '6.0',
      locale: 'en',
    },
  })
}

/** The owner of the site; the call that tells whether a key is good. */
export function listUsers(sandbox: Sandbox, { call, account }: Visit): Answer {
  requireQuery(call, ['limit', 'page', 'fields', 'include'])
  const user = {
    id: '1',
    name: account.account_name,
    slug: account.handle,
    email: `${account.handle}@example.com`,
    profile_image: `${sandbox.origin}/samples/dawn.jpg`,
    status: 'active',
  }
  return jsonAnswer(200, { users: [user], meta: pagination(1, 15, 1) })
}

/** `GET /posts/`. */
export function listPosts(sandbox: Sandbox, documents: Documents, { call, account }: Visit): Answer {
  requireQuery(call, [...readParameters, 'filter', 'limit', 'page', 'order'])
  const { query } = call
  const filter = query.get('filter')
  const found = documents.list(account.account_id).filter(filter ? parseFilter(filter) : () => true)
  sort(found, query.get('order') ?? 'published_at desc')
  const limitText = query.get('limit') ?? '15'
  const limit = limitText === 'all' ? 100 : Number(limitText)
  const page = Number(query.get('page') ?? 1)
  if (!Number.isInteger(limit) || limit < 1 || !Number.isInteger(page) || page < 1) {
    throw badRequest('limit and page must be whole numbers above 0.')
  }
  const size = Math.min(100, limit)
  const posts = found.slice((page - 1) * size, page * size).map((document) => shown(sandbox, call, account, document))
  return jsonAnswer(200, { posts, meta: pagination(page, size, found.length) })
}

export function readPost(sandbox: Sandbox, documents: Documents, { call, account, params }: Visit): Answer {
  requireQuery(call, readParameters)
  const document =
    params.slug === undefined
      ? documents.get(params.id ?? '', account.account_id)
      : documents.bySlug(params.slug, account.account_id)
  if (!document) return notFound()
  return jsonAnswer(200, { posts: [shown(sandbox, call, account, document)] })
}

export const siteUrl = (sandbox: Sandbox, { credentials }: Account): string =>
  `${sandbox.origin}/ghost/${credentials.kind === 'ghost' ? credentials.site : ''}`

/** HTML is only in the answer when `formats` asks for it. */
export function showDocument(
  sandbox: Sandbox,
  account: Account,
  document: Document,
  formats: string[],
): Record<string, unknown> {
  const { id, uuid, title, slug, html, lexical, status, tags, more } = document
  const site = account.credentials.kind === 'ghost' ? account.credentials.site : ''
  const iso = (ms: number) => new Date(ms).toISOString()
  const excerpt = typeof more.custom_excerpt === 'string' ? more.custom_excerpt : plainText(html).slice(0, 500)
  return {
    ...emptyFields,
    ...more,
    id,
    uuid,
    title,
    slug,
    status,
    ...(formats.includes('html') && { html }),
    ...((formats.includes('lexical') || lexical !== null) && { lexical }),
    ...(formats.includes('plaintext') && { plaintext: plainText(html) }),
    created_at: iso(document.created_ms),
    updated_at: iso(document.updated_ms),
    published_at: document.published_ms === null ? null : iso(document.published_ms),
    url:
      status === 'published'
        ? `${sandbox.origin}/feed/ghost/${site}/${slug}/`
        : `${sandbox.origin}/ghost/${site}/p/${uuid}/`,
    excerpt,
    reading_time: Math.max(0, Math.round(plainText(html).split(/\s+/).length / 275)),
    tags: tags.map(showTag),
    authors: [{ id: '1', name: account.account_name, slug: account.handle }],
    email_only: false,
  }
}

const emptyFields = {
  visibility: 'public',
  featured: false,
  feature_image: null,
  feature_image_alt: null,
  feature_image_caption: null,
  custom_excerpt: null,
  canonical_url: null,
  meta_title: null,
  meta_description: null,
}

function shown(sandbox: Sandbox, call: Call, account: Account, document: Document): Record<string, unknown> {
  const formats = (call.query.get('formats') ?? '').split(',').filter(Boolean)
  const stranger = formats.find((format) => !['html', 'lexical', 'plaintext', 'mobiledoc'].includes(format))
  if (stranger !== undefined) throw badRequest(`Validation (AllowedValues) failed for formats: ${stranger}`)
  const whole = { ...showDocument(sandbox, account, document, formats), ...included(sandbox, call, document) }
  const fields = call.query.get('fields')?.split(',')
  return fields ? Object.fromEntries(Object.entries(whole).filter(([name]) => fields.includes(name))) : whole
}

const orders: Record<string, (document: Document) => number | string> = {
  published_at: ({ published_ms }) => published_ms ?? Number.POSITIVE_INFINITY,
  created_at: ({ created_ms }) => created_ms,
  updated_at: ({ updated_ms }) => updated_ms,
  title: ({ title }) => title,
}

function sort(documents: Document[], order: string): void {
  const match = /^(\w+)(?:\s+(asc|desc))?$/i.exec(order.split(',', 1)[0]?.trim() ?? '')
  const by = match?.[1] !== undefined && Object.hasOwn(orders, match[1]) ? orders[match[1]] : undefined
  if (!by) throw badRequest(`Cannot order by ${order}.`)
  const sign = match?.[2]?.toLowerCase() === 'asc' ? 1 : -1
  documents.sort((a, b) => (by(a) < by(b) ? -sign : by(a) > by(b) ? sign : 0))
}

function pagination(page: number, limit: number, total: number) {
  const pages = Math.max(1, Math.ceil(total / limit))
  return {
    pagination: { page, limit, pages, total, next: page < pages ? page + 1 : null, prev: page > 1 ? page - 1 : null },
  }
}
