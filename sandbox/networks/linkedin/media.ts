import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { type Answer, emptyAnswer, jsonAnswer, type OpenVisit, type Visit } from '../../http/call'
import { readImage } from '../../media/images'
import { isPlayable, readVideoFile, type VideoFile } from '../../media/videos'
import type { Collection } from '../../state/event-log'
import { token } from '../../state/ids'
import type { StoredMedia } from '../../state/post-store'
import type { Sandbox } from '../../state/sandbox'
import {
  accessDenied,
  badRequest,
  errorAnswer,
  FinalizeVideo,
  InitializeUpload,
  InitializeVideo,
  invalidField,
  jsonOf,
  limits,
  mediaFailed,
  mediaWaiting,
  notFound,
  requireAuthor,
  uploadExpired,
  urnIn,
} from './request'

type Image = {
  /** The URN. */
  id: string
  created_ms: number
  account_id: string
  upload_key: string
  status: 'WAITING_UPLOAD' | 'AVAILABLE' | 'PROCESSING_FAILED'
  media: StoredMedia | null
}

/** Images: request an upload URL, upload the bytes, use the URN in a post. */
export class Images {
  readonly #images: Collection<Image>
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#images = sandbox.collection<Image>('linkedin.image', 2 * limits.uploadLifeMs)
  }

  initialize({ call, account }: Visit): Answer {
    if (call.query.get('action') !== 'initializeUpload' || call.query.size !== 1)
      throw badRequest('The query must be action=initializeUpload')
    const { owner } = jsonOf(call, InitializeUpload).initializeUploadRequest
    const operation = 'images.ACTION-initializeUpload.NO_VERSION'
    requireAuthor(this.#sandbox, call, account, { urn: owner, as: 'write', operation })
    const created_ms = this.#sandbox.nowMs()
    const upload_key = token('D4E22AQ', 12)
    const id = `urn:li:image:${upload_key}`
    this.#images.put({ id, created_ms, account_id: owner, upload_key, status: 'WAITING_UPLOAD', media: null })
    const uploadUrl = `${this.#sandbox.origin}/linkedin/dms-uploads/${upload_key}/uploaded-image/0`
    const uploadUrlExpiresAt = created_ms + limits.uploadLifeMs
    return jsonAnswer(200, { value: { uploadUrlExpiresAt, uploadUrl, image: id } })
  }

  async upload({ call, account, params }: Visit): Promise<Answer> {
    const image = this.#images.get(`urn:li:image:${params.key}`)
    if (!image) return notFound('The upload URL is not known')
    requireAuthor(this.#sandbox, call, account, { urn: image.account_id, as: 'write', operation: 'images.UPLOAD' })
    if (this.#sandbox.nowMs() - image.created_ms > limits.uploadLifeMs) throw uploadExpired()
    if (call.body.length === 0) throw badRequest('The upload has no bytes')
    if (call.body.length > limits.imageBytesMax) return errorAnswer({ status: 413, message: 'The image is too large' })
    const file = await readImage(call.body)
    if (!file || !limits.imageFormats.includes(file.format)) {
      this.#images.put({ ...image, status: 'PROCESSING_FAILED' })
      return errorAnswer({ status: 415, message: 'The image must be JPG, PNG or GIF' })
    }
    // Images that are too large for the processing fail later; the upload itself succeeds.
    const isTooBig = file.width * file.height >= limits.pixelsMax || (await framesIn(call.body)) > limits.gifFramesMax
    const media = isTooBig ? null : await this.#sandbox.store(call.body, file)
    this.#images.put({ ...image, status: media ? 'AVAILABLE' : 'PROCESSING_FAILED', media })
    return emptyAnswer(201)
  }

  attach(urn: string, accountId: string, altText: string | undefined): StoredMedia {
    const image = this.#images.get(urn)
    if (image?.account_id !== accountId) throw invalidField('/content', `${urn} does not exist`, 'INVALID_URN_ID')
    if ((altText ?? '').length > limits.altTextMax)
      throw invalidField('/content', `altText must be at most ${limits.altTextMax}`, 'FIELD_LENGTH_TOO_LONG')
    if (image.status === 'WAITING_UPLOAD') throw mediaWaiting(`${urn} is waiting for its upload`)
    if (!image.media) throw mediaFailed(`${urn} could not be processed`)
    return { ...image.media, alt_text: altText ?? null }
  }

  clear(): void {
    this.#images.clear()
  }
}

const framesIn = async (bytes: Buffer): Promise<number> => (await sharp(bytes).metadata()).pages ?? 1

type Video = {
  /** The URN. */
  id: string
  created_ms: number
  owner: string
  upload_key: string
  upload_token: string
  size: number
  /** The ETag of each part, null until it is uploaded. */
  tags: (string | null)[]
  status: 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'PROCESSING_FAILED'
  polls_left: number
  failure: string | null
  media: StoredMedia | null
}

/** Videos: request upload URLs, upload each part, finalize with the ETags, wait for the processing. */
export class Videos {
  readonly #videos: Collection<Video>
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#videos = sandbox.collection<Video>('linkedin.video', 2 * limits.uploadLifeMs)
  }

  /** `POST /rest/videos?action=initializeUpload` or `finalizeUpload`. */
  act(visit: Visit): Answer | Promise<Answer> {
    const { query } = visit.call
    const action = query.size === 1 ? query.get('action') : null
    if (action === 'initializeUpload') return this.#initialize(visit)
    if (action === 'finalizeUpload') return this.#finalize(visit)
    throw badRequest('The query must be action=initializeUpload or action=finalizeUpload')
  }

  #initialize({ call, account }: Visit): Answer {
    const { owner, fileSizeBytes: size } = jsonOf(call, InitializeVideo).initializeUploadRequest
    const operation = 'videos.ACTION-initializeUpload.NO_VERSION'
    requireAuthor(this.#sandbox, call, account, { urn: owner, as: 'write', operation })
    const { bytesMax, partBytes } = limits.video
    if (size > bytesMax) throw invalidField('/initializeUploadRequest/fileSizeBytes', `must be at most ${bytesMax}`)
    const created_ms = this.#sandbox.nowMs()
    const upload_key = token('D4E05AQ', 12)
    const id = `urn:li:video:${upload_key}`
    const upload_token = token('', 9)
    const tags = Array.from({ length: Math.ceil(size / partBytes) }, () => null)
    const start = { status: 'WAITING_UPLOAD', polls_left: 0, failure: null, media: null } as const
    this.#videos.put({ id, created_ms, owner, upload_key, upload_token, size, tags, ...start })
    const uploadInstructions = tags.map((_, part) => ({
      uploadUrl: `${this.#sandbox.origin}/linkedin/dms-uploads/${upload_key}/uploadedVideo/${part}`,
      firstByte: part * partBytes,
      lastByte: Math.min(size, (part + 1) * partBytes) - 1,
    }))
    const uploadUrlsExpireAt = created_ms + limits.uploadLifeMs
    return jsonAnswer(200, { value: { uploadUrlsExpireAt, video: id, uploadInstructions, uploadToken: upload_token } })
  }

  /** `PUT` of one part. The URL is signed, so a token must not be sent. */
  async uploadPart({ call, params }: OpenVisit): Promise<Answer> {
    const video = this.#videos.get(`urn:li:video:${params.key}`)
    const part = Number(params.part)
    if (video?.tags[part] === undefined) return notFound('The upload URL is not known')
    if (call.header('authorization') !== undefined)
      throw badRequest('A signed URL must not have an Authorization header')
    if (this.#isExpired(video)) throw uploadExpired()
    const { partBytes } = limits.video
    const expected = Math.min(partBytes, video.size - part * partBytes)
    if (call.body.length !== expected)
      return errorAnswer({ status: 422, message: `The part has ${call.body.length} bytes, expected ${expected}` })
    const { files } = this.#sandbox
    await files.dropDraft(draftOf(video, part))
    await files.append(draftOf(video, part), call.body)
    const tag = `/ambry-video/signedId/${createHash('sha256').update(call.body).digest('hex').slice(0, 32)}`
    // Another part may have arrived meanwhile.
    const current = this.#videos.get(video.id) ?? video
    this.#videos.put({ ...current, tags: current.tags.with(part, tag) })
    return emptyAnswer(200, { etag: `"${tag}"` })
  }

  async #finalize({ call, account }: Visit): Promise<Answer> {
    const { video: urn, uploadToken, uploadedPartIds } = jsonOf(call, FinalizeVideo).finalizeUploadRequest
    const video = this.#videos.get(urn)
    if (!video) throw badRequest(`${urn} does not exist`, 'INVALID_VIDEO_ID')
    const operation = 'videos.ACTION-finalizeUpload.NO_VERSION'
    requireAuthor(this.#sandbox, call, account, { urn: video.owner, as: 'write', operation })
    if (this.#isExpired(video) || call.isOrderedToExpire) throw uploadExpired()
    const isComplete =
      video.status === 'WAITING_UPLOAD' &&
      uploadToken === video.upload_token &&
      uploadedPartIds.length === video.tags.length &&
      video.tags.every((tag, part) => tag !== null && tag === uploadedPartIds[part])
    if (!isComplete) throw badRequest(`The parts of ${urn} do not match the uploaded ones`, 'UPDATING_ASSET_FAILED')
    const result = await this.#process(video, call.orderedFailure('Transcoding failed'))
    const polls_left = this.#sandbox.settings.for('linkedin').polls_until_finished
    this.#videos.put({ ...video, ...result, status: 'PROCESSING', polls_left })
    return emptyAnswer(200)
  }

  read(visit: Visit): Answer {
    const urn = urnIn(visit)
    const operation = 'videos.GET.NO_VERSION'
    if (!this.#sandbox.settings.for('linkedin').reads_own_videos) throw accessDenied(operation)
    const video = this.#videos.get(urn)
    if (!video) return notFound()
    requireAuthor(this.#sandbox, visit.call, visit.account, { urn: video.owner, as: 'write', operation })
    const { status, failure, owner, media } = this.#afterPoll(video)
    return jsonAnswer(200, {
      id: urn,
      owner,
      status,
      ...(status === 'PROCESSING_FAILED' && { processingFailureReason: failure }),
      ...(status === 'AVAILABLE' && media && { downloadUrl: this.#sandbox.mediaUrl(media) }),
    })
  }

  /** The video of a post. A post that comes too early is refused and counts as a poll. */
  attach(urn: string, owner: string): StoredMedia {
    const video = this.#videos.get(urn)
    if (video?.owner !== owner) throw badRequest(`${urn} does not exist`, 'INVALID_VIDEO_ID')
    const { status, media } = this.#afterPoll(video)
    if (status === 'WAITING_UPLOAD' || status === 'PROCESSING') throw mediaWaiting(`${urn} is not available yet`)
    if (status === 'PROCESSING_FAILED' || !media) throw mediaFailed(`${urn} could not be processed`)
    return media
  }

  clear(): void {
    this.#videos.clear()
  }

  #isExpired({ created_ms }: Video): boolean {
    return this.#sandbox.nowMs() - created_ms > limits.uploadLifeMs
  }

  #afterPoll(video: Video): Video {
    if (video.status !== 'PROCESSING') return video
    const { polls_left, failure } = video
    const result = failure === null ? 'AVAILABLE' : 'PROCESSING_FAILED'
    const next: Video = {
      ...video,
      status: polls_left > 0 ? 'PROCESSING' : result,
      polls_left: Math.max(0, polls_left - 1),
    }
    this.#videos.put(next)
    return next
  }

  async #process(video: Video, ordered: string | null): Promise<Pick<Video, 'media' | 'failure'>> {
    const { files } = this.#sandbox
    const whole = `linkedin-${video.upload_key}`
    await files.dropDraft(whole)
    for (const part of video.tags.keys()) {
      await files.append(whole, await readFile(files.draftPath(draftOf(video, part))))
      await files.dropDraft(draftOf(video, part))
    }
    const file = await readVideoFile(files.draftPath(whole))
    const failure = ordered ?? problemOf(video, file)
    if (failure === null && file) return { media: await this.#sandbox.store(whole, file), failure }
    await files.dropDraft(whole)
    return { media: null, failure }
  }
}

const draftOf = ({ upload_key }: Video, part: number): string => `linkedin-${upload_key}-${part}`

function problemOf({ size }: Video, file: VideoFile | null): string | null {
  const { seconds: allowed, bytesMin } = limits.video
  if (file?.format !== 'mp4') return 'The file is not an MP4 video'
  if (!isPlayable(file)) return 'The video cannot be transcoded'
  if (size < bytesMin) return `The video has less than ${bytesMin} bytes`
  const { duration_seconds: seconds } = file
  return seconds < allowed.min || seconds > allowed.max
    ? `The video must be ${allowed.min} to ${allowed.max} seconds long, but is ${seconds.toFixed(1)}`
    : null
}
