import { limitAttempts } from '@/lib/auth/attempt-limit'
import { recordFailure } from '@/lib/auth/throttle'
import type { Database } from '@/lib/db/pool'
import { hashRecoveryCode } from './recovery-codes'
import { findTwoFactor, spendRecoveryCode, spendStep } from './repository'
import { openTotpSecret } from './seal'
import { stepOfCode } from './totp'

export type CodeCheck = { userId: string; code: string; address: string; now: Date }
export type CodeResult = 'right' | { refusal: 'wrong' } | { refusal: 'throttled'; retryAfterSeconds: number }

/** Max input length. Codes may be pasted with spaces. */
const codeLengthMax = 64
/** Window of `recordFailure`. */
const windowMinutes = 15

/**
 * Checks an app code or a recovery code, and marks it as used. Delays repeated attempts of one address, as for
 * passwords.
 *
 * @param db the pool, not a transaction: the check may wait
 */
export async function verifyCode(db: Database, { userId, code, address, now }: CodeCheck): Promise<CodeResult> {
  let isOverLimit = false
  const attempt = await limitAttempts(db, { subject: `two-factor:${userId}`, address }, async () => {
    const digits = digitsOf(code)
    if (digits === null) return (await isRecoveryCode(db, userId, code)) || null
    isOverLimit = await countAppCode(db, userId)
    return (!isOverLimit && (await isAppCode(db, userId, digits, now))) || null
  })
  if ('retryAfterSeconds' in attempt) return { refusal: 'throttled', ...attempt }
  if (isOverLimit) return { refusal: 'throttled', retryAfterSeconds: windowMinutes * 60 }
  if (!attempt.value) return { refusal: 'wrong' }
  await resetAppCodeCount(db, userId)
  return 'right'
}

const subjectOf = (userId: string): string => `two-factor:${userId}`

/**
 * Limits app codes per user, across addresses, because six digits could be guessed in days. Only users with the
 * password get this far. Recovery codes cannot be guessed and keep working.
 *
 * @returns whether the limit of this window is exceeded
 */
export const countAppCode = (db: Database, userId: string): Promise<boolean> => recordFailure(db, [subjectOf(userId)])

export async function resetAppCodeCount(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('subject', '=', subjectOf(userId)).execute()
}

async function isRecoveryCode(db: Database, userId: string, code: string): Promise<boolean> {
  return code.length <= codeLengthMax && spendRecoveryCode(db, userId, hashRecoveryCode(code))
}

async function isAppCode(db: Database, userId: string, digits: string, now: Date): Promise<boolean> {
  const row = await findTwoFactor(db, userId)
  const step = row?.enabled_at ? stepOfCode(openTotpSecret(userId, row), digits, now) : null
  return step !== null && spendStep(db, userId, step)
}

/** The six digits of an app code, which apps show in two groups; null for other input. */
export function digitsOf(code: string): string | null {
  const plain = code.replace(/\s/g, '')
  return /^\d{6}$/.test(plain) ? plain : null
}
