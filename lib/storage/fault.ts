/** `full`: there is no room. `away`: it does not answer, and may in a minute. `refused`: it will not, until somebody mends it. */
export type StorageFaultKind = 'full' | 'away' | 'refused'

/** The storage, and not whoever asked it, is at fault. The message is for the log: it may name folders and buckets. */
export class StorageFault extends Error {
  override name = 'StorageFault'
  constructor(
    readonly kind: StorageFaultKind,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
  }
}

/** What a disk says (`errno.h`), by kind. EFBIG: the process may not write so much to one file. */
const kindsOfDisk: Record<string, StorageFaultKind> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EIO: 'away',
  ESTALE: 'away',
  ENODEV: 'away',
  ENXIO: 'away',
  ETIMEDOUT: 'away',
  EMFILE: 'away',
  ENFILE: 'away',
  EROFS: 'refused',
  // Something else has the name of one of our folders, or a folder went while it was used.
  ENOTDIR: 'refused',
  EEXIST: 'refused',
  ENOENT: 'refused',
  EACCES: 'refused',
  EPERM: 'refused',
}

/** A fault of the disk as one of the storage; every other error as it is. */
export function asDiskFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageFault || !('syscall' in error)) return error
  const kind = kindsOfDisk[String((error as NodeJS.ErrnoException).code)]
  return kind ? new StorageFault(kind, `The disk of the files: ${error.message}`, { cause: error }) : error
}

type Refusal = { message: string; status?: number | undefined; statusCode?: string | undefined }

/**
 * What Supabase Storage says, by kind. It answers 400 and hides the status in the body, or says it plainly, by version;
 * without a status nobody answered.
 */
export function supabaseFault(what: string, refusal: Refusal): StorageFault {
  const { message, status, statusCode } = refusal
  const said = /^\d{3}$/.test(statusCode ?? '') ? Number(statusCode) : status
  const options = { cause: refusal }
  const text = `Supabase Storage ${what}: ${message}`
  if (said === 507 || /quota|no space|insufficient storage/i.test(message))
    return new StorageFault('full', text, options)
  const isPassing = said === undefined || said >= 500 || said === 429 || said === 408
  return new StorageFault(isPassing ? 'away' : 'refused', text, options)
}
