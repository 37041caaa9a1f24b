import { ApiError, type Client } from '@/lib/api/client'
import type { Asset } from '@/lib/media/contract'
import {
  addUploadChunk,
  createUploadSession,
  finalizeUploadSession,
  getUploadSession,
} from '@/lib/openapi/operations.generated'
import type { AcceptedMime } from './accepted-files'
import { activeSessions, dropSession } from './active-sessions'
import type { BrowserEnvironment } from './browser-environment'
import { hashOf, type LocalUpload, type LocalUploads } from './local-uploads'
import { retryRequest } from './retry-request'

type UploadContext = { projectId: string; call: Client['call']; local: LocalUploads; browser: BrowserEnvironment }
type Change = { sent?: number; note?: string | null }
type Session = { id: string; chunkBytes: number; expiresAt: string; has: Set<number> }

/** Max sessions per upload, e.g. if the first one expired. */
const attemptsMax = 3

/** Start of the session by the server clock. Sessions expire after an hour. */
const startedAt = ({ expiresAt }: Session): number => Date.parse(expiresAt) - 3_600_000

/** Uploads a file in chunks with an upload session. Resumes an interrupted one. */
export class FileUpload {
  private readonly controller = new AbortController()
  private session: Session | null = null
  private hash: string | null | undefined

  constructor(
    private readonly context: UploadContext,
    private readonly file: File,
    private readonly mime: AcceptedMime,
    private readonly onChange: (change: Change) => void,
  ) {}

  get sessionId(): string | undefined {
    return this.session?.id
  }

  /** Can be called again after a failure. */
  async send(): Promise<{ asset: Asset; isDuplicate: boolean }> {
    for (let attempt = 1; ; attempt++) {
      const session = await this.start()
      try {
        const asset = await this.sendAll(session)
        this.end()
        return { asset, isDuplicate: Date.parse(asset.created_at) < startedAt(session) }
      } catch (error) {
        if (!isSessionLost(error)) throw error
        this.end()
        if (attempt >= attemptsMax) throw error
      }
    }
  }

  /** Also deletes the session on the server. */
  abort(): void {
    this.controller.abort(new DOMException('It was cancelled.', 'AbortError'))
    const id = this.session?.id
    this.end()
    if (id) dropSession(this.context, id)
  }

  private end(): void {
    if (!this.session) return
    activeSessions.delete(this.session.id)
    this.context.local.drop(this.session.id)
    this.session = null
  }

  private async start(): Promise<Session> {
    if (this.session) return this.session
    if (this.hash === undefined) this.hash = await hashOf(this.file)
    this.controller.signal.throwIfAborted()
    const session = (await this.findInterrupted()) ?? (await this.create())
    this.session = session
    activeSessions.add(session.id)
    this.progress(session)
    return session
  }

  private async create(): Promise<Session> {
    const { name, size } = this.file
    const session = await this.request((signal) =>
      this.context.call(
        createUploadSession,
        { project_id: this.context.projectId, filename: shortened(name), mime_type: this.mime, total_size_bytes: size },
        { signal },
      ),
    )
    const { session_id: id, max_chunk_bytes: chunkBytes, expires_at: expiresAt } = session
    return { id, chunkBytes, expiresAt, has: new Set() }
  }

  /** An interrupted session of this file, with the chunks that the server has. */
  private async findInterrupted(): Promise<Session | null> {
    const { local, browser } = this.context
    for (const one of local.interrupted(browser.now())) {
      if (activeSessions.has(one.sessionId) || !this.isSame(one)) continue
      // Reserved before the request, or two uploads of the same bytes would resume one session.
      activeSessions.add(one.sessionId)
      const session = await this.readSession(one).catch((error: unknown) => {
        activeSessions.delete(one.sessionId)
        throw error
      })
      if (session) return session
      activeSessions.delete(one.sessionId)
      local.drop(one.sessionId)
    }
    return null
  }

  private isSame({ name, bytes, lastModified, hash, mime }: LocalUpload): boolean {
    const isSimilar = name === this.file.name && bytes === this.file.size && mime === this.mime
    if (!isSimilar) return false
    return hash && this.hash ? hash === this.hash : lastModified === this.file.lastModified
  }

  private async readSession({ sessionId: id, chunkBytes, bytes }: LocalUpload): Promise<Session | null> {
    try {
      const state = await this.request((signal) => this.context.call(getUploadSession, { id }, { signal }))
      const isUsable = state.status === 'open' || state.status === 'finalized'
      if (!isUsable || state.total_size_bytes !== bytes) return null
      const missing = new Set(state.missing_chunks)
      const all = state.status === 'finalized' ? Math.ceil(bytes / chunkBytes) : state.chunks_received + missing.size
      const has = new Set(Array.from({ length: all }, (_, index) => index).filter((index) => !missing.has(index)))
      return { id, chunkBytes, expiresAt: state.expires_at, has }
    } catch (error) {
      if (isSessionLost(error)) return null
      throw error
    }
  }

  private async sendAll(session: Session): Promise<Asset> {
    for (let tries = 1; ; tries++) {
      const count = Math.ceil(this.file.size / session.chunkBytes)
      for (let index = 0; index < count; index++) if (!session.has.has(index)) await this.sendChunk(session, index)
      try {
        const { id } = session
        const { asset } = await this.request((signal) => this.context.call(finalizeUploadSession, { id }, { signal }))
        return asset
      } catch (error) {
        // Send chunks again that the server reports as missing.
        const missing = missingIn(error)
        if (missing.length === 0 || tries >= attemptsMax) throw error
        for (const index of missing) session.has.delete(index)
      }
    }
  }

  private async sendChunk(session: Session, chunk_index: number): Promise<void> {
    const { id, chunkBytes } = session
    const piece = this.file.slice(chunk_index * chunkBytes, (chunk_index + 1) * chunkBytes)
    const data_base64 = base64Of(new Uint8Array(await piece.arrayBuffer()))
    await this.request((signal) => this.context.call(addUploadChunk, { id, chunk_index, data_base64 }, { signal }))
    session.has.add(chunk_index)
    this.progress(session)
  }

  private request<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const onWait = (note: string | null): void => this.onChange({ note })
    return retryRequest(this.context.browser, this.controller.signal, onWait, request)
  }

  private progress(session: Session): void {
    const { name, size, lastModified } = this.file
    const { id: sessionId, chunkBytes, expiresAt, has } = session
    const last = Math.ceil(size / chunkBytes) - 1
    const sent = Math.max(0, has.size * chunkBytes - (has.has(last) ? (last + 1) * chunkBytes - size : 0))
    const { local, browser } = this.context
    const now = browser.now()
    const same = { name, bytes: size, lastModified, hash: this.hash ?? null, mime: this.mime }
    const window = local.windowId
    local.put({ ...same, sessionId, chunkBytes, expiresAt, sent, window, touchedAt: now.getTime() }, now)
    this.onChange({ sent })
  }
}

/** The session expired, was aborted, or has wrong chunks. */
function isSessionLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const codes = error.issues.map(({ code }) => code)
  return error.code === 'gone' || error.code === 'not_found' || codes.includes('wrong_total')
}

function missingIn(error: unknown): number[] {
  const missing = error instanceof ApiError ? error.extra.missing : undefined
  return Array.isArray(missing) ? missing.filter(Number.isInteger) : []
}

/** Max 255 characters, with the file extension. */
function shortened(name: string): string {
  if (name.length <= 255) return name || 'file'
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return name.slice(0, 255 - ending.length) + ending
}

/** Encodes in pieces that fit into function arguments. Their size is a multiple of 3. */
function base64Of(bytes: Uint8Array): string {
  const pieceBytes = 24_573
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceBytes)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + pieceBytes)))
  return text
}
