import { AppError } from '@/lib/errors'
import { asDiskError, StorageError, type StorageErrorKind } from '@/lib/storage/storage-error'

const answers: Record<StorageErrorKind, { message: string; retryAfterSeconds: number }> = {
  full: {
    message: 'The file storage is full. Nothing was saved. Free up space or try again later.',
    retryAfterSeconds: 60,
  },
  unreachable: {
    message: 'The file storage is not reachable. Nothing was saved. Try again.',
    retryAfterSeconds: 5,
  },
  refused: {
    message: 'The file storage rejected the request. Nothing was saved. The server log has the reason.',
    retryAfterSeconds: 60,
  },
}

/** Turns a storage or disk error into the API error. Other errors are returned as they are. */
export function asStorageUnavailable(error: unknown): unknown {
  const failure = asDiskError(error)
  return failure instanceof StorageError ? storageUnavailable(failure.kind, failure) : error
}

export function storageUnavailable(kind: StorageErrorKind, cause: unknown): AppError {
  const { message, retryAfterSeconds } = answers[kind]
  return new AppError('unavailable', message, {}, { cause, headers: { 'Retry-After': `${retryAfterSeconds}` } })
}
