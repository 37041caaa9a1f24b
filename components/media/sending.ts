import { ApiError, type Client } from '@/lib/api/client'
import {
  addUploadChunk,
  createUploadSession,
  finalizeUploadSession,
  getUploadSession,
} from '@/lib/api/operations.generated'
import type { Asset } from '@/lib/media/contract'
import { dropSession, held } from './held'
import { hashOf, type KeptUpload, type KeptUploads } from './kept-uploads'
import { patiently } from './patience'
import type { Surroundings } from './surroundings'
import type { TakenMime } from './taken'

type Setting = { projectId: string; call: Client['call']; kept: KeptUploads; surroundings: Surroundings }
type Change = { sent?: number; note?: string | null }
type Session = { id: string; chunkBytes: number; expiresAt: string; has: Set<number> }

/** A session that ended, or whose pieces do not fit, is begun anew; what happens again and again is told. */
const beginsMax = 3

/** A session lives an hour, so this is when it was begun, by the server's clock. */
const begunAt = ({ expiresAt }: Session): number => Date.parse(expiresAt) - 3_600_000

/** Sends one file in chunks over an upload session, and goes on with one that was cut off. */
export class Sending {
  private readonly controller = new AbortController()
  private session: Session | null = null
  private hash: string | null | undefined

  constructor(
    private readonly setting: Setting,
    private readonly file: File,
    private readonly mime: TakenMime,
    private readonly onChange: (change: Change) => void,
  ) {}

  get sessionId(): string | undefined {
    return this.session?.id
  }

  /** Can be called again after it failed. */
  async send(): Promise<{ asset: Asset; wasThere: boolean }> {
    for (let begins = 1; ; begins++) {
      const session = await this.begin()
      try {
        const asset = await this.sendAll(session)
        this.end()
        return { asset, wasThere: Date.parse(asset.created_at) < begunAt(session) }
      } catch (error) {
        if (!isOver(error)) throw error
        this.end()
        if (begins >= beginsMax) throw error
      }
    }
  }

  /** Also asks the server to forget what it has; should that fail, it does so by itself within the hour. */
  abort(): void {
    this.controller.abort(new DOMException('It was cancelled.', 'AbortError'))
    const id = this.session?.id
    this.end()
    if (id) dropSession(this.setting, id)
  }

  private end(): void {
    if (!this.session) return
    held.delete(this.session.id)
    this.setting.kept.drop(this.session.id)
    this.session = null
  }

  private async begin(): Promise<Session> {
    if (this.session) return this.session
    if (this.hash === undefined) this.hash = await hashOf(this.file)
    this.controller.signal.throwIfAborted()
    const session = (await this.findInterrupted()) ?? (await this.create())
    this.session = session
    held.add(session.id)
    this.progress(session)
    return session
  }

  private async create(): Promise<Session> {
    const { name, size } = this.file
    const made = await this.ask((signal) =>
      this.setting.call(
        createUploadSession,
        { project_id: this.setting.projectId, filename: shortened(name), mime_type: this.mime, total_size_bytes: size },
        { signal },
      ),
    )
    const { session_id: id, max_chunk_bytes: chunkBytes, expires_at: expiresAt } = made
    return { id, chunkBytes, expiresAt, has: new Set() }
  }

  /** A session of this very file that nobody works on any more, with the chunks that the server has. */
  private async findInterrupted(): Promise<Session | null> {
    const { kept, surroundings } = this.setting
    for (const one of kept.interrupted(surroundings.now())) {
      if (held.has(one.sessionId) || !this.isSame(one)) continue
      // Held before the server is asked, or two files of the same bytes would go on with one session.
      held.add(one.sessionId)
      const session = await this.look(one).catch((error: unknown) => {
        held.delete(one.sessionId)
        throw error
      })
      if (session) return session
      held.delete(one.sessionId)
      kept.drop(one.sessionId)
    }
    return null
  }

  private isSame({ name, bytes, lastModified, hash, mime }: KeptUpload): boolean {
    const isAlike = name === this.file.name && bytes === this.file.size && mime === this.mime
    if (!isAlike) return false
    return hash && this.hash ? hash === this.hash : lastModified === this.file.lastModified
  }

  private async look({ sessionId: id, chunkBytes, bytes }: KeptUpload): Promise<Session | null> {
    try {
      const state = await this.ask((signal) => this.setting.call(getUploadSession, { id }, { signal }))
      const isUsable = state.status === 'open' || state.status === 'finalized'
      if (!isUsable || state.total_size_bytes !== bytes) return null
      const gaps = new Set(state.missing_chunks)
      const all = state.status === 'finalized' ? Math.ceil(bytes / chunkBytes) : state.chunks_received + gaps.size
      const has = new Set(Array.from({ length: all }, (_, index) => index).filter((index) => !gaps.has(index)))
      return { id, chunkBytes, expiresAt: state.expires_at, has }
    } catch (error) {
      if (isOver(error)) return null
      throw error
    }
  }

  private async sendAll(session: Session): Promise<Asset> {
    for (let tries = 1; ; tries++) {
      const count = Math.ceil(this.file.size / session.chunkBytes)
      for (let index = 0; index < count; index++) if (!session.has.has(index)) await this.sendChunk(session, index)
      try {
        const { id } = session
        const { asset } = await this.ask((signal) => this.setting.call(finalizeUploadSession, { id }, { signal }))
        return asset
      } catch (error) {
        // The server names what it does not have, and that is sent once more.
        const missing = missingIn(error)
        if (missing.length === 0 || tries >= beginsMax) throw error
        for (const index of missing) session.has.delete(index)
      }
    }
  }

  private async sendChunk(session: Session, chunk_index: number): Promise<void> {
    const { id, chunkBytes } = session
    const piece = this.file.slice(chunk_index * chunkBytes, (chunk_index + 1) * chunkBytes)
    const data_base64 = base64Of(new Uint8Array(await piece.arrayBuffer()))
    await this.ask((signal) => this.setting.call(addUploadChunk, { id, chunk_index, data_base64 }, { signal }))
    session.has.add(chunk_index)
    this.progress(session)
  }

  private ask<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const onWait = (note: string | null): void => this.onChange({ note })
    return patiently(this.setting.surroundings, this.controller.signal, onWait, request)
  }

  private progress(session: Session): void {
    const { name, size, lastModified } = this.file
    const { id: sessionId, chunkBytes, expiresAt, has } = session
    const last = Math.ceil(size / chunkBytes) - 1
    const sent = Math.max(0, has.size * chunkBytes - (has.has(last) ? (last + 1) * chunkBytes - size : 0))
    const { kept, surroundings } = this.setting
    const now = surroundings.now()
    const same = { name, bytes: size, lastModified, hash: this.hash ?? null, mime: this.mime }
    const window = kept.windowId
    kept.put({ ...same, sessionId, chunkBytes, expiresAt, sent, window, touchedAt: now.getTime() }, now)
    this.onChange({ sent })
  }
}

/** The session cannot be gone on with: it expired, was aborted, or holds other pieces than it should. */
function isOver(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const codes = error.issues.map(({ code }) => code)
  return error.code === 'gone' || error.code === 'not_found' || codes.includes('wrong_total')
}

function missingIn(error: unknown): number[] {
  const missing = error instanceof ApiError ? error.extra.missing : undefined
  return Array.isArray(missing) ? missing.filter(Number.isInteger) : []
}

/** The server takes 255 characters; the ending stays. */
function shortened(name: string): string {
  if (name.length <= 255) return name || 'file'
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return name.slice(0, 255 - ending.length) + ending
}

/** In pieces that are whole in base64 and that a call takes as arguments. */
function base64Of(bytes: Uint8Array): string {
  const pieceBytes = 24_573
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceBytes)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + pieceBytes)))
  return text
}
