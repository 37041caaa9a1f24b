/** `full`: out of space. `unreachable`: temporarily not reachable. `refused`: misconfigured, e.g. a wrong key or missing permission. */
export type StorageErrorKind = 'full' | 'unreachable' | 'refused'

/** The storage failed. The message is for the log only: it may contain folders and buckets. */
export class StorageError extends Error {
  override name = 'StorageError'
  constructor(
    readonly kind: StorageErrorKind,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
  }
}

/** Disk errors (`errno.h`) by kind. EFBIG: the file exceeds the size limit of the process. */
const diskErrorKinds: Record<string, StorageErrorKind> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EIO: 'unreachable',
  ESTALE: 'unreachable',
  ENODEV: 'unreachable',
  ENXIO: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EMFILE: 'unreachable',
  ENFILE: 'unreachable',
  EROFS: 'refused',
  // A folder is missing, or a file has its name.
  ENOTDIR: 'refused',
  EEXIST: 'refused',
  ENOENT: 'refused',
  EACCES: 'refused',
  EPERM: 'refused',
}

/** Wraps a disk error in a `StorageError`. Other errors are returned as they are. */
export function asDiskError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageError || !('syscall' in error)) return error
  const kind = diskErrorKinds[String((error as NodeJS.ErrnoException).code)]
  return kind ? new StorageError(kind, `File storage disk: ${error.message}`, { cause: error }) : error
}

type Refusal = { message: string; status?: number | undefined; statusCode?: string | undefined }

/**
 * Maps an error of Supabase Storage to a kind. Depending on its version, it returns 400 with the real status in the
 * body. No status means no response.
 */
export function supabaseError(what: string, refusal: Refusal): StorageError {
  const { message, status, statusCode } = refusal
  const statusNumber = /^\d{3}$/.test(statusCode ?? '') ? Number(statusCode) : status
  const options = { cause: refusal }
  const text = `Supabase Storage ${what}: ${message}`
  if (statusNumber === 507 || /quota|no space|insufficient storage/i.test(message))
    return new StorageError('full', text, options)
  const isTemporary = statusNumber === undefined || statusNumber >= 500 || statusNumber === 429 || statusNumber === 408
  return new StorageError(isTemporary ? 'unreachable' : 'refused', text, options)
}
