import { readFile } from 'node:fs/promises'
import { type Answer, jsonAnswer, type Visit } from '../../http/call'
import { contentTypes } from '../../media/files'
import { type ImageFile, readImage } from '../../media/images'
import { isPlayable, readVideoFile, type VideoFile } from '../../media/videos'
import type { Collection } from '../../state/event-log'
import { snowflake, xEpochMs } from '../../state/ids'
import type { StoredMedia } from '../../state/post-store'
import { dayMs, type Sandbox } from '../../state/sandbox'
import type { Settings } from '../../state/settings'
import {
  InitializeUpload,
  invalidIds,
  invalidRequest,
  jsonOf,
  limits,
  type MediaCategory,
  MediaMetadata,
  mediaCategories,
  mediaPart,
  requireNoQuery,
  tooLarge,
} from './rules'

type Upload = {
  id: string
  created_ms: number
  account_id: string
  category: MediaCategory
  /** `receiving` during the upload, `processing` for some polls, then `ready` or `failed`. */
  state: 'receiving' | 'processing' | 'ready' | 'failed'
  media: StoredMedia | null
  media_type: string
  total_bytes: number
  received_bytes: number
  next_segment: number
  polls_left: number
  failure: string | null
  has_expired: boolean
}

const chunked = {
  tweet_gif: { bytesMax: limits.gifBytesMax, types: ['image/gif'] },
  tweet_video: { bytesMax: limits.video.bytesMax, types: ['video/mp4', 'video/quicktime'] },
}
const expires_after_secs = limits.mediaLifeSeconds

const imageTypes = ['jpeg', 'png', 'gif', 'webp']

/**
 * Uploaded media that no post uses yet. They expire after a day. An image is uploaded in one call; GIFs and videos in
 * chunks: initialize, append in order, finalize, poll the status.
 */
export class Uploads {
  readonly #uploads: Collection<Upload>
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#uploads = sandbox.collection<Upload>('x.upload', dayMs)
  }

  /** `POST /2/media/upload`, multipart only. */
  async upload({ call, account }: Visit): Promise<Answer> {
    requireNoQuery(call)
    const { bytes, category } = readUpload(call)
    const image = await readImage(bytes)
    if (!image || !imageTypes.includes(image.format)) throw invalidRequest('media', 'The media type is not supported.')
    const isAnimated = category === 'tweet_gif'
    if (isAnimated && image.format !== 'gif') throw invalidRequest('media_category', 'A tweet_gif is a GIF.')
    const size = bytes.length
    if (size > (isAnimated ? limits.gifBytesMax : limits.imageBytesMax))
      throw invalidRequest('media', 'The media is too large.')
    const media = await this.#sandbox.store(bytes, image)
    const contentType = contentTypes[image.format]
    const { account_id } = account
    const given = { account_id, category, media_type: contentType, total_bytes: size, received_bytes: size }
    const upload = this.#create({ ...given, state: 'ready', media })
    const image_info = { image_type: contentType, w: image.width, h: image.height }
    return jsonAnswer(200, { data: { ...idsOf(upload), size, expires_after_secs, image: image_info } })
  }

  #create(upload: Pick<Upload, 'account_id' | 'category' | 'media_type' | 'total_bytes'> & Partial<Upload>): Upload {
    const created_ms = this.#sandbox.nowMs()
    const progress = { received_bytes: 0, next_segment: 0, polls_left: 0, failure: null, has_expired: false }
    const start = { id: snowflake(created_ms, xEpochMs), created_ms, state: 'receiving' as const, media: null }
    const made = { ...start, ...progress, ...upload }
    this.#uploads.put(made)
    return made
  }

  describe({ call, account }: Visit): Answer {
    requireNoQuery(call)
    const { id, metadata } = jsonOf(call, MediaMetadata)
    const upload = this.#find(id, account.account_id)
    if (!upload?.media) throw invalidRequest('id', invalidIds)
    if (upload.category === 'tweet_video') throw invalidRequest('id', 'Alt text is for images and GIFs.')
    this.#uploads.put({ ...upload, media: { ...upload.media, alt_text: metadata.alt_text.text } })
    return jsonAnswer(200, { data: { id, associated_metadata: metadata } })
  }

  /** The media of a post: one video, one GIF or up to four photos, all processed. */
  attach(ids: string[], accountId: string): { key: string; media: StoredMedia }[] {
    if (new Set(ids).size < ids.length) throw invalidRequest('media.media_ids', 'A media ID is repeated.')
    const attached = ids.flatMap((id) => {
      const upload = this.#find(id, accountId)
      if (upload?.state !== 'ready' || !upload.media) return []
      return [{ key: mediaKey(upload), media: upload.media, category: upload.category }]
    })
    if (attached.length < ids.length) throw invalidRequest('media.media_ids', invalidIds)
    if (attached.length > 1 && attached.some(({ category }) => category !== 'tweet_image'))
      throw invalidRequest('media.media_ids', 'A post holds one video, one GIF or up to four photos.')
    return attached
  }

  /** Undefined for uploads of other accounts and older than a day. */
  #find(id: string, accountId: string): Upload | undefined {
    const upload = this.#uploads.own(id, accountId)
    const isUsable = upload && this.#sandbox.nowMs() - upload.created_ms < dayMs && !upload.has_expired
    return isUsable ? upload : undefined
  }

  clear(): void {
    this.#uploads.clear()
  }

  initialize({ call, account }: Visit): Answer {
    requireNoQuery(call)
    const { media_type, media_category, total_bytes } = jsonOf(call, InitializeUpload)
    const { types, bytesMax } = chunked[media_category]
    if (!types.includes(media_type)) throw invalidRequest('media_type', `A ${media_category} is not ${media_type}.`)
    if (total_bytes > bytesMax)
      throw invalidRequest('total_bytes', `A ${media_category} has at most ${bytesMax} bytes.`)
    const { account_id } = account
    const upload = this.#create({ account_id, category: media_category, media_type, total_bytes })
    return jsonAnswer(200, { data: { ...idsOf(upload), expires_after_secs } })
  }

  async append(visit: Visit): Promise<Answer> {
    const upload = this.#receiving(visit)
    const { data } = mediaPart(visit.call, ['segment_index', 'media'])
    const index = visit.call.part('segment_index')?.data.toString() ?? ''
    if (!/^\d{1,3}$/.test(index)) throw invalidRequest('segment_index', 'The segment_index must be within 0 and 999.')
    if (data.length > this.#sandbox.settings.for('x').chunk_bytes_max) throw tooLarge()
    if (Number(index) !== upload.next_segment)
      throw invalidRequest('segment_index', `Segment ${upload.next_segment} is expected, but got ${index}.`)
    const received_bytes = upload.received_bytes + data.length
    if (received_bytes > upload.total_bytes) throw invalidRequest('media', 'More bytes than declared.')
    await this.#sandbox.files.append(draftOf(upload), data)
    this.#uploads.put({ ...upload, received_bytes, next_segment: upload.next_segment + 1 })
    return jsonAnswer(200, { data: { expires_at: Math.floor(upload.created_ms / 1000) + expires_after_secs } })
  }

  /** `POST /2/media/upload/{id}/finalize`. Invalid media fail later, during the processing. */
  async finalize(visit: Visit): Promise<Answer> {
    const upload = this.#receiving(visit)
    const { total_bytes: size } = upload
    if (upload.received_bytes !== size)
      throw invalidRequest('media_id', 'Segments do not add up to provided total file size.')
    const ordered = visit.call.orderedFailure('The media could not be processed.')
    const { polls_until_finished, processing_state } = this.#sandbox.settings.for('x')
    this.#uploads.put({
      ...upload,
      ...(await this.#process(upload, ordered)),
      state: 'processing',
      polls_left: polls_until_finished,
      has_expired: visit.call.isOrderedToExpire,
    })
    const processing_info = { state: processing_state ?? 'pending', check_after_secs: 1 }
    return jsonAnswer(200, { data: { ...idsOf(upload), size, expires_after_secs, processing_info } })
  }

  status({ call, account }: Visit): Answer {
    const unknown = call.unknownParameter(['command', 'media_id'])
    if (unknown !== undefined) throw invalidRequest(unknown, `The query parameter [${unknown}] is not known`)
    if (call.query.get('command') !== 'STATUS') throw invalidRequest('command', 'The command must be STATUS.')
    const upload = this.#find(call.query.get('media_id') ?? '', account.account_id)
    if (!upload || upload.state === 'receiving') throw invalidRequest('media_id', invalidIds)
    const next = afterPoll(upload)
    this.#uploads.put(next)
    const processing_info = processingInfo(next, this.#sandbox.settings.for('x'))
    return jsonAnswer(200, { data: { ...idsOf(next), size: next.total_bytes, processing_info } })
  }

  /** Checks the media at once; the result is returned after the polls. */
  async #process(upload: Upload, ordered: string | null): Promise<Pick<Upload, 'media' | 'failure'>> {
    const { files } = this.#sandbox
    const draft = draftOf(upload)
    const path = files.draftPath(draft)
    const found = upload.category === 'tweet_gif' ? await readImage(await readFile(path)) : await readVideoFile(path)
    const failure = ordered ?? problemOf(upload, found)
    if (failure === null && found) return { media: await this.#sandbox.store(draft, found), failure: null }
    await files.dropDraft(draft)
    return { media: null, failure }
  }

  #receiving({ call, account, params }: Visit): Upload {
    requireNoQuery(call)
    const upload = this.#find(params.id ?? '', account.account_id)
    if (upload?.state !== 'receiving') throw invalidRequest('id', invalidIds)
    return upload
  }
}

const mediaKey = ({ id, category }: Upload): string => `${mediaCategories[category].prefix}_${id}`

const idsOf = (upload: Upload) => ({ id: upload.id, media_key: mediaKey(upload) })

function readUpload(call: Visit['call']): { bytes: Buffer; category: 'tweet_image' | 'tweet_gif' } {
  const { data } = mediaPart(call, ['media', 'media_category', 'media_type'])
  const category = call.part('media_category')?.data.toString()
  if (category === 'tweet_image' || category === 'tweet_gif') return { bytes: data, category }
  throw invalidRequest('media_category', 'The field media_category must be tweet_image or tweet_gif.')
}

const draftOf = ({ id }: Upload): string => `x-${id}`

function afterPoll(upload: Upload): Upload {
  const { state, polls_left, failure } = upload
  if (state !== 'processing') return upload
  if (polls_left > 0) return { ...upload, polls_left: polls_left - 1 }
  return { ...upload, state: failure === null ? 'ready' : 'failed' }
}

function processingInfo({ state, polls_left, failure }: Upload, settings: Settings): object {
  if (state === 'ready') return { state: 'succeeded', progress_percent: 100 }
  if (state === 'failed') return { state: 'failed', error: { code: 1, name: 'InvalidMedia', message: failure } }
  const { polls_until_finished: polls, processing_state } = settings
  const progress_percent = Math.floor((100 * (polls - polls_left)) / (polls + 1))
  return { state: processing_state ?? 'in_progress', progress_percent, check_after_secs: 1 }
}

/** X's message for media that fail in processing, or null. */
function problemOf({ category }: Upload, found: VideoFile | ImageFile | null): string | null {
  if (!found) return 'Unsupported media format'
  const isVideo = 'duration_seconds' in found
  if (category === 'tweet_video') return isVideo ? videoProblem(found) : 'Unsupported video format'
  if (isVideo || found.format !== 'gif') return 'The file is not a GIF'
  const { width, height } = limits.gif
  return found.width > width || found.height > height ? `GIF is larger than ${width}x${height}` : null
}

function videoProblem(video: VideoFile): string | null {
  const { width, height, duration_seconds: seconds, frames_per_second: rate } = video
  const { seconds: allowed, longerMax, shorterMax, shorterMin, ratioMax, framesPerSecondMax } = limits.video
  if (!isPlayable(video, false)) return 'Unsupported video format: use H.264 and AAC'
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)]
  if (seconds < allowed.min || seconds > allowed.max)
    return `Duration must be between ${allowed.min} and ${allowed.max} seconds, but is ${seconds.toFixed(1)}`
  if (longer > longerMax || shorter > shorterMax || shorter < shorterMin) return `Invalid frame size ${width}x${height}`
  if (longer / shorter > ratioMax) return 'Invalid aspect ratio'
  return (rate ?? 0) > framesPerSecondMax ? 'Invalid frame rate' : null
}
