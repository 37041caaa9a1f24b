import { type Answer, jsonAnswer } from '../exchange'
import { snowflake, xEpochMs } from '../ids'
import { examine, type Image } from '../images'
import type { LedgerMedia } from '../ledger'
import type { Visit } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import type { Shelf } from '../shelf'
import { invalidRequest, unsupportedMediaType } from './errors'
import { jsonOf, requireNoQuery } from './publish'
import { JsonUpload, limits, MediaMetadata } from './rules'

type Upload = { id: string; created_ms: number; account_id: string; media: LedgerMedia; is_animated: boolean }

const contentTypes: Partial<Record<Image['format'], string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** Media that was uploaded and waits for its post: a day, as `expires_after_secs` says. */
export class Uploads {
  readonly #shelf: Shelf<Upload>
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#shelf = sandbox.shelf<Upload>('x.upload', dayMs)
  }

  /** `POST /2/media/upload`, the simple one: multipart, or JSON with base64. */
  async upload({ call, account }: Visit): Promise<Answer> {
    requireNoQuery(call)
    const { bytes, category } = readUpload(call)
    const image = await examine(bytes)
    const contentType = image && contentTypes[image.format]
    if (!image || !contentType) throw invalidRequest('media', 'The media type is not supported.')
    const isAnimated = category === 'tweet_gif'
    if (isAnimated !== (image.format === 'gif') && isAnimated)
      throw invalidRequest('media_category', 'A tweet_gif is a GIF.')
    if (bytes.length > (isAnimated ? limits.gifBytesMax : limits.imageBytesMax)) {
      throw invalidRequest('media', 'The media is too large.')
    }
    const media = await this.#sandbox.keep(bytes, image, null, null)
    const nowMs = this.#sandbox.nowMs()
    const id = snowflake(nowMs, xEpochMs)
    this.#shelf.put({ id, created_ms: nowMs, account_id: account.account_id, media, is_animated: isAnimated })
    return jsonAnswer(200, {
      data: {
        id,
        media_key: `3_${id}`,
        size: bytes.length,
        expires_after_secs: limits.mediaLifeSeconds,
        image: { image_type: contentType, w: image.width, h: image.height },
      },
    })
  }

  /** `POST /2/media/metadata`. */
  describe({ call, account }: Visit): Answer {
    requireNoQuery(call)
    const { id, metadata } = jsonOf(call, MediaMetadata)
    const upload = this.#find(id, account.account_id)
    this.#shelf.put({ ...upload, media: { ...upload.media, alt_text: metadata.alt_text.text } })
    return jsonAnswer(200, { data: { id, associated_metadata: metadata } })
  }

  /** The media of a post. One animation stands alone. */
  attach(ids: string[], accountId: string): Upload[] {
    if (new Set(ids).size < ids.length) throw invalidRequest('media.media_ids', 'A media ID is given twice.')
    const uploads = ids.map((id) => this.#find(id, accountId))
    if (uploads.length > 1 && uploads.some(({ is_animated }) => is_animated)) {
      throw invalidRequest('media.media_ids', 'A post holds one GIF or up to four photos.')
    }
    return uploads
  }

  clear(): void {
    this.#shelf.clear()
  }

  #find(id: string, accountId: string): Upload {
    const upload = this.#shelf.get(id)
    const isUsable = upload?.account_id === accountId && this.#sandbox.nowMs() - upload.created_ms < dayMs
    if (!upload || !isUsable) throw invalidRequest('media.media_ids', 'Your media IDs are invalid.')
    return upload
  }
}

const uploadFields = ['media', 'media_category', 'media_type']

function readUpload(call: Visit['call']): { bytes: Buffer; category: 'tweet_image' | 'tweet_gif' } {
  if (call.contentType === 'application/json') {
    const given = jsonOf(call, JsonUpload)
    return { bytes: Buffer.from(given.media, 'base64'), category: given.media_category }
  }
  if (call.contentType !== 'multipart/form-data') throw unsupportedMediaType()
  const parts = call.parts()
  const stranger = parts.find(({ name }) => !uploadFields.includes(name))
  if (stranger) throw invalidRequest(stranger.name, `The field ${stranger.name} is not known.`)
  const media = parts.find(({ name }) => name === 'media')
  if (!media || media.data.length === 0) throw invalidRequest('media', 'The field media is required.')
  const category = parts.find(({ name }) => name === 'media_category')?.data.toString()
  if (category !== 'tweet_image' && category !== 'tweet_gif') {
    throw invalidRequest('media_category', 'The field media_category must be tweet_image or tweet_gif.')
  }
  return { bytes: media.data, category }
}
