import { AppError } from '@/lib/errors'

/** What a full disk, quota or file size limit is called by the system. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

const kindOf = (error: unknown): string | undefined => (error as { kind?: string } | null)?.kind
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code

/**
 * What a caller is told when files can be neither written nor read: it is not the caller's doing, and passes. Faults that
 * are meant for callers already stay what they are.
 */
export function asStorageTrouble(error: unknown): AppError {
  if (error instanceof AppError) return error
  const isFull = kindOf(error) === 'full' || fullCodes.has(codeOf(error) ?? '')
  const message = isFull
    ? 'The storage for files is full, and nothing was kept. Make room there, or try again later.'
    : 'The storage for files cannot be reached just now, and nothing was kept. Try again.'
  return new AppError('unavailable', message, {}, { cause: error, headers: { 'Retry-After': isFull ? '60' : '5' } })
}
