import type { Context } from '@/lib/access/context'
import { limitAttempts, passwordSubject, tooManyAttempts } from '@/lib/auth/attempt-limit'
import { passwordMatches } from '@/lib/auth/password'
import { sessionIdOf } from '@/lib/auth/principal'
import { isSessionFresh } from '@/lib/auth/sessions/repository'
import { verifyCode } from '@/lib/auth/two-factor/verify'
import { AppError, invalid } from '@/lib/errors'
import { findSignIn } from './repository'

/** Checks the signed-in user's password. Wrong ones count as failed sign-ins. */
export async function requirePassword(context: Context, password: string | undefined): Promise<void> {
  const { db, principal, address = 'unknown' } = context
  if (password === undefined) throw invalid('password', 'is required', 'required')
  const { email, password_hash } = await findSignIn(db, principal.userId)
  const result = await limitAttempts(db, { subject: passwordSubject(email), address }, async () =>
    (await passwordMatches(password_hash, password)) ? true : null,
  )
  if ('retryAfterSeconds' in result) throw tooManyAttempts(result.retryAfterSeconds)
  if (!result.value) throw invalid('password', 'Wrong password.', 'wrong_password')
}

/** Checks a code of the authenticator app, or a recovery code. */
export async function requireCode(context: Context, code: string | undefined): Promise<void> {
  const { db, principal, now, address = 'unknown' } = context
  if (code === undefined) throw invalid('code', 'is required', 'required')
  const result = await verifyCode(db, { userId: principal.userId, code, address, now })
  if (result === 'right') return
  if (result.refusal === 'throttled') throw tooManyAttempts(result.retryAfterSeconds)
  throw invalid('code', 'The code is wrong or was used. Enter the latest one.', 'wrong_code')
}

/** Checks the password or a code. */
export async function requirePasswordOrCode(
  context: Context,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<void> {
  if (code !== undefined) return requireCode(context, code)
  if (password !== undefined) return requirePassword(context, password)
  throw invalid('code', 'Send your password or a code.', 'required')
}

/** Users without a password must have signed in recently. */
export async function requireFreshSignIn({ db, principal }: Context): Promise<void> {
  const sessionId = sessionIdOf(principal)
  if (sessionId && (await isSessionFresh(db, sessionId))) return
  throw new AppError('conflict', 'You signed in more than 10 minutes ago. Sign out, sign in again, and retry.')
}
