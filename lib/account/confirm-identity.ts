import type { Context } from '@/lib/api/context'
import { passwordMatches } from '@/lib/auth/password'
import { forgetFailures, recordFailure } from '@/lib/auth/throttle'
import { verifyCode } from '@/lib/auth/two-factor/verify'
import { AppError, invalid } from '@/lib/errors'
import { findPasswordHash } from './repository'

const retryAfterSeconds = 15 * 60

export const tooManyTries = (): AppError =>
  new AppError(
    'rate_limited',
    'Too many wrong tries. Wait 15 minutes, then try again.',
    {},
    {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    },
  )

/** Checks the password of the signed-in user. Tries count, so that a stolen session cannot be used to guess it. */
export async function requirePassword({ db, principal }: Context, password: string | undefined): Promise<void> {
  if (password === undefined) throw invalid('password', 'is required', 'required')
  const subject = `password-check:${principal.userId}`
  if (await recordFailure(db, [subject])) throw tooManyTries()
  if (!(await passwordMatches(await findPasswordHash(db, principal.userId), password)))
    throw invalid('password', 'The password is not right.', 'wrong_password')
  await forgetFailures(db, subject)
}

/** Checks a code of the authenticator app, or a recovery code. */
export async function requireCode({ db, principal, now }: Context, code: string | undefined): Promise<void> {
  if (code === undefined) throw invalid('code', 'is required', 'required')
  const result = await verifyCode(db, { userId: principal.userId, code, now })
  if (result === 'throttled') throw tooManyTries()
  if (result === 'wrong')
    throw invalid('code', 'The code is not right, or was used before. Enter the newest one.', 'wrong_code')
}

/** Either of the two will do. */
export async function requirePasswordOrCode(
  context: Context,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<void> {
  if (code !== undefined) return requireCode(context, code)
  if (password !== undefined) return requirePassword(context, password)
  throw invalid('code', 'Send your password or a code.', 'required')
}
