import { randomUUID } from 'node:crypto'
import type { Json } from '@/lib/json'
import { type Answer, type Call, type Choice, emptyAnswer, jsonAnswer, parseJson, type Visit } from '../../http/call'
import type { Part } from '../../http/form'
import { readImage } from '../../media/images'
import { readVideo, readVideoFile } from '../../media/videos'
import { objectId } from '../../state/ids'
import type { StoredMedia } from '../../state/post-store'
import type { Sandbox } from '../../state/sandbox'
import type { Document, Documents } from './documents'
import { plainText, rewriteVideoCards, sourcesOf, withoutVideoCards } from './html'
import { showDocument, siteOf } from './read'
import {
  badRequest,
  bodyOf,
  collision,
  EditedPost,
  invalidPost,
  limits,
  NewPost,
  notFound,
  type PostFields,
  rateLimited,
  refuse,
  requireQuery,
  unsupportedMedia,
} from './request'

const purposes = ['image', 'profile_image', 'icon']
const imageFormats = ['jpeg', 'png', 'gif', 'webp', 'svg']
/** Ghost checks the extension of videos. */
const videoExtensions = /\.(mp4|webm|ogv|mov)$/i

/** The part `file` of a form that has only these fields. */
function fileOf(call: Call, fields: readonly string[], bytesMax: number, missing: string): Part & { filename: string } {
  if (call.contentType !== 'multipart/form-data') throw badRequest('The body must be multipart/form-data.')
  const unknown = call.parts.find(({ name }) => !fields.includes(name))
  if (unknown) throw badRequest(`Unknown field: ${unknown.name}.`)
  const file = call.part('file')
  if (!file || file.filename === null) throw refuse({ status: 422, type: 'ValidationError', message: missing })
  const tooLarge = 'Request is larger than the maximum file size.'
  if (file.size > bytesMax) throw refuse({ status: 413, type: 'RequestEntityTooLargeError', message: tooLarge })
  return { ...file, filename: file.filename }
}

const textOf = (call: Call, name: string): string | null => call.part(name)?.data.toString() ?? null

export async function uploadImage(sandbox: Sandbox, { call }: Visit): Promise<Answer> {
  const file = fileOf(call, ['file', 'purpose', 'ref'], limits.imageBytesMax, 'Please select an image.')
  if (!purposes.includes(textOf(call, 'purpose') ?? 'image'))
    throw badRequest(`The purpose must be one of ${purposes.join(', ')}.`)
  const image = await readImage(file.data)
  if (!image || !imageFormats.includes(image.format)) throw unsupportedMedia('Please select a valid image.')
  const url = sandbox.mediaUrl(await sandbox.store(file.data, image))
  return jsonAnswer(201, { images: [{ url, ref: textOf(call, 'ref') }] })
}

/** `POST /media/upload/`: a video, optionally with a thumbnail. */
export async function uploadVideo(sandbox: Sandbox, { call }: Visit): Promise<Answer> {
  const fields = ['file', 'thumbnail', 'purpose', 'ref']
  const { data, draft, filename } = fileOf(call, fields, limits.videoBytesMax, 'Please select a media file.')
  const read = () => (draft === null ? readVideo(data) : readVideoFile(sandbox.files.draftPath(draft)))
  const video = videoExtensions.test(filename) ? await read() : null
  if (!video) throw unsupportedMedia('Please select a valid media file.')
  const thumbnail = call.part('thumbnail')
  const image = thumbnail ? await readImage(thumbnail.data) : null
  if (thumbnail && !image) throw unsupportedMedia('Please select a valid thumbnail.')
  const url = sandbox.mediaUrl(await sandbox.store(draft ?? data, video))
  const thumbnail_url = thumbnail && image ? sandbox.mediaUrl(await sandbox.store(thumbnail.data, image)) : null
  return jsonAnswer(201, { media: [{ url, thumbnail_url, ref: textOf(call, 'ref') }] })
}

/** The status in the body decides whether a call publishes. */
export const nameOfSave: Choice = {
  names: ['draft', 'edit', 'publish'],
  of(call) {
    const body = call.json() as { posts?: { status?: unknown }[] } | undefined
    if (body?.posts?.[0]?.status === 'published') return 'publish'
    return call.method === 'POST' ? 'draft' : 'edit'
  },
}

const writeParameters = ['source', 'formats', 'fields', 'include']

export function createPost(sandbox: Sandbox, documents: Documents, visit: Visit): Answer {
  const { call, account } = visit
  requireQuery(call, writeParameters)
  const [given] = bodyOf(call, NewPost).posts
  if (!given) throw badRequest('The body has no post.')
  checkContent(call, given)
  const nowMs = sandbox.nowMs()
  const empty = { title: given.title, html: '', lexical: null, tags: [], authors: [], more: {} }
  const document: Document = {
    ...withFields(empty, given),
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
  if (given.status === 'published') return publish(sandbox, documents, visit, document, 201)
  documents.put(document)
  return documentAnswer(sandbox, visit, document, 201)
}

/** `PUT /posts/{id}/`. `updated_at` must be the current one. */
export function editPost(sandbox: Sandbox, documents: Documents, visit: Visit): Answer {
  const { call, account, params } = visit
  requireQuery(call, [...writeParameters, 'save_revision'])
  const [given] = bodyOf(call, EditedPost).posts
  const before = documents.get(params.id ?? '', account.account_id)
  if (!given || !before) return notFound()
  checkContent(call, given)
  if (Date.parse(given.updated_at) !== before.updated_ms) throw collision()
  // Whole seconds, but never the same twice, so that two edits within a second collide.
  const updated_ms = Math.max(wholeSeconds(sandbox.nowMs()), before.updated_ms + 1000)
  const slug = given.slug ? documents.freeSlug(given.slug, account.account_id, before.id) : before.slug
  const document = { ...withFields(before, given), slug, updated_ms }
  if (given.status === 'published' && before.status === 'draft')
    return publish(sandbox, documents, visit, document, 200)
  const isUnpublished = given.status === 'draft' && before.status === 'published'
  const saved: Document = isUnpublished ? { ...document, status: 'draft' } : document
  sandbox.log.batch(() => {
    if (isUnpublished) removePost(sandbox, before.id)
    documents.put(saved)
  })
  return documentAnswer(sandbox, visit, saved, 200)
}

export function deletePost(sandbox: Sandbox, documents: Documents, { account, params }: Visit): Answer {
  const document = documents.get(params.id ?? '', account.account_id)
  if (!document) return notFound('Resource not found error, cannot delete post.')
  sandbox.log.batch(() => {
    removePost(sandbox, document.id)
    documents.drop(document)
  })
  return emptyAnswer(204)
}

function removePost(sandbox: Sandbox, id: string): void {
  const post = sandbox.posts.find('ghost', id)
  if (post) sandbox.posts.remove(post, sandbox.nowMs())
}

function publish(sandbox: Sandbox, documents: Documents, visit: Visit, draft: Document, status: number): Answer {
  const { account } = visit
  if (sandbox.isQuotaUsed(account, null)) return rateLimited()
  const published_ms = draft.published_ms ?? wholeSeconds(sandbox.nowMs())
  const document: Document = { ...draft, status: 'published', published_ms }
  const { id, title, html, slug, more } = document
  const post = {
    id,
    title,
    text: plainText(withoutVideoCards(html)),
    link: textOrNull(more.canonical_url),
    media: mediaOf(sandbox, document),
    path: `/feed/ghost/${siteOf(account)}/${slug}/`,
    detail: { slug },
  }
  sandbox.publish(visit, post, () => documents.put(document))
  return documentAnswer(sandbox, visit, document, status)
}

/** Images and videos that were uploaded here. Others are only links. */
function mediaOf(sandbox: Sandbox, { html, more }: Document): StoredMedia[] {
  const feature =
    typeof more.feature_image === 'string' ? [{ src: more.feature_image, alt: textOrNull(more.feature_image_alt) }] : []
  const base = `${sandbox.origin}/media/`
  return [...feature, ...sourcesOf(html, 'video'), ...sourcesOf(html, 'img')].flatMap(({ src, alt }) =>
    src.startsWith(base) ? [{ file: src.slice(base.length), alt_text: alt, width: 0, height: 0, source_url: src }] : [],
  )
}

const textOrNull = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)

/** Without `source=html` Ghost ignores the HTML and creates an empty post; here that is an error. */
function checkContent(call: Call, given: Partial<PostFields>): void {
  const source = call.query.get('source')
  if (source !== null && source !== 'html') throw badRequest('The only source is html.')
  if (given.html && source !== 'html') throw invalidPost('html is only read with ?source=html.', 'html')
  if (given.status === 'scheduled')
    throw invalidPost('The sandbox does not support scheduling. Send draft or published.', 'status')
  if (given.email_only) throw invalidPost('The sandbox sends no email.', 'email_only')
  if (given.lexical && parseJson(given.lexical) === undefined)
    throw invalidPost('Invalid lexical structure.', 'lexical')
}

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

function documentAnswer(sandbox: Sandbox, { call, account }: Visit, document: Document, status: number): Answer {
  const formats = (call.query.get('formats') ?? '').split(',')
  return jsonAnswer(status, { posts: [showDocument(sandbox, account, document, formats)] })
}
