import { createHmac, randomBytes } from 'node:crypto'
import { type Answer, type Call, emptyAnswer, jsonAnswer } from '../exchange'
import { examineFilm, examineFilmFile, type Film, isPlayable } from '../films'
import { digits } from '../ids'
import type { LedgerMedia } from '../ledger'
import type { Part } from '../multipart'
import type { OpenVisit, Visit } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import type { Shelf } from '../shelf'
import { badRequest, bodyOf, mediaNotFound } from './errors'
import { requireQuery } from './read'
import { limits, NewMedia } from './rules'

type Upload = {
  id: string
  created_ms: number
  account_id: string
  /** The form fields without which the store takes nothing. */
  parameters: { [name: string]: string }
  film: LedgerMedia | null
  duration_ms: number | null
  /** Why it can never be pinned; null when nothing is known against it. */
  error: string | null
}
type DoneUpload = Upload & { film: LedgerMedia; duration_ms: number }

type Status = 'registered' | 'processing' | 'succeeded' | 'failed'

/** Where the store's form posts go, below the network's prefix. The real one is another host and knows no token. */
export const storePath = '/media-store/'

/** Films on their way to a pin: registered, put into the store, processed for some polls, then done or failed. */
export class Uploads {
  readonly #shelf: Shelf<Upload>
  /** By the `key` of their form. */
  readonly #byKey = new Map<string, string>()
  /** How often a status was asked. A restart forgets it, and the film is in process a little longer. */
  readonly #polls = new Map<string, number>()
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#shelf = sandbox.shelf<Upload>('pinterest.upload', 2 * dayMs, {
      put: ({ id, parameters }) => this.#byKey.set(parameters.key ?? '', id),
      drop: ({ parameters }) => this.#byKey.delete(parameters.key ?? ''),
      wipe: () => this.#byKey.clear(),
    })
  }

  /** `POST /v5/media`. */
  register({ call, account }: Visit): Answer {
    requireQuery(call, ['ad_account_id'])
    bodyOf(call, NewMedia)
    const fault = call.containerFault
    const error = fault?.fault === 'container_error' ? (fault.reason ?? 'The film could not be processed.') : null
    const id = digits('4', 19)
    const upload: Upload = {
      id,
      created_ms: this.#sandbox.nowMs(),
      account_id: account.account_id,
      parameters: parametersOf(id, this.#sandbox.clock()),
      film: null,
      duration_ms: null,
      error,
    }
    this.#shelf.put(upload)
    return jsonAnswer(201, {
      media_id: id,
      media_type: 'video',
      upload_url: `${this.#sandbox.origin}/pinterest${storePath}`,
      upload_parameters: upload.parameters,
    })
  }

  /** The store: a form in which the fields that were given out stand before the file, and no credential but them. */
  async store({ call }: OpenVisit): Promise<Answer> {
    if (call.header('authorization') !== undefined)
      return storeError(400, 'InvalidArgument', 'Only one auth mechanism allowed.')
    if (call.contentType !== 'multipart/form-data')
      return storeError(412, 'PreconditionFailed', 'Bucket POST must be of the enclosure-type multipart/form-data')
    const parts = call.parts()
    const fileAt = parts.findIndex(({ name }) => name === 'file')
    const file = parts[fileAt]
    // Everything behind the file is ignored, so a field that stands there is missing.
    const fields = new Map(parts.slice(0, Math.max(0, fileAt)).map(({ name, data }) => [name, data.toString()]))
    if (!file) return storeError(400, 'InvalidArgument', 'POST requires exactly one file upload per request.')
    const upload = this.#shelf.get(this.#byKey.get(fields.get('key') ?? '') ?? '')
    if (!upload) return storeError(403, 'AccessDenied', 'Access Denied')
    const problem = problemOf(fields, upload.parameters)
    if (problem) return storeError(403, 'AccessDenied', problem)
    if (this.#sandbox.nowMs() - upload.created_ms > limits.film.uploadMs)
      return storeError(403, 'AccessDenied', 'Invalid according to Policy: Policy expired.')
    if (file.size > limits.film.bytesMax)
      return storeError(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
    await this.#take(upload, file)
    return emptyAnswer(204)
  }

  /** `GET /v5/media/{id}`; each look brings the film one poll nearer to its end. */
  read({ call, account, params }: Visit): Answer {
    requireQuery(call, ['ad_account_id'])
    const upload = this.#require(params.id ?? '', account.account_id)
    const status = this.#statusOf(upload)
    if (status === 'processing') this.#polls.set(upload.id, (this.#polls.get(upload.id) ?? 0) + 1)
    return jsonAnswer(200, {
      media_id: upload.id,
      media_type: 'video',
      status,
      ...(status === 'failed' ? { failure_reason: upload.error } : {}),
    })
  }

  /** The film of a pin: there, its own account's, and processed. */
  requireDone(id: string, accountId: string): DoneUpload {
    const upload = this.#require(id, accountId)
    const { film, duration_ms } = upload
    if (!film || duration_ms === null || this.#statusOf(upload) !== 'succeeded')
      throw badRequest(`Invalid request: media ${id} is not ready, its status is ${this.#statusOf(upload)}`)
    return { ...upload, film, duration_ms }
  }

  clear(): void {
    this.#shelf.clear()
    this.#polls.clear()
  }

  #require(id: string, accountId: string): Upload {
    const upload = this.#shelf.get(id)
    if (upload?.account_id !== accountId) throw mediaNotFound()
    return upload
  }

  #statusOf(upload: Upload): Status {
    if (!upload.film && upload.error === null) return 'registered'
    const { polls_until_finished } = this.#sandbox.settings.for('pinterest')
    if ((this.#polls.get(upload.id) ?? 0) < polls_until_finished) return 'processing'
    return upload.error === null ? 'succeeded' : 'failed'
  }

  /** Whatever the bytes are, the store takes them: what is wrong with a film is found out when it is processed. */
  async #take(upload: Upload, { data, draft }: Part): Promise<void> {
    const { files } = this.#sandbox
    const found = draft === null ? await examineFilm(data) : await examineFilmFile(files.draftPath(draft))
    const error = upload.error ?? (found ? faultOf(found) : 'The file is no film that can be read.')
    const film = found ? await this.#sandbox.keep(draft ?? data, found, null, null) : null
    const duration_ms = found ? Math.round(found.duration_seconds * 1_000) : null
    this.#shelf.put({ ...upload, film, duration_ms, error })
  }
}

/** AWS's Signature Version 4 for browser uploads, with a secret of nobody's. */
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
  for (const [name, value] of Object.entries(parameters)) {
    if (fields.get(name) === value) continue
    if (!fields.has(name)) return `Invalid according to Policy: Policy Condition failed: ["eq", "$${name}", …]`
    return name === 'x-amz-signature'
      ? 'The request signature we calculated does not match the signature you provided.'
      : `Invalid according to Policy: Policy Condition failed: ["eq", "$${name}", …]`
  }
  const stranger = [...fields.keys()].find((name) => !Object.hasOwn(parameters, name))
  return stranger === undefined ? null : `Invalid according to Policy: Extra input fields: ${stranger}`
}

const storeError = (status: number, code: string, message: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message.replace(/[<&]/g, '')}</Message></Error>`,
})

function faultOf(film: Film): string | null {
  const { format, width, height, duration_seconds } = film
  const { formats, seconds, ratio } = limits.film
  if (!formats.includes(format)) return `Films are ${formats.join(' or ')}.`
  if (!isPlayable(film)) return 'Films are encoded as H.264 or H.265, with AAC.'
  if (duration_seconds < seconds.min || duration_seconds > seconds.max)
    return `Films last ${seconds.min} seconds to ${seconds.max / 60} minutes.`
  const shape = width / height
  return shape < ratio.min || shape > ratio.max ? 'Films are between 1:2 and 1.91:1.' : null
}

/** The calls that go to the store carry no rate limits. */
export const isStore = ({ path }: Call): boolean => path === storePath
