import { createHmac, randomBytes } from 'node:crypto'
import { type Answer, emptyAnswer, jsonAnswer, type OpenVisit, type Visit } from '../../http/call'
import type { Part } from '../../http/form'
import { isPlayable, readVideo, readVideoFile, type VideoFile } from '../../media/videos'
import type { Collection } from '../../state/event-log'
import { digits } from '../../state/ids'
import type { StoredMedia } from '../../state/post-store'
import { dayMs, type Sandbox } from '../../state/sandbox'
import { bodyOf, invalid, limits, NewMedia, refusal, requireQuery } from './request'

type Upload = {
  id: string
  created_ms: number
  account_id: string
  /** The form fields that the store requires. */
  parameters: { [name: string]: string }
  stored: StoredMedia | null
  duration_ms: number | null
  /** Why the processing fails. */
  error: string | null
}
type DoneUpload = Upload & { stored: StoredMedia; duration_ms: number }

type Status = 'registered' | 'processing' | 'succeeded' | 'failed'

/** The media store. At Pinterest it is another host (S3), which accepts no token. */
export const storePath = '/media-store/'

/** Videos for pins: registered, uploaded to the store, processed for some polls, then succeeded or failed. */
export class Uploads {
  readonly #uploads: Collection<Upload>
  /** Status requests per upload. In memory: after a restart the processing takes longer. */
  readonly #polls = new Map<string, number>()
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#uploads = sandbox.collection<Upload>('pinterest.upload', 2 * dayMs)
  }

  register({ call, account }: Visit): Answer {
    requireQuery(call)
    bodyOf(call, NewMedia)
    const error = call.orderedFailure('The video could not be processed.')
    const id = digits('4', 19)
    const parameters = parametersOf(id, this.#sandbox.clock())
    const { account_id } = account
    const created_ms = this.#sandbox.nowMs()
    this.#uploads.put({ id, created_ms, account_id, parameters, stored: null, duration_ms: null, error })
    const upload_url = `${this.#sandbox.origin}/pinterest${storePath}`
    return jsonAnswer(201, { media_id: id, media_type: 'video', upload_url, upload_parameters: parameters })
  }

  /** The store: a form whose fields come before the file, without any other credential. */
  async store({ call }: OpenVisit): Promise<Answer> {
    if (call.header('authorization') !== undefined)
      return storeError(400, 'InvalidArgument', 'Only one auth mechanism allowed.')
    if (call.contentType !== 'multipart/form-data')
      return storeError(412, 'PreconditionFailed', 'Bucket POST must be of the enclosure-type multipart/form-data')
    const { parts } = call
    const fileAt = parts.findIndex(({ name }) => name === 'file')
    const file = parts[fileAt]
    if (!file) return storeError(400, 'InvalidArgument', 'POST requires exactly one file upload per request.')
    // Fields after the file are ignored.
    const fields = new Map(parts.slice(0, fileAt).map(({ name, data }) => [name, data.toString()]))
    const upload = [...this.#uploads.values()].find(({ parameters }) => parameters.key === fields.get('key'))
    if (!upload) return storeError(403, 'AccessDenied', 'Access Denied')
    const problem = problemOf(fields, upload.parameters)
    if (problem) return storeError(403, 'AccessDenied', problem)
    if (this.#sandbox.nowMs() - upload.created_ms > limits.video.uploadMs)
      return storeError(403, 'AccessDenied', 'Invalid according to Policy: Policy expired.')
    if (file.size > limits.video.bytesMax)
      return storeError(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
    await this.#take(upload, file)
    return emptyAnswer(204)
  }

  /** `GET /v5/media/{id}`. Counts as a poll. */
  read({ call, account, params }: Visit): Answer {
    requireQuery(call)
    const upload = this.#require(params.id ?? '', account.account_id)
    const status = this.#statusOf(upload)
    if (status === 'processing') this.#polls.set(upload.id, (this.#polls.get(upload.id) ?? 0) + 1)
    const failure = status === 'failed' ? { failure_reason: upload.error } : {}
    return jsonAnswer(200, { media_id: upload.id, media_type: 'video', status, ...failure })
  }

  requireDone(id: string, accountId: string): DoneUpload {
    const upload = this.#require(id, accountId)
    const { stored, duration_ms } = upload
    const status = this.#statusOf(upload)
    if (!stored || duration_ms === null || status !== 'succeeded')
      throw invalid(`media ${id} is not ready, its status is ${status}`)
    return { ...upload, stored, duration_ms }
  }

  clear(): void {
    this.#uploads.clear()
    this.#polls.clear()
  }

  #require(id: string, accountId: string): Upload {
    const upload = this.#uploads.own(id, accountId)
    if (!upload) throw refusal('mediaNotFound')
    return upload
  }

  #statusOf({ id, stored, error }: Upload): Status {
    if (!stored && error === null) return 'registered'
    const { polls_until_finished } = this.#sandbox.settings.for('pinterest')
    if ((this.#polls.get(id) ?? 0) < polls_until_finished) return 'processing'
    return error === null ? 'succeeded' : 'failed'
  }

  /** The store accepts any bytes; an invalid file fails during processing. */
  async #take(upload: Upload, { data, draft }: Part): Promise<void> {
    const { files } = this.#sandbox
    const video = draft === null ? await readVideo(data) : await readVideoFile(files.draftPath(draft))
    const error = upload.error ?? (video ? videoProblem(video) : 'The file is not a readable video.')
    const stored = video && (await this.#sandbox.store(draft ?? data, video))
    const duration_ms = video && Math.round(video.duration_seconds * 1_000)
    this.#uploads.put({ ...upload, stored, duration_ms, error })
  }
}

/** Looks like AWS Signature Version 4 for browser uploads. */
function parametersOf(id: string, now: Date): Record<string, string> {
  const date = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const key = `uploads/${id}/${randomBytes(16).toString('hex')}`
  const policy = Buffer.from(JSON.stringify({ conditions: [{ key }, ['content-length-range', 1, 2_000_000_000]] }))
  return {
    'x-amz-date': date,
    'x-amz-signature': createHmac('sha256', key).update(policy).digest('hex'),
    'x-amz-security-token': randomBytes(48).toString('base64'),
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    key,
    policy: policy.toString('base64'),
    'x-amz-credential': `ASIASANDBOX/${date.slice(0, 8)}/us-east-1/s3/aws4_request`,
    'Content-Type': 'multipart/form-data',
  }
}

function problemOf(fields: ReadonlyMap<string, string>, parameters: Record<string, string>): string | null {
  const wrong = Object.entries(parameters).find(([name, value]) => fields.get(name) !== value)?.[0]
  if (wrong === 'x-amz-signature' && fields.has(wrong))
    return 'The request signature we calculated does not match the signature you provided.'
  if (wrong !== undefined) return `Invalid according to Policy: Policy Condition failed: ["eq", "$${wrong}", …]`
  const unknown = [...fields.keys()].find((name) => !Object.hasOwn(parameters, name))
  return unknown === undefined ? null : `Invalid according to Policy: Extra input fields: ${unknown}`
}

const storeError = (status: number, code: string, message: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message.replace(/[<&]/g, '')}</Message></Error>`,
})

function videoProblem(video: VideoFile): string | null {
  const { formats, seconds: allowed, ratio } = limits.video
  const { format, width, height, duration_seconds: seconds } = video
  if (!formats.includes(format)) return `Videos are ${formats.join(' or ')}.`
  if (!isPlayable(video)) return 'Videos are encoded as H.264 or H.265, with AAC.'
  if (seconds < allowed.min || seconds > allowed.max)
    return `Videos last ${allowed.min} seconds to ${allowed.max / 60} minutes.`
  const shape = width / height
  return shape < ratio.min || shape > ratio.max ? 'Videos are between 1:2 and 1.91:1.' : null
}
