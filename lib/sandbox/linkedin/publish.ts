import type { Json } from '../../channels/channel'
import { check, countCharacters } from '../checked'
import { type Answer, type Call, emptyAnswer, Refusal } from '../exchange'
import { snowflake } from '../ids'
import type { LedgerMedia, LedgerPost } from '../ledger'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import { requireAuthor } from './authors'
import { badRequest, duplicate, invalidField, refuse, throttled } from './errors'
import type { Images } from './images'
import { readLittleText } from './little-text'
import { limits, NewPost } from './rules'
import type { Videos } from './videos'

/** `POST /rest/posts`: 201 with an empty body; the new URN stands in a header. */
export function createPost(sandbox: Sandbox, library: Library, { call, account }: Visit): Answer {
  const given = jsonOf(call, NewPost)
  const { author } = given
  requireAuthor(sandbox, call, account, { urn: author, as: 'write', operation: 'posts.CREATE.NO_VERSION for author' })
  const text = readCommentary(given.commentary)
  const media = mediaOf(library, given)
  if (text.trim() === '' && !given.content)
    throw invalidField('/commentary', 'must not be blank', 'INVALID_VALUE_BLANK_FIELD')
  refuseDuplicate(sandbox, given)
  checkQuota(sandbox, author)
  const isFilm = given.content && 'media' in given.content && given.content.media.id.startsWith('urn:li:video:')
  const urn = `urn:li:${isFilm ? 'ugcPost' : 'share'}:${snowflake(sandbox.nowMs())}`
  sandbox.publish({
    network: 'linkedin',
    account_id: author,
    id: urn,
    parent_id: null,
    title: titleOf(given),
    text,
    link: given.content && 'article' in given.content ? given.content.article.source : null,
    media,
    path: `/feed/linkedin/feed/update/${urn}/`,
    call_id: call.id,
    detail: { sent: given as unknown as Json, commentary: given.commentary },
  })
  return emptyAnswer(201, { 'x-restli-id': urn, 'x-linkedin-id': urn, location: `/posts/${encodeURIComponent(urn)}` })
}

/** Of a link's card, or of a medium. */
function titleOf({ content }: NewPost): string | null {
  if (!content) return null
  if ('article' in content) return content.article.title
  return 'media' in content ? (content.media.title ?? null) : null
}

function readCommentary(commentary: string): string {
  const read = readLittleText(commentary)
  if ('strayCharacter' in read) {
    const { strayCharacter, position } = read
    throw invalidField('/commentary', `unescaped reserved character ${strayCharacter} at position ${position}`)
  }
  if (countCharacters(read.text) > limits.commentaryMax) {
    throw invalidField('/commentary', `length must be at most ${limits.commentaryMax}`, 'FIELD_LENGTH_TOO_LONG')
  }
  return read.text
}

/** What was uploaded, pictures and films. */
export type Library = { images: Images; videos: Videos }

function mediaOf({ images, videos }: Library, { content, author }: NewPost): LedgerMedia[] {
  if (!content) return []
  if ('media' in content) {
    const { id, altText } = content.media
    const isFilm = id.startsWith('urn:li:video:')
    return [isFilm ? { ...videos.attach(id, author), alt_text: altText ?? null } : images.attach(id, author, altText)]
  }
  if ('article' in content) {
    checkArticle(content.article)
    return content.article.thumbnail === undefined ? [] : [images.attach(content.article.thumbnail, author, undefined)]
  }
  const { images: several } = content.multiImage
  const { min, max } = limits.images
  if (several.length < min || several.length > max) {
    throw invalidField('/content/multiImage/images', `array size is not within ${min} and ${max}`)
  }
  return several.map(({ id, altText }) => images.attach(id, author, altText))
}

function checkArticle(article: { title: string; description?: string | undefined }): void {
  for (const member of ['title', 'description'] as const) {
    const max = limits.article[member]
    if (countCharacters(article[member] ?? '') > max)
      throw invalidField(`/content/article/${member}`, `length must be at most ${max}`, 'FIELD_LENGTH_TOO_LONG')
  }
}

/** Ten minutes long LinkedIn refuses the same words, and says what they are a duplicate of. */
function refuseDuplicate(sandbox: Sandbox, given: NewPost): void {
  if (given.commentary === '' || !sandbox.settings.for('linkedin').detect_duplicates) return
  const posts = sandbox.ledger.of('linkedin', given.author)
  const sinceMs = sandbox.nowMs() - limits.duplicateWindowMs
  for (let i = posts.length - 1; i >= 0; i--) {
    const post = posts[i]
    if (!post || post.created_ms < sinceMs) return
    if (post.deleted_ms === null && post.detail.commentary === given.commentary) throw duplicate(post.id)
  }
}

/** LinkedIn's days end at midnight UTC for everybody. */
function checkQuota(sandbox: Sandbox, accountId: string): void {
  const quota = sandbox.quota('linkedin', limits.postsPerDay)
  const midnightMs = new Date(sandbox.nowMs()).setUTCHours(0, 0, 0, 0)
  if (quota !== null && sandbox.ledger.countSince('linkedin', accountId, midnightMs) >= quota)
    throw new Refusal(throttled())
}

export function deletePost(sandbox: Sandbox, visit: Visit): Answer {
  const urn = urnIn(visit)
  if (visit.call.header('x-restli-method')?.toUpperCase() !== 'DELETE')
    throw badRequest('The header X-RestLi-Method must be DELETE')
  const post = sandbox.ledger.find('linkedin', urn)
  const operation = 'posts.DELETE.NO_VERSION'
  if (post) requireAuthor(sandbox, visit.call, visit.account, { urn: post.account_id, as: 'write', operation })
  if (post) sandbox.ledger.remove(post, sandbox.nowMs())
  return emptyAnswer(204)
}

/** The request as it was, which is what LinkedIn gives back when a post is read. */
export const sentPost = (post: LedgerPost): NewPost => NewPost.parse(post.detail.sent)

/** A URN of the path. Its colons must be percent-encoded, or Rest.li cannot tell key from structure. */
export function urnIn({ raw, params }: Visit): string {
  if (raw.urn?.includes(':')) throw badRequest('Syntax exception in path variables')
  return params.urn ?? ''
}

export function jsonOf<T>(call: Call, schema: Parameters<typeof check<T>>[0]): T {
  if (call.contentType !== 'application/json') {
    throw refuse({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: `Content-Type ${call.contentType || 'none'} is not supported`,
    })
  }
  const checked = check(schema, call.json())
  if ('data' in checked) return checked.data
  const { kind, field, message } = checked.problem
  const path = `/${field.replaceAll('.', '/')}`
  if (kind === 'unknown') throw invalidField(path, 'unrecognized field found but not allowed', 'UNPERMITTED_FIELD')
  if (kind === 'missing')
    throw invalidField(path, 'field is required but not found and has no default value', 'MISSING_FIELD')
  throw invalidField(path, message)
}
