import { loadPatiently, PartMissing } from '@/components/ui/load-patiently'
import { ApiError, type Client } from '@/lib/api/client'
import type { Asset } from '@/lib/media/contract'
import { dropSession, held } from './held'
import type { KeptUpload, KeptUploads } from './kept-uploads'
import type { Sending } from './sending'
import type { Surroundings } from './surroundings'
import type { TakenMime } from './taken'

/** One file on its way, as screens show it. */
export type Upload = {
  id: string
  name: string
  bytes: number
  /** Bytes that the server has acknowledged. */
  sent: number
  state: 'waiting' | 'sending' | 'done' | 'failed'
  /** What it is waiting for just now, in words. */
  note: string | null
  error: UploadError | null
  asset: Asset | null
  /** The library had these very bytes already, and there is still one of them. */
  wasThere: boolean
}

export type UploadError = {
  message: string
  requestId: string | null
  /** False where the same file would be refused again. */
  canRetry: boolean
}

/** One that was cut off, say by a reload. It goes on when its file is added again. */
export type InterruptedUpload = Pick<KeptUpload, 'sessionId' | 'name' | 'bytes' | 'sent'>

type Job = { upload: Upload; file: File; mime: TakenMime | null; sending: Sending | null }
type Setting = { projectId: string; call: Client['call']; kept: KeptUploads; surroundings: Surroundings }

/** Nothing that the page needs before it answers. Whoever shows uploads loads it when the page is at rest. */
export const loadUploadParts = () => import('./upload-parts')
type Parts = Awaited<ReturnType<typeof loadUploadParts>>

/** So many files at once: more would only share the same line. */
const atOnce = 3

/** Sends files of a project. It knows no screen: it tells whoever listens that something changed. */
export class Uploads {
  private readonly jobs = new Map<string, Job>()
  private readonly listeners = new Set<() => void>()
  private running = 0
  private made = 0
  private shown: readonly Upload[] = []

  constructor(private readonly setting: Setting) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** The same array until something changes. */
  readonly list = (): readonly Upload[] => this.shown

  /** @returns the ids of the uploads, in the order of the files */
  readonly add = (files: readonly File[]): string[] => {
    const added = files.map((file) => {
      const id = `upload-${++this.made}`
      const upload: Upload = { ...blank, id, name: file.name, bytes: file.size }
      this.jobs.set(id, { upload, file, mime: null, sending: null })
      return id
    })
    this.tell()
    this.next()
    return added
  }

  /** Goes on where it stopped: what the server has is not sent again. */
  readonly retry = (id: string): void => {
    const job = this.jobs.get(id)
    if (job?.upload.state !== 'failed') return
    this.show(job, { state: 'waiting', error: null, note: null })
    this.next()
  }

  /** Stops it, has the server forget what it got, and takes it off the list. */
  readonly cancel = (id: string): void => {
    const job = this.jobs.get(id)
    if (!job) return
    this.jobs.delete(id)
    if (job.upload.state !== 'done') job.sending?.abort()
    this.tell()
  }

  /** Takes what is done off the list. */
  readonly clearDone = (): void => {
    for (const [id, { upload }] of this.jobs) if (upload.state === 'done') this.jobs.delete(id)
    this.tell()
  }

  /** The page is left: another may go on at once. */
  release(): void {
    this.setting.kept.release()
  }

  interrupted(): InterruptedUpload[] {
    const own = new Set([...this.jobs.values()].map(({ sending }) => sending?.sessionId))
    return this.setting.kept
      .interrupted(this.setting.surroundings.now())
      .filter(({ sessionId }) => !own.has(sessionId) && !held.has(sessionId))
  }

  /** Gives up what was cut off. */
  forget(sessionId: string): void {
    dropSession(this.setting, sessionId)
    this.tell()
  }

  /** Begins what waits, as far as there is room. */
  private next(): void {
    for (const job of this.jobs.values()) {
      if (this.running >= atOnce) return
      if (job.upload.state === 'waiting') void this.run(job)
    }
  }

  private async run(job: Job): Promise<void> {
    this.running += 1
    this.show(job, { state: 'sending' })
    try {
      const parts = await this.parts(job)
      job.mime ??= await this.check(job, parts)
      if (!job.mime || !this.isListed(job)) return
      job.sending ??= new parts.Sending(this.setting, job.file, job.mime, (change) => this.show(job, change))
      const { asset, wasThere } = await job.sending.send()
      this.show(job, { state: 'done', sent: job.file.size, note: null, asset, wasThere })
    } catch (error) {
      // What was cancelled is off the list, and nobody is to hear of it.
      if (this.isListed(job)) this.fail(job, errorOf(error))
    } finally {
      this.running -= 1
      this.next()
    }
  }

  private fail(job: Job, error: UploadError): void {
    // After a reload nobody is to be asked to go on with what will be refused again.
    if (!error.canRetry) job.sending?.abort()
    this.show(job, { state: 'failed', note: null, error })
  }

  private async parts(job: Job): Promise<Parts> {
    const { id } = job.upload
    const parts = await loadPatiently(loadUploadParts, () =>
      this.note(id, 'Waiting for the connection. It goes on by itself.'),
    )
    this.note(id, null)
    return parts
  }

  private async check({ file, upload }: Job, { checkFile }: Parts): Promise<TakenMime | null> {
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
    this.tell()
  }

  private tell(): void {
    this.shown = [...this.jobs.values()].map(({ upload }) => upload)
    for (const listener of this.listeners) listener()
  }
}

const blank: Omit<Upload, 'id' | 'name' | 'bytes'> = {
  sent: 0,
  state: 'waiting',
  note: null,
  error: null,
  asset: null,
  wasThere: false,
}

/** What the server would refuse again however often it is asked. */
const finalCodes = new Set(['unsupported_media_type', 'validation_error', 'payload_too_large', 'insufficient_scope'])

function errorOf(error: unknown): UploadError {
  if (error instanceof PartMissing) {
    const message =
      'A part of this page did not load. Try again; if it stays so, reload the page and choose the file again.'
    return { message, requestId: null, canRetry: true }
  }
  if (!(error instanceof ApiError)) {
    const wasSlow = error instanceof DOMException && error.name === 'TimeoutError'
    const message = wasSlow
      ? 'The server did not answer in time. Try again: it goes on where it stopped.'
      : 'The file cannot be read any more. It may have been moved or changed; choose it again.'
    return { message, requestId: null, canRetry: wasSlow }
  }
  const { code, requestId } = error
  const message =
    code === 'unauthorized' ? 'You are signed out. Sign in in another tab, then try again here.' : error.message
  return { message, requestId, canRetry: !finalCodes.has(code) }
}
