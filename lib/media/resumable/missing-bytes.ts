import { type AppError, conflict } from '@/lib/errors'

export const missingBytes = (received: number, total: number): AppError =>
  conflict(`The upload has ${received} of ${total} bytes. Send the rest, then complete it.`)
