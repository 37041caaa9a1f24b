import { requireFreshSignIn } from '@/lib/account/confirm-identity'
import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { limitAttempts, passwordSubject, tooManyAttempts } from '@/lib/auth/attempt-limit'
import { passwordMatches } from '@/lib/auth/password'
import { sessionIdOf } from '@/lib/auth/principal'
import { AppError, invalid } from '@/lib/errors'
import { refuseCommonPassword } from './common-passwords'
import type * as contracts from './contract'
import { setPassword } from './set-password'

/** Changes the password and signs out everywhere else: whoever knew the old one must not stay signed in. */
export async function change(
  context: Context,
  { current_password, new_password }: InputOf<typeof contracts.changePassword>,
): Promise<AnswerOf<typeof contracts.changePassword>> {
  const { db, principal } = context
  const { email, password_hash } = await findUser(context)
  await refuseCommonPassword('new_password', new_password)
  if (password_hash === null) await requireFreshSignIn(context)
  else await requireCurrent(context, email, password_hash, current_password)
  if (new_password === current_password) throw invalid('new_password', 'must differ from the current one', 'unchanged')
  const kept = { userId: principal.userId, password: new_password, keptSessionId: sessionIdOf(principal) }
  return { ended_sessions: await setPassword(db, kept) }
}

async function requireCurrent(
  { db, address = 'unknown' }: Context,
  email: string,
  stored: string,
  given: string | undefined,
): Promise<void> {
  if (given === undefined) throw invalid('current_password', 'is required', 'required')
  const result = await limitAttempts(db, { subject: passwordSubject(email), address }, async () =>
    (await passwordMatches(stored, given)) ? true : null,
  )
  if ('retryAfterSeconds' in result) throw tooManyAttempts(result.retryAfterSeconds)
  if (!result.value) throw invalid('current_password', 'This is not your current password.', 'wrong')
}

async function findUser({ db, principal }: Context): Promise<{ email: string; password_hash: string | null }> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', principal.userId)
    .executeTakeFirst()
  if (!user) throw new AppError('unauthorized', 'Your account is not there any more. Sign in again.')
  return user
}
