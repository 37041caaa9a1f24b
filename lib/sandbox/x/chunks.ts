import { readFile } from 'node:fs/promises'
import { type Answer, jsonAnswer, Refusal } from '../exchange'
import { examineFilmFile, type Film, isPlayable } from '../films'
import { examine, type Image } from '../images'
import type { Visit } from '../router'
import type { Settings } from '../settings'
import { invalidRequest, tooLarge, unsupportedMediaType } from './errors'
import { jsonOf, requireNoQuery } from './publish'
import { InitializeUpload, limits } from './rules'
import { invalidIds, mediaKey, type Upload, type Uploads } from './upload'

/** The upload in pieces: initialize, append each in its order, finalize, and ask until it is processed. */
export class ChunkedUploads {
  readonly #uploads: Uploads

  constructor(uploads: Uploads) {
    this.#uploads = uploads
  }

  /** `POST /2/media/upload/initialize`. */
  initialize({ call, account }: Visit): Answer {
    requireNoQuery(call)
    const { media_type, media_category, total_bytes } = jsonOf(call, InitializeUpload)
    const { types, bytesMax } = limits.chunked[media_category]
    if (!types.includes(media_type)) throw invalidRequest('media_type', `A ${media_category} is not ${media_type}.`)
    if (total_bytes > bytesMax)
      throw invalidRequest('total_bytes', `A ${media_category} has at most ${bytesMax} bytes.`)
    const upload = this.#uploads.begin(account.account_id, media_category, media_type, total_bytes)
    this.#uploads.shelf.put(upload)
    return jsonAnswer(200, { data: { ...named(upload), expires_after_secs: limits.mediaLifeSeconds } })
  }

  /** `POST /2/media/upload/{id}/append`. */
  async append(visit: Visit): Promise<Answer> {
    const upload = this.#receiving(visit)
    const { segment, bytes } = readChunk(visit.call)
    if (bytes.length > this.#sandbox.settings.for('x').chunk_bytes_max) throw new Refusal(tooLarge())
    if (segment !== upload.next_segment)
      throw invalidRequest('segment_index', `Segment ${upload.next_segment} is expected, and ${segment} was given.`)
    const received_bytes = upload.received_bytes + bytes.length
    if (received_bytes > upload.total_bytes) throw invalidRequest('media', 'There are more bytes than were announced.')
    await this.#sandbox.files.append(draftOf(upload), bytes)
    this.#uploads.shelf.put({ ...upload, received_bytes, next_segment: segment + 1 })
    const endsMs = upload.created_ms + limits.mediaLifeSeconds * 1000
    return jsonAnswer(200, { data: { expires_at: Math.floor(endsMs / 1000) } })
  }

  /** `POST /2/media/upload/{id}/finalize`. Films and GIFs are looked at afterwards, so a bad one fails later. */
  async finalize(visit: Visit): Promise<Answer> {
    const upload = this.#receiving(visit)
    if (upload.received_bytes !== upload.total_bytes)
      throw invalidRequest('media_id', 'Segments do not add up to provided total file size.')
    const { containerFault } = visit.call
    const failure = await this.#process(
      upload,
      containerFault?.fault === 'container_error' ? containerFault.reason : null,
    )
    const next: Upload = {
      ...upload,
      ...failure,
      state: 'processing',
      polls_left: this.#sandbox.settings.for('x').polls_until_finished,
      has_expired: containerFault?.fault === 'container_expired',
    }
    this.#uploads.shelf.put(next)
    const processing_info = {
      state: this.#sandbox.settings.for('x').processing_state ?? 'pending',
      check_after_secs: 1,
    }
    const size = upload.total_bytes
    return jsonAnswer(200, {
      data: { ...named(upload), size, expires_after_secs: limits.mediaLifeSeconds, processing_info },
    })
  }

  /** `GET /2/media/upload?command=STATUS&media_id=…`. */
  status({ call, account }: Visit): Answer {
    const stranger = [...call.query.keys()].find((name) => name !== 'command' && name !== 'media_id')
    if (stranger !== undefined) throw invalidRequest(stranger, `The query parameter [${stranger}] is not known`)
    if (call.query.get('command') !== 'STATUS') throw invalidRequest('command', 'The command must be STATUS.')
    const upload = this.#uploads.find(call.query.get('media_id') ?? '', account.account_id)
    if (!upload || upload.state === 'receiving') throw invalidRequest('media_id', invalidIds)
    const next = polled(upload)
    this.#uploads.shelf.put(next)
    return jsonAnswer(200, {
      data: { ...named(next), size: next.total_bytes, ...processingOf(next, this.#sandbox.settings.for('x')) },
    })
  }

  /** Looks at the bytes as soon as they are whole; what it found is told only when the polls are over. */
  async #process(upload: Upload, ordered: string | null | undefined): Promise<Pick<Upload, 'media' | 'failure'>> {
    const draft = draftOf(upload)
    const path = this.#sandbox.files.draftPath(draft)
    const found = upload.category === 'tweet_gif' ? await examine(await readFile(path)) : await examineFilmFile(path)
    const failure = ordered === null ? faultOf(upload, found) : (ordered ?? 'The media could not be processed.')
    if (failure !== null || !found) {
      await this.#sandbox.files.dropDraft(draft)
      return { media: null, failure }
    }
    return { media: await this.#sandbox.keep(draft, found, null, null), failure: null }
  }

  #receiving({ call, account, params }: Visit): Upload {
    requireNoQuery(call)
    const upload = this.#uploads.find(params.id ?? '', account.account_id)
    if (upload?.state !== 'receiving') throw invalidRequest('id', invalidIds)
    return upload
  }

  get #sandbox() {
    return this.#uploads.sandbox
  }
}

const draftOf = ({ id }: Upload): string => `x-${id}`

const named = (upload: Upload) => ({ id: upload.id, media_key: mediaKey(upload) })

const polled = (upload: Upload): Upload =>
  upload.state !== 'processing'
    ? upload
    : upload.polls_left > 0
      ? { ...upload, polls_left: upload.polls_left - 1 }
      : { ...upload, state: upload.failure === null ? 'ready' : 'failed' }

function processingOf({ state, polls_left, failure }: Upload, settings: Settings): object {
  switch (state) {
    case 'receiving':
      return {}
    case 'processing': {
      const { polls_until_finished: polls, processing_state } = settings
      const progress_percent = Math.floor((100 * (polls - polls_left)) / (polls + 1))
      return { processing_info: { state: processing_state ?? 'in_progress', progress_percent, check_after_secs: 1 } }
    }
    case 'ready':
      return { processing_info: { state: 'succeeded', progress_percent: 100 } }
    case 'failed':
      return { processing_info: { state: 'failed', error: { code: 1, name: 'InvalidMedia', message: failure } } }
  }
}

/** What X finds out while it processes, in its words; null when nothing is wrong. */
function faultOf({ category }: Upload, found: Film | Image | null): string | null {
  if (!found) return 'Unsupported media format'
  const isFilm = 'duration_seconds' in found
  if (category === 'tweet_gif') {
    const { width, height } = limits.gif
    if (isFilm || found.format !== 'gif') return 'The file is not a GIF'
    return found.width > width || found.height > height ? `GIF is larger than ${width}x${height}` : null
  }
  return isFilm ? filmFaultOf(found) : 'Unsupported video format'
}

function filmFaultOf(found: Film): string | null {
  const { width, height, duration_seconds: seconds, frames_per_second: fps } = found
  const { film } = limits
  if (!isPlayable(found, false)) return 'Unsupported video format: use H.264 and AAC'
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)]
  if (seconds < film.seconds.min || seconds > film.seconds.max)
    return `Duration must be between ${film.seconds.min} and ${film.seconds.max} seconds, and is ${seconds.toFixed(1)}`
  if (longer > film.longerMax || shorter > film.shorterMax || shorter < film.shorterMin)
    return `Invalid frame size ${width}x${height}`
  if (longer / shorter > film.ratioMax) return 'Invalid aspect ratio'
  return (fps ?? 0) > film.framesPerSecondMax ? 'Invalid frame rate' : null
}

const chunkFields = ['segment_index', 'media']

function readChunk(call: Visit['call']): { segment: number; bytes: Buffer } {
  if (call.contentType !== 'multipart/form-data') throw unsupportedMediaType()
  const parts = call.parts()
  const stranger = parts.find(({ name }) => !chunkFields.includes(name))
  if (stranger) throw invalidRequest(stranger.name, `The field ${stranger.name} is not known.`)
  const media = parts.find(({ name }) => name === 'media')
  if (!media || media.data.length === 0) throw invalidRequest('media', 'The field media is required.')
  const segment = parts.find(({ name }) => name === 'segment_index')?.data.toString() ?? ''
  if (!/^\d{1,3}$/.test(segment)) throw invalidRequest('segment_index', 'The segment_index must be within 0 and 999.')
  return { segment: Number(segment), bytes: media.data }
}
