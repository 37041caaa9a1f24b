import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { monotonicMs } from '@/lib/clock'
import type { Database } from '@/lib/db/pool'
import { AppError, conflict } from '@/lib/errors'
import { openPartialFile } from '@/lib/storage/partial-file'
import { asStorageUnavailable } from '@/lib/storage/storage-unavailable'
import { findUpload, type Hold, holdForBytes, releaseHold, saveReceived, type UploadRow } from './repository'
import { requireOpen } from './service'

/** A request that sends nothing for this long loses the upload to the next one. */
const holdSeconds = 10
/** Time between two saved states of a running request. */
const saveEveryMs = 3_000
/** Bytes per write, and between two saved states: a killed server loses at most these. */
const [writeBytes, saveEveryBytes] = [262_144, 8_388_608]

/**
 * Adds bytes to an upload. They are safe on the disk before they count, so an interrupted request keeps what arrived.
 *
 * @returns the bytes received so far
 * @throws conflict for a wrong offset, and while another request sends bytes; payload_too_large beyond the announced size
 */
export async function receiveBytes(
  db: Database,
  upload: UploadRow,
  offset: number,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  const hold = { projectId: upload.project_id, id: upload.id, holder: randomUUID(), seconds: holdSeconds }
  if (!(await holdForBytes(db, hold, offset))) throw await refusal(db, upload, offset)
  let file: FileHandle | null = null
  try {
    file = await openPartialFile(upload.id, offset)
    return await new Receiver(db, hold, file, upload.total_bytes, offset).receive(pieces)
  } finally {
    await file?.close().catch(() => {})
    await releaseHold(db, hold)
  }
}

async function refusal(db: Database, { project_id, id }: UploadRow, offset: number): Promise<AppError> {
  const now = await findUpload(db, project_id, id)
  requireOpen(now)
  if (now.received_bytes !== offset) {
    const message = `Upload-Offset is ${offset}, but the upload has ${now.received_bytes} bytes. Send HEAD and continue from its Upload-Offset.`
    return conflict(message)
  }
  const message = 'Another request is sending bytes to this upload. Try again in a few seconds.'
  return new AppError('conflict', message, {}, { headers: { 'Retry-After': String(holdSeconds) } })
}

class Receiver {
  private waiting: Uint8Array[] = []
  private waitingBytes = 0
  private saved: number
  private savedAtMs = monotonicMs()

  constructor(
    private readonly db: Database,
    private readonly hold: Hold,
    private readonly file: FileHandle,
    private readonly totalBytes: number,
    /** Where the next byte goes in the file. */
    private position: number,
  ) {
    this.saved = position
  }

  async receive(pieces: AsyncIterable<Uint8Array>): Promise<number> {
    try {
      for await (const piece of pieces) await this.add(piece)
    } catch (error) {
      // The client disconnected: keep what arrived. Any other error must not hide behind a second one.
      await this.save().catch(() => {})
      throw error
    }
    await this.save()
    return this.position
  }

  private async add(piece: Uint8Array): Promise<void> {
    if (this.position + this.waitingBytes + piece.byteLength > this.totalBytes) throw tooMany(this.totalBytes)
    this.waiting.push(piece)
    this.waitingBytes += piece.byteLength
    if (this.waitingBytes >= writeBytes) await this.write()
    const isDue = monotonicMs() - this.savedAtMs > saveEveryMs || this.position - this.saved >= saveEveryBytes
    if (isDue) await this.save()
  }

  private async write(): Promise<void> {
    // Another request may have taken over during a pause.
    if (monotonicMs() - this.savedAtMs > (holdSeconds * 1_000) / 2) await this.renew()
    for (const piece of this.waiting) {
      // A disk that fills up writes only a part, without an error.
      for (let at = 0; at < piece.byteLength; ) {
        const { bytesWritten } = await onDisk(this.file.write(piece, at, piece.byteLength - at, this.position))
        at += bytesWritten
        this.position += bytesWritten
      }
    }
    this.waiting = []
    this.waitingBytes = 0
  }

  private async save(): Promise<void> {
    if (this.waitingBytes > 0) await this.write()
    await this.renew()
  }

  /** Counts the bytes that are written, and renews the hold. */
  private async renew(): Promise<void> {
    await onDisk(this.file.datasync())
    if (!(await saveReceived(this.db, this.hold, this.position)))
      throw conflict('Another request took over this upload, or it has ended. Send HEAD to continue.')
    this.saved = this.position
    this.savedAtMs = monotonicMs()
  }
}

const tooMany = (total: number): AppError =>
  new AppError(
    'payload_too_large',
    `The upload was announced with ${total} bytes. Send no more, or start a new upload with its real size.`,
  )

const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asStorageUnavailable(error)
  })
