import { recordFailure } from '@/lib/auth/throttle'
import type { Database } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'

const retryAfterSeconds = 15 * 60

/**
 * Counts a request by address.
 *
 * @throws rate_limited after ten requests in 15 minutes
 */
export async function limitByAddress(db: Database, what: string, address: string): Promise<void> {
  if (!(await recordFailure(db, [`${what}:${address}`]))) return
  const message = 'Too many requests from your address. Try again in 15 minutes.'
  throw new AppError('rate_limited', message, {}, { headers: { 'Retry-After': String(retryAfterSeconds) } })
}
