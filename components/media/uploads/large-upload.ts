import { type DetailedError, Upload as TusUpload } from 'tus-js-client'
import { ApiError, apiErrorOf, type Client } from '@/lib/api/client'
import type { Asset } from '@/lib/media/contract'
import type { Transfer } from '@/lib/media/resumable/contract'
import {
  completeResumableUpload,
  createResumableUpload,
  resumeResumableUpload,
} from '@/lib/openapi/operations.generated'
import { activeSessions, dropSession } from './active-sessions'
import type { BrowserEnvironment } from './browser-environment'
import { type LocalUpload, type LocalUploads, shortHashOf } from './local-uploads'
import { retryRequest } from './retry-request'

type UploadContext = { projectId: string; call: Client['call']; local: LocalUploads; browser: BrowserEnvironment }
type Change = { sent?: number; note?: string | null }
type Session = { id: string; createdAt: number; expiresAt: string; transfer: Transfer; tusUrl: string | null }

/** Uploads per file, e.g. if the first one expired. */
const attemptsMax = 3
/** A connection that sends nothing for this long is replaced. */
const stalledMs = 60_000

/** Uploads a large video with the tus protocol. It can be paused, and resumes after a reload. */
export class LargeUpload {
  private controller = new AbortController()
  private session: Session | null = null
  private hash: string | null | undefined
  private sent = 0

  constructor(
    private readonly context: UploadContext,
    private readonly file: File,
    private readonly onChange: (change: Change) => void,
  ) {}

  get sessionId(): string | undefined {
    return this.session?.id
  }

  /** Can be called again after a failure or a pause. */
  async send(): Promise<{ asset: Asset; isDuplicate: boolean }> {
    if (this.controller.signal.aborted) this.controller = new AbortController()
    for (let attempt = 1; ; attempt++) {
      const session = await this.start()
      try {
        await this.sendBytes(session)
        const { id } = session
        const { asset } = await this.request((signal) => this.context.call(completeResumableUpload, { id }, { signal }))
        this.end()
        return { asset, isDuplicate: Date.parse(asset.created_at) < session.createdAt }
      } catch (error) {
        if (!isLost(error)) throw error
        this.end()
        if (attempt >= attemptsMax) throw error
      }
    }
  }

  /** Keeps the bytes that were sent. */
  pause(): void {
    this.controller.abort(new DOMException('It was paused.', 'AbortError'))
  }

  /** Also deletes the bytes on the server. */
  abort(): void {
    this.pause()
    const id = this.session?.id
    if (id) dropSession(this.context, id)
    this.end()
  }

  private end(): void {
    if (!this.session) return
    activeSessions.delete(this.session.id)
    this.context.local.drop(this.session.id)
    this.session = null
    this.sent = 0
  }

  private async start(): Promise<Session> {
    if (this.session) return this.session
    if (this.hash === undefined) this.hash = await shortHashOf(this.file)
    this.controller.signal.throwIfAborted()
    const session = (await this.findInterrupted()) ?? (await this.create())
    this.session = session
    activeSessions.add(session.id)
    this.remember(session)
    return session
  }

  private async create(): Promise<Session> {
    const { projectId: project_id, call } = this.context
    const { name, size: total_size_bytes } = this.file
    const input = {
      project_id,
      filename: name.slice(-255) || 'file',
      mime_type: 'video/mp4' as const,
      total_size_bytes,
    }
    return sessionOf(await this.request((signal) => call(createResumableUpload, input, { signal })), null)
  }

  /** An interrupted upload of this file that still accepts bytes. */
  private async findInterrupted(): Promise<Session | null> {
    const { local, browser, call } = this.context
    for (const one of local.interrupted(browser.now())) {
      if (activeSessions.has(one.sessionId) || !this.isSame(one)) continue
      try {
        const { sessionId: id } = one
        const started = await this.request((signal) => call(resumeResumableUpload, { id }, { signal }))
        return sessionOf(started, one.tusUrl ?? null)
      } catch (error) {
        if (!isLost(error)) throw error
        local.drop(one.sessionId)
      }
    }
    return null
  }

  private isSame({ name, bytes, lastModified, hash, isLarge }: LocalUpload): boolean {
    if (!isLarge || name !== this.file.name || bytes !== this.file.size) return false
    return hash && this.hash ? hash === this.hash : lastModified === this.file.lastModified
  }

  /** Retries for as long as bytes arrive between the failures. */
  private async sendBytes(session: Session): Promise<void> {
    let isRenewed = false
    for (;;) {
      const before = this.sent
      try {
        return await this.request(() => this.runTus(session), null)
      } catch (error) {
        const hasProgress = this.sent > before
        if (hasProgress && isTemporary(error)) continue
        // The token of the storage expires after two hours.
        const isExpired = session.transfer.endpoint !== null && isRefused(error) && (hasProgress || !isRenewed)
        if (!isExpired) throw error
        isRenewed = true
        const { id } = session
        const { call } = this.context
        const renewed = await this.request((signal) => call(resumeResumableUpload, { id }, { signal }))
        session.transfer = renewed.transfer
      }
    }
  }

  /** One run of the tus client, which ends with the last byte or the first error. */
  private runTus(session: Session): Promise<void> {
    const { transfer } = session
    const { signal } = this.controller
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
      }
      const stopWith = (error: unknown): void => {
        finish()
        void upload.abort().catch(() => {})
        reject(error)
      }
      const stop = (): void => stopWith(signal.reason)
      const stalled = (): void => stopWith(new DOMException('Request timed out.', 'TimeoutError'))
      let timer = setTimeout(stalled, stalledMs)
      const upload = new TusUpload(this.file, {
        uploadUrl: session.tusUrl,
        endpoint: transfer.endpoint,
        headers: transfer.headers,
        metadata: transfer.metadata,
        chunkSize: transfer.chunk_bytes,
        // Retried here, together with the waiting while offline.
        retryDelays: null,
        storeFingerprintForResuming: false,
        onUploadUrlAvailable: () => {
          session.tusUrl = upload.url
          this.remember(session)
        },
        onProgress: (sent) => {
          clearTimeout(timer)
          timer = setTimeout(stalled, stalledMs)
          this.onChange({ sent, note: null })
        },
        onChunkComplete: (_, accepted) => {
          this.sent = accepted
          this.remember(session)
        },
        onSuccess: () => {
          finish()
          resolve()
        },
        onError: (error) => {
          finish()
          reject(errorOf(error))
        },
      })
      signal.addEventListener('abort', stop)
      upload.start()
    })
  }

  private request<T>(request: (signal: AbortSignal) => Promise<T>, timeoutMs?: null): Promise<T> {
    const onWait = (note: string | null): void => this.onChange({ note })
    return retryRequest(this.context.browser, this.controller.signal, onWait, request, timeoutMs)
  }

  private remember({ id: sessionId, expiresAt, transfer, tusUrl }: Session): void {
    const { name, size: bytes, lastModified } = this.file
    const { local, browser } = this.context
    const now = browser.now()
    const same = { name, bytes, lastModified, hash: this.hash ?? null, mime: 'video/mp4', isLarge: true }
    const state = { sessionId, chunkBytes: transfer.chunk_bytes, expiresAt, sent: this.sent, tusUrl }
    local.put({ ...same, ...state, window: local.windowId, touchedAt: now.getTime() }, now)
  }
}

type Started = { upload: { id: string; expires_at: string }; transfer: Transfer }

function sessionOf({ upload, transfer }: Started, tusUrl: string | null): Session {
  // Same origin as the page: the public URL of the server may have another name.
  const own = transfer.upload_url === null ? null : new URL(transfer.upload_url).pathname
  const expiresAt = upload.expires_at
  const createdAt = Date.parse(expiresAt) - 86_400_000
  return { id: upload.id, createdAt, expiresAt, transfer, tusUrl: own ?? tusUrl }
}

/** Converts an error of the tus client. Without a response the connection failed. */
function errorOf(error: Error | DetailedError): unknown {
  if (!('originalResponse' in error)) return error
  const response = error.originalResponse
  if (!response) {
    const message = 'Cannot reach the server. Check your connection and try again.'
    return new ApiError(0, 'network_error', message, [], null, {}, { cause: error })
  }
  return apiErrorOf(response.getStatus(), parsed(response.getBody()), (name) => response.getHeader(name) ?? null)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isTemporary = (error: unknown): boolean =>
  error instanceof DOMException ||
  (error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 409))

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 401 || error.status === 403)

/** The upload expired or was aborted. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'gone' || error.code === 'not_found' || error.status === 404)
