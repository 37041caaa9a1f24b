import { forgetFailures, recordFailure } from '@/lib/auth/throttle'
import type { Database } from '@/lib/db/pool'
import { hashRecoveryCode } from './recovery-codes'
import { findTwoFactor, spendRecoveryCode, spendStep } from './repository'
import { openTotpSecret } from './seal'
import { stepOfCode } from './totp'

export type CodeResult = 'right' | 'wrong' | 'throttled'

/** Longest input that is looked at. People paste codes with spaces. */
const codeLengthMax = 64

/**
 * Checks a code of the authenticator app, or a recovery code, and uses it up. Tries are counted per user, wherever they
 * come from: whoever guesses here knows the password already.
 */
export async function verifyCode(
  db: Database,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<CodeResult> {
  const subject = `two-factor:${userId}`
  // Counted before the code is looked at, so that guesses sent at once do not all pass as the first.
  if (await recordFailure(db, [subject])) return 'throttled'
  if (!(await isRight(db, userId, code, now))) return 'wrong'
  await forgetFailures(db, subject)
  return 'right'
}

async function isRight(db: Database, userId: string, code: string, now: Date): Promise<boolean> {
  if (code.length > codeLengthMax) return false
  const row = await findTwoFactor(db, userId)
  if (!row?.enabled_at) return false
  const digits = digitsOf(code)
  if (digits === null) return spendRecoveryCode(db, userId, hashRecoveryCode(code))
  const step = stepOfCode(openTotpSecret(userId, row), digits, now)
  return step !== null && spendStep(db, userId, step)
}

/** The six digits of an app's code, which apps show in two groups; null for anything else. */
export function digitsOf(code: string): string | null {
  const plain = code.replace(/\s/g, '')
  return /^\d{6}$/.test(plain) ? plain : null
}
