import { type Answer, jsonAnswer } from '../exchange'
import { digits } from '../ids'
import type { LedgerMedia, LedgerPost } from '../ledger'
import { fetchMedia } from '../media-fetch'
import { badParameter, unknownObject } from '../meta/envelope'
import { parseFields, project } from '../meta/fields'
import { parametersOf, readParameters } from '../meta/parameters'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import type { Shelf } from '../shelf'
import { refusal } from './errors'
import { postFields } from './read'
import { FeedParameters, limits, PhotoParameters } from './rules'

/** A photo of a page. One that was uploaded unpublished waits until a post takes it. */
export type Photo = {
  id: string
  created_ms: number
  account_id: string
  media: LedgerMedia
  caption: string
  /** The post that shows it, once there is one. */
  post_id: string | null
}

/** Unpublished uploads and drafts make nothing public, so faults call them differently. */
export const nameOfFeed = (call: Visit['call']): string => (isUnpublished(call) ? 'draft' : 'publish')
export const nameOfPhoto = (call: Visit['call']): string => (isUnpublished(call) ? 'upload' : 'publish')

function isUnpublished(call: Visit['call']): boolean {
  return ['false', '0'].includes(String(readParameters(call).published))
}

/** `POST /{page-id}/feed`: text, a link, or photos that were uploaded before. */
export function createPost(sandbox: Sandbox, photos: Shelf<Photo>, visit: Visit): Answer {
  requireOwnNode(visit)
  const given = parametersOf(visit.call, FeedParameters)
  checkMessage(given.message)
  const attached = (given.attached_media ?? []).map(({ media_fbid }) => waitingPhoto(photos, visit, media_fbid))
  if (!given.message && !given.link && attached.length === 0) {
    throw badParameter('A post needs a message, a link or attached media')
  }
  if (given.link && attached.length > 0) throw badParameter('A post has a link or attached media, not both')
  if (new Set(attached).size < attached.length) throw badParameter('The parameter attached_media names a photo twice')
  // A draft gets an id and is forgotten: nothing of it is public, and nothing here publishes it later.
  if (given.published === false) return jsonAnswer(200, { id: newPostId(visit.account.account_id) })
  const id = newPostId(visit.account.account_id)
  const post = sandbox.publish(
    {
      ...blankPost(visit, id),
      text: given.message ?? '',
      link: given.link ?? null,
      media: attached.map(({ media }) => media),
    },
    () => {
      for (const photo of attached) photos.put({ ...photo, post_id: id })
    },
  )
  return jsonAnswer(200, shown(sandbox, post, given.fields))
}

/** `POST /{page-id}/photos`. Published it is a post of its own. */
export async function createPhoto(sandbox: Sandbox, photos: Shelf<Photo>, visit: Visit): Promise<Answer> {
  requireOwnNode(visit)
  const given = parametersOf(visit.call, PhotoParameters)
  if (given.caption !== undefined && given.message !== undefined) {
    throw badParameter('The parameters caption and message mean the same; send one')
  }
  const caption = given.caption ?? given.message ?? ''
  checkMessage(caption)
  const media = await pull(sandbox, given.url, given.alt_text_custom ?? null)
  const photo = {
    id: digits('12', 15),
    created_ms: sandbox.nowMs(),
    account_id: visit.account.account_id,
    media,
    caption,
  }
  if (given.published === false) {
    photos.put({ ...photo, post_id: null })
    return jsonAnswer(200, { id: photo.id })
  }
  const postId = newPostId(visit.account.account_id)
  sandbox.publish({ ...blankPost(visit, postId), text: caption, media: [media] }, () => {
    photos.put({ ...photo, post_id: postId })
  })
  return jsonAnswer(200, { id: photo.id, post_id: postId })
}

/** `DELETE` of a post, or of a photo that no post took. */
export function deleteNode(sandbox: Sandbox, photos: Shelf<Photo>, visit: Visit): Answer {
  const { id = '' } = visit.params
  const photo = photos.get(id)
  const postId = photo ? photo.post_id : id
  const post = postId === null ? undefined : sandbox.ledger.find('facebook', postId)
  const owner = photo ?? post
  if (owner?.account_id !== visit.account.account_id) throw unknownObject('DELETE', id)
  if (post) sandbox.ledger.remove(post, sandbox.nowMs())
  if (photo) photos.drop(photo.id)
  return jsonAnswer(200, { success: true })
}

export function requireOwnNode(visit: Visit): void {
  const { id } = visit.params
  if (id !== 'me' && id !== visit.account.account_id) throw unknownObject(visit.call.method, id ?? '')
}

export function waitingPhoto(photos: Shelf<Photo>, visit: Visit, id: string): Photo {
  const photo = photos.get(id)
  if (photo?.account_id !== visit.account.account_id) throw unknownObject('POST', id)
  if (photo.post_id !== null) throw refusal('photoUsed')
  return photo
}

export function checkMessage(message: string | undefined): void {
  if ([...(message ?? '')].length > limits.messageMax) {
    throw badParameter(`Param message must be no longer than ${limits.messageMax} characters`)
  }
}

async function pull(sandbox: Sandbox, url: string, altText: string | null): Promise<LedgerMedia> {
  const fetched = await fetchMedia(url, limits.imageBytesMax)
  if (fetched === 'too_large') throw refusal('photoUnusable')
  if (fetched === 'unreachable' || fetched === 'timeout') throw refusal('photoMissing')
  if (!fetched.image || !limits.imageFormats.includes(fetched.image.format)) throw refusal('photoUnusable')
  return sandbox.keep(fetched.bytes, fetched.image, url, altText)
}

export const newPostId = (accountId: string): string => `${accountId}_${digits('12', 15)}`

export function blankPost({ account, call }: Visit, id: string) {
  return {
    network: 'facebook' as const,
    account_id: account.account_id,
    id,
    parent_id: null,
    title: null,
    text: '',
    link: null,
    media: [],
    path: `/feed/facebook/${account.account_id}/posts/${id.slice(id.indexOf('_') + 1)}`,
    call_id: call.id,
    detail: {},
  }
}

function shown(sandbox: Sandbox, post: LedgerPost, fields: string | undefined): unknown {
  return fields === undefined ? { id: post.id } : project('Post', postFields(sandbox), post, parseFields(fields))
}
