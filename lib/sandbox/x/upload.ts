import { type Answer, jsonAnswer } from '../exchange'
import { snowflake, xEpochMs } from '../ids'
import { examine } from '../images'
import type { LedgerMedia } from '../ledger'
import type { Visit } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import type { Shelf } from '../shelf'
import { invalidRequest, unsupportedMediaType } from './errors'
import { jsonOf, requireNoQuery } from './publish'
import { contentTypes, JsonUpload, keyPrefixes, limits, type MediaCategory, MediaMetadata } from './rules'

/** `receiving` while pieces come in, `processing` until so many polls were answered, then one of the other two. */
export type UploadState = 'receiving' | 'processing' | 'ready' | 'failed'

export type Upload = {
  id: string
  created_ms: number
  account_id: string
  category: MediaCategory
  state: UploadState
  media: LedgerMedia | null
  /** What was announced, and how much of it is there. */
  media_type: string
  total_bytes: number
  received_bytes: number
  next_segment: number
  polls_left: number
  failure: string | null
  has_expired: boolean
}

/** Media that was uploaded and waits for its post: a day, as `expires_after_secs` says. */
export class Uploads {
  readonly shelf: Shelf<Upload>
  readonly sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox
    this.shelf = sandbox.shelf<Upload>('x.upload', dayMs)
  }

  /** `POST /2/media/upload`, the simple one: multipart, or JSON with base64. */
  async upload({ call, account }: Visit): Promise<Answer> {
    requireNoQuery(call)
    const { bytes, category } = readUpload(call)
    const image = await examine(bytes)
    const contentType = image && contentTypes[image.format]
    if (!image || !contentType) throw invalidRequest('media', 'The media type is not supported.')
    const isAnimated = category === 'tweet_gif'
    if (isAnimated && image.format !== 'gif') throw invalidRequest('media_category', 'A tweet_gif is a GIF.')
    if (bytes.length > (isAnimated ? limits.gifBytesMax : limits.imageBytesMax)) {
      throw invalidRequest('media', 'The media is too large.')
    }
    const media = await this.sandbox.keep(bytes, image, null, null)
    const upload = this.begin(account.account_id, category, contentType, bytes.length)
    this.shelf.put({ ...upload, state: 'ready', media, received_bytes: bytes.length })
    const { id } = upload
    return jsonAnswer(200, {
      data: {
        id,
        media_key: mediaKey(upload),
        size: bytes.length,
        expires_after_secs: limits.mediaLifeSeconds,
        image: { image_type: contentType, w: image.width, h: image.height },
      },
    })
  }

  /** A new medium without a byte in it; it is the caller's to put on the shelf. */
  begin(accountId: string, category: MediaCategory, mediaType: string, totalBytes: number): Upload {
    const nowMs = this.sandbox.nowMs()
    return {
      id: snowflake(nowMs, xEpochMs),
      created_ms: nowMs,
      account_id: accountId,
      category,
      state: 'receiving',
      media: null,
      media_type: mediaType,
      total_bytes: totalBytes,
      received_bytes: 0,
      next_segment: 0,
      polls_left: 0,
      failure: null,
      has_expired: false,
    }
  }

  /** `POST /2/media/metadata`. */
  describe({ call, account }: Visit): Answer {
    requireNoQuery(call)
    const { id, metadata } = jsonOf(call, MediaMetadata)
    const upload = this.find(id, account.account_id)
    if (!upload?.media) throw invalidRequest('id', invalidIds)
    if (upload.category === 'tweet_video') throw invalidRequest('id', 'Alt text is for images and GIFs.')
    this.shelf.put({ ...upload, media: { ...upload.media, alt_text: metadata.alt_text.text } })
    return jsonAnswer(200, { data: { id, associated_metadata: metadata } })
  }

  /** The media of a post. One animation or film stands alone, and what is not processed yet is no medium. */
  attach(ids: string[], accountId: string): { key: string; media: LedgerMedia }[] {
    if (new Set(ids).size < ids.length) throw invalidRequest('media.media_ids', 'A media ID is given twice.')
    const uploads = ids.map((id) => this.find(id, accountId))
    const attached = uploads.flatMap((upload) => {
      if (upload?.state !== 'ready' || !upload.media) return []
      return [{ key: mediaKey(upload), media: upload.media, category: upload.category }]
    })
    if (attached.length < ids.length) throw invalidRequest('media.media_ids', invalidIds)
    if (attached.length > 1 && attached.some(({ category }) => category !== 'tweet_image')) {
      throw invalidRequest('media.media_ids', 'A post holds one video, one GIF or up to four photos.')
    }
    return attached
  }

  /** Undefined when it is somebody else's or older than a day. */
  find(id: string, accountId: string): Upload | undefined {
    const upload = this.shelf.get(id)
    const isThere = upload?.account_id === accountId && this.sandbox.nowMs() - upload.created_ms < dayMs
    return isThere && !upload.has_expired ? upload : undefined
  }

  clear(): void {
    this.shelf.clear()
  }
}

export const invalidIds = 'Your media IDs are invalid.'

export const mediaKey = ({ id, category }: Upload): string => `${keyPrefixes[category]}_${id}`

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
