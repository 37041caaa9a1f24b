import { randomUUID } from 'node:crypto'
import type { Json } from '@/lib/json'
import { type Answer, type Call, type Choice, jsonAnswer, type Visit } from '../../http/call'
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

export async function uploadImage(sandbox: Sandbox, { call }: Visit): Promise<Answer> {
  const file = fileOf(call, ['file', 'purpose'], limits.imageBytesMax, 'Please select an image.')
  const purpose = call.part('purpose')?.data.toString() ?? 'image'
  if (!purposes.includes(purpose)) throw badRequest(`The purpose must be one of ${purposes.join(', ')}.`)
  const image = await readImage(file.data)
  if (!image || !imageFormats.includes(image.format)) throw unsupportedMedia('Please select a valid image.')
  const url = sandbox.mediaUrl(await sandbox.store(file.data, image))
  return jsonAnswer(201, { images: [{ url, ref: null }] })
}

/** `POST /media/upload/`: a video. */
export async function uploadVideo(sandbox: Sandbox, { call }: Visit): Promise<Answer> {
  const { data, draft, filename } = fileOf(call, ['file'], limits.videoBytesMax, 'Please select a media file.')
  const read = () => (draft === null ? readVideo(data) : readVideoFile(sandbox.files.draftPath(draft)))
  const video = videoExtensions.test(filename) ? await read() : null
  if (!video) throw unsupportedMedia('Please select a valid media file.')
  const url = sandbox.mediaUrl(await sandbox.store(draft ?? data, video))
  return jsonAnswer(201, { media: [{ url, thumbnail_url: null, ref: null }] })
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

const writeParameters = ['source', 'formats']

export function createPost(sandbox: Sandbox, documents: Documents, visit: Visit): Answer {
  const { call, account } = visit
  requireQuery(call, writeParameters)
  const [given] = bodyOf(call, NewPost).posts
  if (!given) throw badRequest('The body has no post.')
  checkContent(call, given)
  const nowMs = sandbox.nowMs()
  const empty = { title: given.title, html: '', tags: [], more: {} }
  const document: Document = {
    ...withFields(empty, given),
    id: objectId(nowMs),
    created_ms: nowMs,
    updated_ms: wholeSeconds(nowMs),
    account_id: account.account_id,
    uuid: randomUUID(),
    slug: documents.freeSlug(given.title, account.account_id),
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
  requireQuery(call, writeParameters)
  const [given] = bodyOf(call, EditedPost).posts
  const before = documents.get(params.id ?? '', account.account_id)
  if (!given || !before) return notFound()
  checkContent(call, given)
  if (Date.parse(given.updated_at) !== before.updated_ms) throw collision()
  // Whole seconds, but never the same twice, so that two edits within a second collide.
  const updated_ms = Math.max(wholeSeconds(sandbox.nowMs()), before.updated_ms + 1000)
  const document = { ...withFields(before, given), updated_ms }
  if (given.status === 'published' && before.status === 'draft')
    return publish(sandbox, documents, visit, document, 200)
  if (given.status === 'draft' && before.status === 'published')
    throw badRequest('The sandbox does not unpublish posts.')
  documents.put(document)
  return documentAnswer(sandbox, visit, document, 200)
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
}

type Editable = Pick<Document, 'title' | 'html' | 'tags' | 'more'>

function withFields<T extends Editable>(before: T, given: Partial<PostFields>): T {
  const { title, html, tags, status: _, updated_at: __, ...more } = given
  return {
    ...before,
    title: title ?? before.title,
    html: html ? rewriteVideoCards(html) : before.html,
    tags: tags ?? before.tags,
    more: { ...before.more, ...more },
  }
}

const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000

function documentAnswer(sandbox: Sandbox, { call, account }: Visit, document: Document, status: number): Answer {
  const formats = (call.query.get('formats') ?? '').split(',')
  return jsonAnswer(status, { posts: [showDocument(sandbox, account, document, formats)] })
}
