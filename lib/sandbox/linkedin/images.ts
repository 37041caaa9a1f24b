import sharp from 'sharp'
import { type Answer, emptyAnswer, jsonAnswer } from '../exchange'
import { token } from '../ids'
import { examine } from '../images'
import type { LedgerMedia } from '../ledger'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import type { Shelf } from '../shelf'
import { requireAuthor } from './authors'
import { accessDenied, badRequest, errorAnswer, invalidField, notFound, refuse } from './errors'
import { jsonOf, urnIn } from './publish'
import { InitializeUpload, limits } from './rules'

type Image = {
  /** The URN. */
  id: string
  created_ms: number
  account_id: string
  upload_key: string
  status: 'WAITING_UPLOAD' | 'AVAILABLE' | 'PROCESSING_FAILED'
  media: LedgerMedia | null
}

/** The three steps of a picture: ask for an address, put the bytes there, name the URN in a post. */
export class Images {
  readonly #shelf: Shelf<Image>
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#shelf = sandbox.shelf<Image>('linkedin.image', 2 * limits.uploadLifeMs)
  }

  /** `POST /rest/images?action=initializeUpload`. */
  initialize({ call, account }: Visit): Answer {
    if (call.query.get('action') !== 'initializeUpload' || call.query.size !== 1) {
      throw badRequest('The query must be action=initializeUpload')
    }
    const { owner } = jsonOf(call, InitializeUpload).initializeUploadRequest
    const operation = 'images.ACTION-initializeUpload.NO_VERSION'
    requireAuthor(this.#sandbox, call, account, { urn: owner, as: 'write', operation })
    const nowMs = this.#sandbox.nowMs()
    const key = token('D4E22AQ', 12)
    const urn = `urn:li:image:${key}`
    this.#shelf.put({
      id: urn,
      created_ms: nowMs,
      account_id: owner,
      upload_key: key,
      status: 'WAITING_UPLOAD',
      media: null,
    })
    return jsonAnswer(200, {
      value: {
        uploadUrlExpiresAt: nowMs + limits.uploadLifeMs,
        uploadUrl: `${this.#sandbox.origin}/linkedin/dms-uploads/${key}/uploaded-image/0`,
        image: urn,
      },
    })
  }

  /** `PUT` of the bytes. */
  async upload({ call, account, params }: Visit): Promise<Answer> {
    const image = this.#shelf.get(`urn:li:image:${params.key}`)
    if (!image) return notFound('The upload URL is not known')
    requireAuthor(this.#sandbox, call, account, { urn: image.account_id, as: 'write', operation: 'images.UPLOAD' })
    if (this.#sandbox.nowMs() - image.created_ms > limits.uploadLifeMs) {
      throw badRequest('The upload URL has expired', 'EXPIRED_UPLOAD_URL')
    }
    if (call.body.length === 0) throw badRequest('The upload has no bytes')
    if (call.body.length > limits.imageBytesMax) return errorAnswer({ status: 413, message: 'The image is too large' })
    const read = await examine(call.body)
    if (!read || !limits.imageFormats.includes(read.format)) {
      this.#shelf.put({ ...image, status: 'PROCESSING_FAILED' })
      return errorAnswer({ status: 415, message: 'The image must be JPG, PNG or GIF' })
    }
    // LinkedIn takes the bytes and finds out later; the answer to the upload is the same.
    const isTooBig = read.width * read.height >= limits.pixelsMax || (await framesIn(call.body)) > limits.gifFramesMax
    const media = isTooBig ? null : await this.#sandbox.keep(call.body, read, null, null)
    this.#shelf.put({ ...image, status: media ? 'AVAILABLE' : 'PROCESSING_FAILED', media })
    return emptyAnswer(201)
  }

  /** `GET /rest/images/{urn}`, which a token with nothing but w_member_social may not ask. */
  read(visit: Visit): Answer {
    const urn = urnIn(visit)
    const image = this.#shelf.get(urn)
    const isPersons = (image?.account_id ?? visit.account.account_id).startsWith('urn:li:person:')
    if (isPersons) throw accessDenied('images.GET.NO_VERSION')
    if (!image) return notFound()
    const operation = 'images.GET.NO_VERSION'
    requireAuthor(this.#sandbox, visit.call, visit.account, { urn: image.account_id, as: 'read', operation })
    return jsonAnswer(200, {
      id: urn,
      owner: image.account_id,
      status: image.status,
      ...(image.media && { downloadUrl: this.#sandbox.mediaUrl(image.media) }),
    })
  }

  /** The picture of a post. */
  attach(urn: string, accountId: string, altText: string | undefined): LedgerMedia {
    const image = this.#shelf.get(urn)
    if (image?.account_id !== accountId) throw invalidField('/content', `${urn} does not exist`, 'INVALID_URN_ID')
    if ((altText ?? '').length > limits.altTextMax) {
      throw invalidField('/content', `altText must be at most ${limits.altTextMax}`, 'FIELD_LENGTH_TOO_LONG')
    }
    if (image.status === 'WAITING_UPLOAD') {
      throw refuse({ status: 400, code: 'MEDIA_ASSET_WAITING_UPLOAD', message: `${urn} is waiting for its upload` })
    }
    if (!image.media) {
      throw refuse({ status: 400, code: 'MEDIA_ASSET_PROCESSING_FAILED', message: `${urn} could not be processed` })
    }
    return { ...image.media, alt_text: altText ?? null }
  }

  clear(): void {
    this.#shelf.clear()
  }
}

const framesIn = async (bytes: Buffer): Promise<number> => (await sharp(bytes).metadata()).pages ?? 1
