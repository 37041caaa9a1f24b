import type { Context } from '@/lib/access/context'
import { requireFreshSignIn } from '@/lib/account/confirm-identity'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { limitAttempts, passwordSubject, tooManyAttempts } from '@/lib/auth/attempt-limit'
import { passwordMatches } from '@/lib/auth/password'
import { sessionIdOf } from '@/lib/auth/principal'
import { AppError, invalid } from '@/lib/errors'
import { rejectCommonPassword } from './common-passwords'
import type * as contracts from './contract'
import { setPassword } from './set-password'

/** Changes the password and ends all other sessions, which may belong to someone who knew the old one. */
export async function change(
  context: Context,
  { current_password, new_password }: InputOf<typeof contracts.changePassword>,
): Promise<AnswerOf<typeof contracts.changePassword>> {
  const { db, principal } = context
  const { email, password_hash } = await findUser(context)
  await rejectCommonPassword('new_password', new_password)
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
  if (!result.value) throw invalid('current_password', 'Wrong current password.', 'wrong')
}

async function findUser({ db, principal }: Context): Promise<{ email: string; password_hash: string | null }> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', principal.userId)
    .executeTakeFirst()
  if (!user) throw new AppError('unauthorized', 'Your account no longer exists. Sign in again.')
  return user
}
