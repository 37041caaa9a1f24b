import { randomUUID } from 'node:crypto'
import type { Json } from '../../channels/channel'
import type { Account } from '../accounts'
import { type Answer, type Call, emptyAnswer, jsonAnswer } from '../exchange'
import { objectId } from '../ids'
import type { LedgerMedia } from '../ledger'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import { rewriteVideoCards, withoutVideoCards } from './cards'
import type { Document, Documents } from './documents'
import { badRequest, bodyOf, collision, invalidPost, notFound, tooMany } from './errors'
import { filmSources, imageSources, plainText } from './html'
import { showDocument } from './read'
import { EditedPost, NewPost, type PostFields } from './rules'

/** Whether a call makes something public depends on the status in its body. */
export function nameOfSave(call: Call): string {
  const body = call.json() as { posts?: { status?: unknown }[] } | undefined
  if (body?.posts?.[0]?.status === 'published') return 'publish'
  return call.method === 'POST' ? 'draft' : 'edit'
}

const writeParameters = ['source', 'formats', 'fields', 'include']

/** `POST /posts/`. */
export function createPost(sandbox: Sandbox, documents: Documents, { call, account }: Visit): Answer {
  requireQuery(call, writeParameters)
  const [given] = bodyOf(call, NewPost).posts
  if (!given) throw badRequest('The body has no post.')
  checkContent(call, given)
  const nowMs = sandbox.nowMs()
  const document: Document = {
    ...withFields({ ...emptyDocument, title: given.title }, given),
    id: objectId(nowMs),
    created_ms: nowMs,
    updated_ms: wholeSeconds(nowMs),
    account_id: account.account_id,
    uuid: randomUUID(),
    slug: documents.freeSlug(given.slug ?? given.title, account.account_id),
    visible_ms: nowMs + sandbox.settings.for('ghost').visibility_lag_ms,
    status: 'draft',
    published_ms: null,
  }
  if (given.status === 'published') return publish(sandbox, documents, call, account, document, 201)
  documents.put(document)
  return answerWith(sandbox, call, account, document, 201)
}

/** `PUT /posts/{id}/`: only who names the last `updated_at` may write. */
export function editPost(sandbox: Sandbox, documents: Documents, { call, account, params }: Visit): Answer {
  requireQuery(call, [...writeParameters, 'save_revision'])
  const [given] = bodyOf(call, EditedPost).posts
  const before = documents.get(params.id ?? '', account.account_id)
  if (!given || !before) return notFound()
  checkContent(call, given)
  if (Date.parse(given.updated_at) !== before.updated_ms) throw collision()
  // Whole seconds, as Ghost's database keeps them, yet never the same twice: two edits in one second must collide.
  const updatedMs = Math.max(wholeSeconds(sandbox.nowMs()), before.updated_ms + 1000)
  const slug = given.slug ? documents.freeSlug(given.slug, account.account_id, before.id) : before.slug
  const document = { ...withFields(before, given), slug, updated_ms: updatedMs }
  if (given.status === 'published' && before.status === 'draft') {
    return publish(sandbox, documents, call, account, document, 200)
  }
  const isWithdrawn = given.status === 'draft' && before.status === 'published'
  const saved: Document = isWithdrawn ? { ...document, status: 'draft' } : document
  sandbox.journal.together(() => {
    const post = isWithdrawn ? sandbox.ledger.find('ghost', before.id) : undefined
    if (post) sandbox.ledger.remove(post, sandbox.nowMs())
    documents.put(saved)
  })
  return answerWith(sandbox, call, account, saved, 200)
}

export function deletePost(sandbox: Sandbox, documents: Documents, { account, params }: Visit): Answer {
  const document = documents.get(params.id ?? '', account.account_id)
  if (!document) return notFound('Resource not found error, cannot delete post.')
  sandbox.journal.together(() => {
    const post = sandbox.ledger.find('ghost', document.id)
    if (post) sandbox.ledger.remove(post, sandbox.nowMs())
    documents.drop(document)
  })
  return emptyAnswer(204)
}

function publish(
  sandbox: Sandbox,
  documents: Documents,
  call: Call,
  account: Account,
  draft: Document,
  status: number,
): Answer {
  const quota = sandbox.settings.for('ghost').posts_per_day
  const usage = sandbox.ledger.countSince('ghost', account.account_id, sandbox.nowMs() - 86_400_000)
  if (quota !== null && usage >= quota) return tooMany()
  const nowMs = sandbox.nowMs()
  const document: Document = { ...draft, status: 'published', published_ms: draft.published_ms ?? wholeSeconds(nowMs) }
  const site = account.credentials.kind === 'ghost' ? account.credentials.site : ''
  sandbox.publish(
    {
      network: 'ghost',
      account_id: account.account_id,
      id: document.id,
      parent_id: null,
      title: document.title,
      text: plainText(withoutVideoCards(document.html)),
      link: typeof document.more.canonical_url === 'string' ? document.more.canonical_url : null,
      media: mediaOf(sandbox, document),
      path: `/feed/ghost/${site}/${document.slug}/`,
      call_id: call.id,
      detail: { slug: document.slug },
    },
    () => documents.put(document),
  )
  return answerWith(sandbox, call, account, document, status)
}

/** Pictures and films that were uploaded to this site; others stay links and are not shown as media. */
function mediaOf(sandbox: Sandbox, { html, more }: Document): LedgerMedia[] {
  const feature =
    typeof more.feature_image === 'string' ? [{ src: more.feature_image, alt: altOf(more.feature_image_alt) }] : []
  return [...feature, ...filmSources(html), ...imageSources(html)].flatMap(({ src, alt }) => {
    const file = src.startsWith(`${sandbox.origin}/media/`) ? src.slice(`${sandbox.origin}/media/`.length) : null
    return file === null ? [] : [{ file, alt_text: alt, width: 0, height: 0, source_url: src }]
  })
}

const altOf = (alt: Json | undefined): string | null => (typeof alt === 'string' ? alt : null)

/** Without `source=html` Ghost silently ignores HTML and makes an empty post; here that is an error. */
function checkContent(call: Call, given: Partial<PostFields>): void {
  const source = call.query.get('source')
  if (source !== null && source !== 'html') throw badRequest('The only source is html.')
  if (given.html && source !== 'html') throw invalidPost('html is only read with ?source=html.', 'html')
  if (given.status === 'scheduled')
    throw invalidPost('The sandbox publishes nothing later: send draft or published.', 'status')
  if (given.email_only) throw invalidPost('The sandbox sends no e-mail.', 'email_only')
  if (given.lexical && !isJson(given.lexical)) throw invalidPost('Invalid lexical structure.', 'lexical')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const emptyDocument = { html: '', lexical: null, tags: [] as string[], authors: [] as string[], more: {} }

type Editable = Pick<Document, 'title' | 'html' | 'lexical' | 'tags' | 'authors' | 'more'>

function withFields<T extends Editable>(before: T, given: Partial<PostFields>): T {
  const {
    title,
    html,
    lexical,
    tags,
    authors,
    status: _,
    slug: __,
    updated_at: ___,
    published_at: ____,
    ...more
  } = given
  return {
    ...before,
    title: title ?? before.title,
    html: html ? rewriteVideoCards(html) : before.html,
    lexical: lexical ?? before.lexical,
    tags: tags ? tags.map(nameOf) : before.tags,
    authors: authors ? authors.map(nameOf) : before.authors,
    more: { ...before.more, ...more },
  }
}

type Named =
  | string
  | { id?: string | undefined; name?: string | undefined; email?: string | undefined; slug?: string | undefined }
const nameOf = (item: Named): string =>
  typeof item === 'string' ? item : (item.name ?? item.email ?? item.slug ?? item.id ?? '')

const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000

function answerWith(sandbox: Sandbox, call: Call, account: Account, document: Document, status: number): Answer {
  const formats = (call.query.get('formats') ?? '').split(',')
  return jsonAnswer(status, { posts: [showDocument(sandbox, account, document, formats)] })
}

export function requireQuery(call: Call, known: readonly string[]): void {
  const stranger = [...call.query.keys()].find((name) => !known.includes(name))
  if (stranger !== undefined) throw badRequest(`Unknown query parameter: ${stranger}.`)
}
