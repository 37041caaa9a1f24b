import { z } from 'zod'
import { type Answer, type Choice, countCharacters, jsonAnswer, Refusal, type Visit } from '../../http/call'
import { fetchImage } from '../../media/images'
import type { Account } from '../../state/accounts'
import type { Collection } from '../../state/event-log'
import { digits } from '../../state/ids'
import type { StoredMedia } from '../../state/post-store'
import { dayMs, type Sandbox } from '../../state/sandbox'
import { badParameter, refuse, unknownObject } from '../meta/errors'
import { fetchVideo } from '../meta/fetch-video'
import { graphId, parametersOf, readParameters, requireOwnAccount } from '../meta/nodes'
import {
  limits,
  PhasedVideoParameters,
  PhotoParameters,
  refusal,
  VideoParameters,
  videoErrors,
  videoLimits,
} from './rules'

export function checkMessage(message = ''): void {
  if (countCharacters(message) > limits.messageMax)
    throw badParameter(`Param message must be no longer than ${limits.messageMax} characters`)
}

export const newPostId = (accountId: string): string => `${accountId}_${digits('12', 15)}`
export const newStoryId = (): string => digits('12', 15)

/** Stories and videos have their own path. */
export const pathOf = ({ account_id }: Account, postId: string): string =>
  `/feed/facebook/${account_id}/posts/${postId.slice(postId.indexOf('_') + 1)}`

export type Photo = {
  id: string
  created_ms: number
  account_id: string
  media: StoredMedia
  caption: string
  /** Null while unpublished. */
  post_id: string | null
}
export type Photos = Collection<Photo>

/** `POST /{page-id}/photos`. A published photo is its own post. */
export async function createPhoto(sandbox: Sandbox, photos: Photos, visit: Visit): Promise<Answer> {
  requireOwnAccount(visit)
  const given = parametersOf(visit.call, PhotoParameters)
  const { caption = '' } = given
  checkMessage(caption)
  const media = await pullPhoto(sandbox, given.url, given.alt_text_custom ?? null)
  const { account_id } = visit.account
  const photo = { id: digits('12', 15), created_ms: sandbox.nowMs(), account_id, media, caption }
  if (given.published === false) {
    photos.put({ ...photo, post_id: null })
    return jsonAnswer(200, { id: photo.id })
  }
  const post_id = newPostId(account_id)
  const post = { id: post_id, path: pathOf(visit.account, post_id), text: caption, media: [media] }
  sandbox.publish(visit, post, () => photos.put({ ...photo, post_id }))
  return jsonAnswer(200, { id: photo.id, post_id })
}

async function pullPhoto(sandbox: Sandbox, url: string, altText: string | null): Promise<StoredMedia> {
  const fetched = await fetchImage(url, limits.imageBytesMax)
  if (fetched === 'too_large') throw refusal('photoUnusable')
  if (fetched === 'unreachable' || fetched === 'timeout') throw refusal('photoMissing')
  if (!fetched.image || !limits.imageFormats.includes(fetched.image.format)) throw refusal('photoUnusable')
  return sandbox.store(fetched.bytes, fetched.image, url, altText)
}

export function requireUnpublished(photos: Photos, { account }: Visit, id: string): Photo {
  const photo = photos.get(id)
  if (photo?.account_id !== account.account_id) throw unknownObject('POST', id)
  if (photo.post_id !== null) throw refusal('photoUsed')
  return photo
}

/** `POST /{page-id}/photo_stories` with a photo that was uploaded unpublished. */
export function createPhotoStory(sandbox: Sandbox, photos: Photos, visit: Visit): Answer {
  requireOwnAccount(visit)
  const { photo_id } = parametersOf(visit.call, z.strictObject({ photo_id: graphId }))
  const photo = requireUnpublished(photos, visit, photo_id)
  const id = newStoryId()
  const post = {
    id,
    media: [photo.media],
    path: `/feed/facebook/stories/${id}`,
    detail: { kind: 'story', media_id: photo.id },
  }
  sandbox.publish(visit, post, () => photos.put({ ...photo, post_id: id }))
  return jsonAnswer(200, { success: true, post_id: id })
}

export type VideoKind = 'video' | 'reel' | 'story'

export type Video = {
  id: string
  created_ms: number
  account_id: string
  kind: VideoKind
  description: string
  uploading: 'not_started' | 'in_progress' | 'complete' | 'error'
  error: string | null
  /** The error that a fault causes after the publication. */
  doom: string | null
  media: StoredMedia | null
  post_id: string | null
}

/** The videos of all pages. A published video is processed for some polls. */
export class Videos {
  readonly videos: Collection<Video>
  readonly #polls = new Map<string, number>()
  /** Videos that this process is fetching. */
  readonly #fetches = new Set<string>()
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.videos = sandbox.collection<Video>('facebook.video', 2 * dayMs)
  }

  /** Whether a published video is still being processed. Counts as a poll. */
  poll(video: Video): boolean {
    if (video.post_id === null) return false
    const polls = this.#polls.get(video.id) ?? 0
    this.#polls.set(video.id, polls + 1)
    return polls <= this.#sandbox.settings.for('facebook').polls_until_finished
  }

  /** Fetches a video after the response, as Facebook does. */
  fetchLater(video: Video, url: string): void {
    this.#fetches.add(video.id)
    const work = fetchVideo(this.#sandbox, url, videoLimits[video.kind]).then((fetched) => {
      const known = this.videos.get(video.id)
      if (!known) return
      if (typeof fetched === 'string') this.videos.put({ ...known, uploading: 'error', error: videoErrors[fetched] })
      else this.videos.put({ ...known, uploading: 'complete', media: fetched.media })
    })
    // If the sandbox stops meanwhile, its log is closed, and after the restart the video counts as lost.
    void work.catch(() => {}).finally(() => this.#fetches.delete(video.id))
  }

  /** A video whose download ended with an earlier process has an error. */
  current(video: Video): Video {
    const isLost = video.uploading === 'in_progress' && !this.#fetches.has(video.id)
    return isLost ? { ...video, uploading: 'error', error: videoErrors.unreachable } : video
  }

  clear(): void {
    this.videos.clear()
    this.#polls.clear()
  }
}

const newVideo = (sandbox: Sandbox, { account }: Visit, kind: VideoKind): Video => ({
  id: digits('14', 16),
  created_ms: sandbox.nowMs(),
  account_id: account.account_id,
  kind,
  description: '',
  uploading: 'not_started',
  error: null,
  doom: null,
  media: null,
  post_id: null,
})

/** `POST /{page-id}/videos`: fetched before the response. The post is visible after the processing. */
export async function createVideo(sandbox: Sandbox, videos: Videos, visit: Visit): Promise<Answer> {
  requireOwnAccount(visit)
  const { file_url, description = '' } = parametersOf(visit.call, VideoParameters)
  checkMessage(description)
  const fetched = await fetchVideo(sandbox, file_url, videoLimits.video)
  if (typeof fetched === 'string')
    throw refuse({ code: 6000, subcode: 1363030, message: `(#6000) ${videoErrors[fetched]}` })
  const { media } = fetched
  const video: Video = { ...newVideo(sandbox, visit, 'video'), description, uploading: 'complete', media }
  publishVideo(sandbox, videos, visit, video)
  return jsonAnswer(200, { id: video.id })
}

/** Only the last phase publishes. */
export const nameOfPhase: Choice = {
  names: ['initialize', 'publish'],
  of: (call) => (readParameters(call).upload_phase === 'finish' ? 'publish' : 'initialize'),
}

/** `POST /{page-id}/video_reels` and `/video_stories`: start, upload to the returned URL, finish. */
export function phasedVideo(sandbox: Sandbox, videos: Videos, visit: Visit, kind: 'reel' | 'story'): Answer {
  requireOwnAccount(visit)
  const given = parametersOf(visit.call, PhasedVideoParameters)
  return given.upload_phase === 'start'
    ? startVideo(sandbox, videos, visit, kind)
    : finishVideo(sandbox, videos, visit, kind, given)
}

function startVideo(sandbox: Sandbox, videos: Videos, visit: Visit, kind: VideoKind): Answer {
  const doom = visit.call.orderedFailure('The video could not be processed.')
  const video = { ...newVideo(sandbox, visit, kind), doom }
  videos.videos.put(video)
  const version = /^\/(v[\d.]+)\//.exec(visit.call.path)?.[1] ?? ''
  const upload_url = `${sandbox.origin}/facebook/video-upload/${version}/${video.id}`
  return jsonAnswer(200, { video_id: video.id, upload_url })
}

/** `POST` to the upload URL. The headers contain the URL of the file, or the number of bytes that follow. */
export function uploadVideo(videos: Videos, { params, call, account }: Visit): Answer {
  const { id = '' } = params
  const video = videos.videos.own(id, account.account_id)
  if (!video) throw unknownObject('POST', id)
  // rupload accepts no Bearer scheme.
  if (!/^OAuth /.test(call.header('authorization') ?? '')) throw uploadRefused('NotAuthorizedError', false)
  const url = call.header('file_url')
  if (url === undefined) throw uploadRefused('PartialRequestError', true)
  if (call.body.length > 0) throw uploadRefused('OffsetInvalidError', false)
  if (video.uploading !== 'not_started') throw uploadRefused('ProcessingFailedError', false)
  videos.videos.put({ ...video, uploading: 'in_progress' })
  videos.fetchLater(video, url)
  return jsonAnswer(200, { success: true })
}

function uploadRefused(type: string, isRetriable: boolean): Refusal {
  const message = JSON.stringify({ success: false, error: { message: `The upload was refused: ${type}.` } })
  return new Refusal(jsonAnswer(400, { debug_info: { retriable: isRetriable, type, message } }))
}

type Phased = z.infer<typeof PhasedVideoParameters>

function finishVideo(sandbox: Sandbox, videos: Videos, visit: Visit, kind: VideoKind, given: Phased): Answer {
  const { video_id, video_state, description } = given
  if (video_id === undefined) throw badParameter('The parameter video_id is required')
  const video = videos.videos.own(video_id, visit.account.account_id)
  if (video?.kind !== kind) throw unknownObject('POST', video_id)
  const isStory = kind === 'story'
  if (isStory && (description !== undefined || video_state !== undefined))
    throw badParameter('A story cannot have a description or video_state')
  if (!isStory && video_state === undefined) throw badParameter('The parameter video_state is required')
  checkMessage(description)
  if (video.post_id !== null) throw refusal('videoPublished')
  if (video.uploading !== 'complete') throw refusal('videoNotUploaded')
  if (!isStory) checkReelQuota(sandbox, visit)
  if (video.doom !== null) {
    videos.videos.put({ ...video, error: video.doom })
    return jsonAnswer(200, { success: true, ...(isStory && { post_id: newStoryId() }) })
  }
  const postId = publishVideo(sandbox, videos, visit, { ...video, description: description ?? '' })
  return jsonAnswer(200, { success: true, ...(isStory && { post_id: postId }) })
}

function checkReelQuota(sandbox: Sandbox, { account }: Visit): void {
  if (!sandbox.settings.for('facebook').enforce_quotas) return
  const sinceMs = sandbox.nowMs() - dayMs
  const isReel = ({ detail }: { detail: { kind?: unknown } }) => detail.kind === 'reel'
  if (sandbox.posts.countSince('facebook', account.account_id, sinceMs, isReel) >= limits.reelsPerDay)
    throw refusal('tooManyReels')
}

function publishVideo(sandbox: Sandbox, videos: Videos, visit: Visit, video: Video): string {
  const { account_id } = visit.account
  const id = video.kind === 'story' ? newStoryId() : newPostId(account_id)
  const paths = { video: `${account_id}/videos/${video.id}`, reel: `reel/${video.id}`, story: `stories/${id}` }
  const post = {
    id,
    text: video.description,
    media: video.media ? [video.media] : [],
    path: `/feed/facebook/${paths[video.kind]}`,
    detail: { kind: video.kind, media_id: video.id },
  }
  sandbox.publish(visit, post, () => videos.videos.put({ ...video, post_id: id }))
  return id
}

export function statusOf(videos: Videos, known: Video): Record<string, unknown> {
  const video = videos.current(known)
  const isProcessing = videos.poll(video)
  const isFinished = video.post_id !== null
  const isDone = isFinished && !isProcessing
  const phase = { status: isDone ? 'complete' : isFinished ? 'in_progress' : 'not_started' }
  const failed = { status: 'error', error: { message: video.error ?? '' } }
  const isUploadFailed = video.uploading === 'error'
  return {
    video_status: video.error ? 'error' : isDone ? 'ready' : isFinished ? 'processing' : videoStatus[video.uploading],
    uploading_phase: isUploadFailed ? failed : { status: video.uploading },
    processing_phase: video.error && !isUploadFailed ? failed : phase,
    publishing_phase: { ...phase, publish_status: isDone ? 'published' : 'draft' },
  }
}

const videoStatus: Record<Video['uploading'], string> = {
  not_started: 'uploading',
  in_progress: 'uploading',
  complete: 'upload_complete',
  error: 'upload_failed',
}
