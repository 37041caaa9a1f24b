import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { limitAttempts, passwordSubject, tooManyAttempts } from '@/lib/auth/attempt-limit'
import { passwordMatches } from '@/lib/auth/password'
import { sessionIdOf } from '@/lib/auth/principal'
import { AppError, conflict, invalid } from '@/lib/errors'
import { refuseCommonPassword } from './common-passwords'
import type * as contracts from './contract'
import { setPassword } from './set-password'

/** Changes the password and signs out everywhere else: whoever knew the old one must not stay signed in. */
export async function change(
  context: Context,
  { current_password, new_password }: InputOf<typeof contracts.changePassword>,
): Promise<AnswerOf<typeof contracts.changePassword>> {
  const { db, principal, address = 'unknown' } = context
  const { email, password_hash } = await findUser(context)
  if (password_hash === null) throw conflict('Your account has no password: you sign in another way.')
  await refuseCommonPassword('new_password', new_password)
  const result = await limitAttempts(db, { subject: passwordSubject(email), address }, async () =>
    (await passwordMatches(password_hash, current_password)) ? true : null,
  )
  if ('retryAfterSeconds' in result) throw tooManyAttempts(result.retryAfterSeconds)
  if (!result.value) throw invalid('current_password', 'This is not your current password.', 'wrong')
  if (new_password === current_password) throw invalid('new_password', 'must differ from the current one', 'unchanged')
  const kept = { userId: principal.userId, password: new_password, keptSessionId: sessionIdOf(principal) }
  return { ended_sessions: await setPassword(db, kept) }
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
