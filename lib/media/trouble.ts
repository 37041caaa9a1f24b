import { AppError } from '@/lib/errors'
import { asDiskFault, StorageFault, type StorageFaultKind } from '@/lib/storage/fault'

const words: Record<StorageFaultKind, { message: string; retryAfterSeconds: number }> = {
  full: {
    message: 'The storage for files is full, and nothing was kept. Make room there, or try again later.',
    retryAfterSeconds: 60,
  },
  away: {
    message: 'The storage for files cannot be reached just now, and nothing was kept. Try again.',
    retryAfterSeconds: 5,
  },
  refused: {
    message:
      'The storage for files refuses what it is asked, and nothing was kept. Whoever runs this server finds the reason in its log.',
    retryAfterSeconds: 60,
  },
}

/** What a caller is told when the storage, or the disk before it, is at fault; every other error as it is. */
export function asStorageTrouble(error: unknown): unknown {
  const fault = asDiskFault(error)
  return fault instanceof StorageFault ? storageTrouble(fault.kind, fault) : error
}

export function storageTrouble(kind: StorageFaultKind, cause: unknown): AppError {
  const { message, retryAfterSeconds } = words[kind]
  return new AppError('unavailable', message, {}, { cause, headers: { 'Retry-After': `${retryAfterSeconds}` } })
}
