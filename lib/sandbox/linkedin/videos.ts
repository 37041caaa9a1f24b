import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Answer, emptyAnswer, jsonAnswer } from '../exchange'
import { examineFilmFile, type Film, isPlayable } from '../films'
import { token } from '../ids'
import type { LedgerMedia } from '../ledger'
import type { OpenVisit, Visit } from '../router'
import type { Sandbox } from '../sandbox'
import type { Shelf } from '../shelf'
import { requireAuthor } from './authors'
import { accessDenied, badRequest, errorAnswer, invalidField, notFound, refuse } from './errors'
import { jsonOf, urnIn } from './publish'
import { FinalizeVideo, InitializeVideo, limits } from './rules'

type Video = {
  /** The URN. */
  id: string
  created_ms: number
  owner: string
  upload_key: string
  upload_token: string
  size: number
  /** The tag of each part, null until it was put. */
  tags: (string | null)[]
  status: 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'PROCESSING_FAILED'
  polls_left: number
  failure: string | null
  media: LedgerMedia | null
}

/** A film: ask for addresses, put each part to its own, name their tags, wait until it is processed. */
export class Videos {
  readonly #shelf: Shelf<Video>
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#shelf = sandbox.shelf<Video>('linkedin.video', 2 * limits.uploadLifeMs)
  }

  /** `POST /rest/videos?action=initializeUpload`. */
  initialize({ call, account }: Visit): Answer {
    const { owner, fileSizeBytes: size } = jsonOf(call, InitializeVideo).initializeUploadRequest
    const operation = 'videos.ACTION-initializeUpload.NO_VERSION'
    requireAuthor(this.#sandbox, call, account, { urn: owner, as: 'write', operation })
    if (size > limits.video.bytesMax)
      throw invalidField('/initializeUploadRequest/fileSizeBytes', `must be at most ${limits.video.bytesMax}`)
    const nowMs = this.#sandbox.nowMs()
    const key = token('D4E05AQ', 12)
    const parts = Math.ceil(size / limits.video.partBytes)
    const video: Video = {
      id: `urn:li:video:${key}`,
      created_ms: nowMs,
      owner,
      upload_key: key,
      upload_token: token('', 9),
      size,
      tags: Array.from({ length: parts }, () => null),
      status: 'WAITING_UPLOAD',
      polls_left: 0,
      failure: null,
      media: null,
    }
    this.#shelf.put(video)
    const base = `${this.#sandbox.origin}/linkedin/dms-uploads/${key}/uploadedVideo`
    const uploadInstructions = video.tags.map((_, part) => {
      const firstByte = part * limits.video.partBytes
      return {
        uploadUrl: `${base}/${part}`,
        firstByte,
        lastByte: Math.min(size, firstByte + limits.video.partBytes) - 1,
      }
    })
    return jsonAnswer(200, {
      value: {
        uploadUrlsExpireAt: nowMs + limits.uploadLifeMs,
        video: video.id,
        uploadInstructions,
        uploadToken: video.upload_token,
      },
    })
  }

  /** `PUT` of one part. The address is the permission; whoever adds the token gives it to a storage house. */
  async uploadPart({ call, params }: OpenVisit): Promise<Answer> {
    const video = this.#shelf.get(`urn:li:video:${params.key}`)
    const part = Number(params.part)
    if (video?.tags[part] === undefined) return notFound('The upload URL is not known')
    if (call.header('authorization') !== undefined) throw badRequest('A signed URL takes no Authorization header')
    if (this.#isOver(video)) throw badRequest('The upload URL has expired', 'EXPIRED_UPLOAD_URL')
    const expected = Math.min(limits.video.partBytes, video.size - part * limits.video.partBytes)
    if (call.body.length !== expected)
      return errorAnswer({ status: 422, message: `The part has ${call.body.length} bytes and not ${expected}` })
    await this.#sandbox.files.dropDraft(partOf(video, part))
    await this.#sandbox.files.append(partOf(video, part), call.body)
    const tag = `/ambry-video/signedId/${createHash('sha256').update(call.body).digest('hex').slice(0, 32)}`
    // Anew from the shelf: another part may have come meanwhile.
    const now = this.#shelf.get(video.id) ?? video
    this.#shelf.put({ ...now, tags: now.tags.with(part, tag) })
    return emptyAnswer(200, { etag: `"${tag}"` })
  }

  /** `POST /rest/videos?action=finalizeUpload`. */
  async finalize({ call, account }: Visit): Promise<Answer> {
    const { video: urn, uploadToken, uploadedPartIds } = jsonOf(call, FinalizeVideo).finalizeUploadRequest
    const video = this.#shelf.get(urn)
    if (!video) throw badRequest(`${urn} does not exist`, 'INVALID_VIDEO_ID')
    const operation = 'videos.ACTION-finalizeUpload.NO_VERSION'
    requireAuthor(this.#sandbox, call, account, { urn: video.owner, as: 'write', operation })
    const { containerFault } = call
    if (this.#isOver(video) || containerFault?.fault === 'container_expired')
      throw badRequest('The upload URL has expired', 'EXPIRED_UPLOAD_URL')
    const isWhole =
      video.status === 'WAITING_UPLOAD' &&
      uploadToken === video.upload_token &&
      uploadedPartIds.length === video.tags.length &&
      video.tags.every((tag, part) => tag !== null && tag === uploadedPartIds[part])
    if (!isWhole) throw badRequest(`The parts of ${urn} are not the uploaded ones`, 'UPDATING_ASSET_FAILED')
    const ordered = containerFault?.fault === 'container_error' ? (containerFault.reason ?? 'Transcoding failed') : null
    const { media, failure } = await this.#process(video, ordered)
    const polls_left = this.#sandbox.settings.for('linkedin').polls_until_finished
    this.#shelf.put({ ...video, media, failure, status: 'PROCESSING', polls_left })
    return emptyAnswer(200)
  }

  /** `GET /rest/videos/{urn}`, which a token that may only write is refused. */
  read(visit: Visit): Answer {
    const urn = urnIn(visit)
    const { account, call } = visit
    const operation = 'videos.GET.NO_VERSION'
    if (!this.#sandbox.settings.for('linkedin').reads_own_films) throw accessDenied(operation)
    const video = this.#shelf.get(urn)
    if (!video) return notFound()
    requireAuthor(this.#sandbox, call, account, { urn: video.owner, as: 'write', operation })
    const { status, failure, owner, media } = this.#polled(video)
    return jsonAnswer(200, {
      id: urn,
      owner,
      status,
      ...(status === 'PROCESSING_FAILED' && { processingFailureReason: failure }),
      ...(status === 'AVAILABLE' && media && { downloadUrl: this.#sandbox.mediaUrl(media) }),
    })
  }

  /** The film of a post. A post that comes too early is refused, and tells the film how long it has been waited for. */
  attach(urn: string, owner: string): LedgerMedia {
    const video = this.#shelf.get(urn)
    if (video?.owner !== owner) throw badRequest(`${urn} does not exist`, 'INVALID_VIDEO_ID')
    const { status, media } = this.#polled(video)
    if (status === 'WAITING_UPLOAD' || status === 'PROCESSING')
      throw refuse({ status: 400, code: 'MEDIA_ASSET_WAITING_UPLOAD', message: `${urn} is not available yet` })
    if (status === 'PROCESSING_FAILED' || !media)
      throw refuse({ status: 400, code: 'MEDIA_ASSET_PROCESSING_FAILED', message: `${urn} could not be processed` })
    return media
  }

  clear(): void {
    this.#shelf.clear()
  }

  #isOver({ created_ms }: Video): boolean {
    return this.#sandbox.nowMs() - created_ms > limits.uploadLifeMs
  }

  #polled(video: Video): Video {
    if (video.status !== 'PROCESSING') return video
    const isDone = video.polls_left === 0
    const status = !isDone ? 'PROCESSING' : video.failure === null ? 'AVAILABLE' : 'PROCESSING_FAILED'
    const next: Video = { ...video, status, polls_left: Math.max(0, video.polls_left - 1) }
    this.#shelf.put(next)
    return next
  }

  async #process(video: Video, ordered: string | null): Promise<Pick<Video, 'media' | 'failure'>> {
    const { files } = this.#sandbox
    const whole = `linkedin-${video.upload_key}`
    await files.dropDraft(whole)
    for (const part of video.tags.keys()) {
      await files.append(whole, await readFile(files.draftPath(partOf(video, part))))
      await files.dropDraft(partOf(video, part))
    }
    const film = await examineFilmFile(files.draftPath(whole))
    const failure = ordered ?? faultOf(video, film)
    if (failure === null && film) return { media: await this.#sandbox.keep(whole, film, null, null), failure }
    await files.dropDraft(whole)
    return { media: null, failure }
  }
}

const partOf = ({ upload_key }: Video, part: number): string => `linkedin-${upload_key}-${part}`

function faultOf({ size }: Video, film: Film | null): string | null {
  const { seconds, bytesMin } = limits.video
  if (film?.format !== 'mp4') return 'The file is not an MP4 video'
  if (!isPlayable(film)) return 'The video cannot be transcoded'
  if (size < bytesMin) return `The video has less than ${bytesMin} bytes`
  const { duration_seconds: length } = film
  return length < seconds.min || length > seconds.max
    ? `The video must be ${seconds.min} to ${seconds.max} seconds long, and is ${length.toFixed(1)}`
    : null
}
