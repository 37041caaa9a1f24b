import { ImportFailed, retryImport } from '@/components/ui/lazy/retry-import'
import { ApiError, type Client } from '@/lib/api/client'
import type { Asset } from '@/lib/media/contract'
import { fileBytesMax } from '@/lib/media-files/limits'
import { type AcceptedMime, damagedText } from './accepted-files'
import { activeSessions, dropSession } from './active-sessions'
import type { BrowserEnvironment } from './browser-environment'
import type { FileUpload } from './file-upload'
import type { LargeUpload } from './large-upload'
import type { LocalUpload, LocalUploads } from './local-uploads'

/** State of an upload for the UI. */
export type Upload = {
  id: string
  name: string
  bytes: number
  /** Bytes that the server has acknowledged. */
  sent: number
  state: 'waiting' | 'sending' | 'paused' | 'done' | 'failed'
  /** Large videos can be paused. */
  canPause: boolean
  /** Shown while it waits. */
  note: string | null
  error: UploadError | null
  asset: Asset | null
  /** The library already had these bytes. */
  isDuplicate: boolean
}

export type UploadError = {
  message: string
  requestId: string | null
  /** False if the same file would be refused again. */
  canRetry: boolean
}

/** An upload interrupted by a reload. It resumes when its file is added again. */
export type InterruptedUpload = Pick<LocalUpload, 'sessionId' | 'name' | 'bytes' | 'sent'>

type Job = { upload: Upload; file: File; mime: AcceptedMime | null; sending: FileUpload | LargeUpload | null }
type UploadContext = { projectId: string; call: Client['call']; local: LocalUploads; browser: BrowserEnvironment }

/** Loaded when the page is idle. */
export const loadUploadParts = () => import('./upload-parts')
type Parts = Awaited<ReturnType<typeof loadUploadParts>>

/** Concurrent uploads. More would only share the bandwidth. */
const concurrencyMax = 3

/** Upload queue of a project, independent of React. */
export class UploadQueue {
  private readonly jobs = new Map<string, Job>()
  private readonly listeners = new Set<() => void>()
  private runningCount = 0
  private count = 0
  private shown: readonly Upload[] = []

  constructor(private readonly context: UploadContext) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Returns the same array until something changes. */
  readonly list = (): readonly Upload[] => this.shown

  /** @returns the ids of the uploads, in the order of the files */
  readonly add = (files: readonly File[]): string[] => {
    const added = files.map((file) => {
      const id = `upload-${++this.count}`
      const canPause = file.size > fileBytesMax
      const upload: Upload = { ...blank, id, name: file.name, bytes: file.size, canPause }
      this.jobs.set(id, { upload, file, mime: null, sending: null })
      return id
    })
    this.notify()
    this.next()
    return added
  }

  /** Resumes: chunks that the server has are not sent again. */
  readonly retry = (id: string): void => {
    const job = this.jobs.get(id)
    if (job?.upload.state !== 'failed' && job?.upload.state !== 'paused') return
    this.show(job, { state: 'waiting', error: null, note: null })
    this.next()
  }

  /** Stops a large upload until `retry`. What was sent stays. */
  readonly pause = (id: string): void => {
    const job = this.jobs.get(id)
    if (!job?.upload.canPause || (job.upload.state !== 'waiting' && job.upload.state !== 'sending')) return
    this.show(job, { state: 'paused', note: null })
    if (job.sending && 'pause' in job.sending) job.sending.pause()
  }

  /** Stops an upload, deletes its chunks and removes it from the list. */
  readonly cancel = (id: string): void => {
    const job = this.jobs.get(id)
    if (!job) return
    this.jobs.delete(id)
    if (job.upload.state !== 'done') job.sending?.abort()
    this.notify()
  }

  /** Removes finished uploads from the list. */
  readonly clearDone = (): void => {
    for (const [id, { upload }] of this.jobs) if (upload.state === 'done') this.jobs.delete(id)
    this.notify()
  }

  /** Lets another tab resume the uploads at once. */
  release(): void {
    this.context.local.release()
  }

  interrupted(): InterruptedUpload[] {
    const own = new Set([...this.jobs.values()].map(({ sending }) => sending?.sessionId))
    return this.context.local
      .interrupted(this.context.browser.now())
      .filter(({ sessionId }) => !own.has(sessionId) && !activeSessions.has(sessionId))
  }

  /** Discards an interrupted upload. */
  forget(sessionId: string): void {
    dropSession(this.context, sessionId)
    this.notify()
  }

  /** Starts waiting uploads up to the limit. */
  private next(): void {
    for (const job of this.jobs.values()) {
      if (this.runningCount >= concurrencyMax) return
      if (job.upload.state === 'waiting') void this.run(job)
    }
  }

  private async run(job: Job): Promise<void> {
    this.runningCount += 1
    this.show(job, { state: 'sending' })
    try {
      const parts = await this.parts(job)
      job.mime ??= await this.check(job, parts)
      if (!job.mime || !this.isListed(job)) return
      job.sending ??= await this.uploadOf(job, job.mime, parts)
      if (job.upload.state !== 'sending') return
      const { asset, isDuplicate } = await job.sending.send()
      const shown =
        asset.mime_type === 'video/mp4' && !asset.poster_url ? await withCover(asset, job.file, parts) : asset
      this.show(job, { state: 'done', sent: job.file.size, note: null, asset: shown, isDuplicate })
    } catch (error) {
      // Ignore errors of cancelled uploads.
      if (this.isListed(job) && job.upload.state === 'sending') this.fail(job, errorOf(error, job.mime))
    } finally {
      this.runningCount -= 1
      this.next()
    }
  }

  private async uploadOf(job: Job, mime: AcceptedMime, parts: Parts): Promise<FileUpload | LargeUpload> {
    const onChange = (change: Partial<Upload>): void => {
      if (job.upload.state === 'sending') this.show(job, change)
    }
    if (job.file.size <= fileBytesMax) return new parts.FileUpload(this.context, job.file, mime, onChange)
    const onWait = () => this.note(job.upload.id, 'Waiting for a connection. Continues automatically.')
    const { LargeUpload } = await retryImport(parts.loadLargeUpload, onWait)
    return new LargeUpload(this.context, job.file, onChange)
  }

  private fail(job: Job, error: UploadError): void {
    // Do not offer to resume an upload that would be refused again.
    if (!error.canRetry) job.sending?.abort()
    this.show(job, { state: 'failed', note: null, error })
  }

  private async parts(job: Job): Promise<Parts> {
    const { id } = job.upload
    const parts = await retryImport(loadUploadParts, () =>
      this.note(id, 'Waiting for a connection. Continues automatically.'),
    )
    this.note(id, null)
    return parts
  }

  private async check({ file, upload }: Job, { checkFile }: Parts): Promise<AcceptedMime | null> {
    const found = await checkFile(file)
    if ('mime' in found) return found.mime
    const job = this.jobs.get(upload.id)
    if (job) this.fail(job, { message: found.refusal, requestId: null, canRetry: false })
    return null
  }

  private note(id: string, note: string | null): void {
    const job = this.jobs.get(id)
    if (job && job.upload.note !== note) this.show(job, { note })
  }

  private isListed = (job: Job): boolean => this.jobs.get(job.upload.id) === job

  private show(job: Job, change: Partial<Upload>): void {
    job.upload = { ...job.upload, ...change }
    this.notify()
  }

  private notify(): void {
    this.shown = [...this.jobs.values()].map(({ upload }) => upload)
    for (const listener of this.listeners) listener()
  }
}

/** Gives a new video a cover. Without one, lists show its first frame, so a failure does not matter. */
async function withCover(asset: Asset, file: File, { firstFrameOf, sendPoster }: Parts): Promise<Asset> {
  try {
    return await sendPoster(asset.id, await firstFrameOf(file))
  } catch {
    return asset
  }
}

const blank: Omit<Upload, 'id' | 'name' | 'bytes'> = {
  sent: 0,
  state: 'waiting',
  canPause: false,
  note: null,
  error: null,
  asset: null,
  isDuplicate: false,
}

/** Permanent errors. */
const finalCodes = new Set(['unsupported_media_type', 'validation_error', 'payload_too_large', 'insufficient_scope'])

function errorOf(error: unknown, mime: AcceptedMime | null): UploadError {
  if (error instanceof ImportFailed) {
    const message = 'Part of this page did not load. Try again, or reload the page and choose the file again.'
    return { message, requestId: null, canRetry: true }
  }
  if (!(error instanceof ApiError)) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
    const message = isTimeout
      ? 'The server did not respond in time. Try again to resume.'
      : 'The file can no longer be read. It may have been moved or changed. Choose it again.'
    return { message, requestId: null, canRetry: isTimeout }
  }
  const { code, requestId } = error
  const message =
    code === 'unauthorized'
      ? 'You are signed out. Sign in in another tab, then try again here.'
      : // The first bytes are those of an image.
        code === 'unsupported_media_type' && mime?.startsWith('image/')
        ? damagedText(mime)
        : error.message
  return { message, requestId, canRetry: !finalCodes.has(code) }
}
