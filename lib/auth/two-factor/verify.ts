import { limitAttempts } from '@/lib/auth/attempt-limit'
import { recordFailure } from '@/lib/auth/throttle'
import type { Database } from '@/lib/db/pool'
import { hashRecoveryCode } from './recovery-codes'
import { findTwoFactor, spendRecoveryCode, spendStep } from './repository'
import { openTotpSecret } from './seal'
import { stepOfCode } from './totp'

export type CodeCheck = { userId: string; code: string; address: string; now: Date }
export type CodeResult = 'right' | { refusal: 'wrong' } | { refusal: 'throttled'; retryAfterSeconds: number }

/** Longest input that is looked at. People paste codes with spaces. */
const codeLengthMax = 64
/** `recordFailure` counts in windows of this length. */
const boundMinutes = 15

/**
 * Checks a code of the authenticator app, or a recovery code, and uses it up. Tries of one address are slowed down like
 * passwords.
 *
 * @param db the pool, not a transaction: the check may wait
 */
export async function verifyCode(db: Database, { userId, code, address, now }: CodeCheck): Promise<CodeResult> {
  let isOverBound = false
  const attempt = await limitAttempts(db, { subject: `two-factor:${userId}`, address }, async () => {
    const digits = digitsOf(code)
    if (digits === null) return (await isRecoveryCode(db, userId, code)) || null
    isOverBound = await countAppCode(db, userId)
    return (!isOverBound && (await isAppCode(db, userId, digits, now))) || null
  })
  if ('retryAfterSeconds' in attempt) return { refusal: 'throttled', ...attempt }
  if (isOverBound) return { refusal: 'throttled', retryAfterSeconds: boundMinutes * 60 }
  if (!attempt.value) return { refusal: 'wrong' }
  await forgetAppCodes(db, userId)
  return 'right'
}

const boundOf = (userId: string): string => `two-factor:${userId}`

/**
 * Six digits are few: from many addresses they could be guessed in days. So tries are also bounded per user, wherever
 * they come from. Only somebody with the password gets this far; recovery codes, which cannot be guessed, keep working.
 *
 * @returns whether there were too many in this window
 */
export const countAppCode = (db: Database, userId: string): Promise<boolean> => recordFailure(db, [boundOf(userId)])

export async function forgetAppCodes(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('subject', '=', boundOf(userId)).execute()
}

async function isRecoveryCode(db: Database, userId: string, code: string): Promise<boolean> {
  return code.length <= codeLengthMax && spendRecoveryCode(db, userId, hashRecoveryCode(code))
}

async function isAppCode(db: Database, userId: string, digits: string, now: Date): Promise<boolean> {
  const row = await findTwoFactor(db, userId)
  const step = row?.enabled_at ? stepOfCode(openTotpSecret(userId, row), digits, now) : null
  return step !== null && spendStep(db, userId, step)
}

/** The six digits of an app's code, which apps show in two groups; null for anything else. */
export function digitsOf(code: string): string | null {
  const plain = code.replace(/\s/g, '')
  return /^\d{6}$/.test(plain) ? plain : null
}
