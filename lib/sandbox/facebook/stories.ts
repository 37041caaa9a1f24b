import { z } from 'zod'
import { type Answer, jsonAnswer } from '../exchange'
import { digits } from '../ids'
import { graphId, parametersOf } from '../meta/parameters'
import type { Visit } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import type { Shelf } from '../shelf'
import { blankPost, type Photo, requireOwnNode, waitingPhoto } from './publish'

/** `POST /{page-id}/photo_stories`: shows a photo that was uploaded before, and that no other post shows. */
export function createPhotoStory(sandbox: Sandbox, photos: Shelf<Photo>, visit: Visit): Answer {
  requireOwnNode(visit)
  const { photo_id } = parametersOf(visit.call, z.strictObject({ photo_id: graphId }))
  const photo = waitingPhoto(photos, visit, photo_id)
  const id = digits('12', 15)
  const post = {
    ...blankPost(visit, id),
    media: [photo.media],
    path: `/feed/facebook/stories/${id}`,
    detail: { kind: 'story', media_id: photo.id },
  }
  sandbox.publish(post, () => photos.put({ ...photo, post_id: id }))
  return jsonAnswer(200, { success: true, post_id: id })
}

/** `GET /{page-id}/stories`, newest first; what is older than a day is in the archive. */
export function listStories(sandbox: Sandbox, visit: Visit): Answer {
  requireOwnNode(visit)
  parametersOf(visit.call, z.strictObject({}))
  const nowMs = sandbox.nowMs()
  const data: unknown[] = []
  for (const post of sandbox.ledger.visible('facebook', visit.account.account_id, nowMs)) {
    if (post.detail.kind !== 'story') continue
    data.push({
      post_id: post.id,
      status: nowMs - post.created_ms < dayMs ? 'published' : 'archived',
      creation_time: String(Math.floor(post.created_ms / 1_000)),
      media_type: /\.(mp4|mov)$/.test(post.media[0]?.file ?? '') ? 'video' : 'photo',
      media_id: post.detail.media_id,
      url: sandbox.permalink(post),
    })
  }
  return jsonAnswer(200, { data })
}
