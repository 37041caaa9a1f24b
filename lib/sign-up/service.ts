import type { Context } from '@/lib/access/context'
import { sendConfirmationLink } from '@/lib/account-links/confirmation-link'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { signUp } from '@/lib/auth/sign-in'
import { recordFailure } from '@/lib/auth/throttle'
import { AppError } from '@/lib/errors'
import { joinNew } from '@/lib/invitations/accept'
import { rejectCommonPassword } from '@/lib/password/common-passwords'
import type * as contracts from './contract'
import { signUpRefusal } from './policy'

const retryAfterSeconds = 15 * 60

/**
 * Creates an account. Counts every attempt per address, also successful ones: this limits mass sign-ups and probing
 * for emails with an account.
 */
export async function createAccount(
  { db, address = 'unknown' }: Context,
  input: InputOf<typeof contracts.createAccount>,
): Promise<AnswerOf<typeof contracts.createAccount>> {
  const refusal = signUpRefusal({ hasInvitation: input.invitation !== undefined })
  if (refusal) throw refusal
  const subjects = [`sign-up:${address}`]
  // Counted and checked in one statement, so that parallel attempts cannot bypass the limit.
  if (await recordFailure(db, subjects)) {
    const message = 'Too many accounts were created from your IP address. Try again in 15 minutes.'
    throw new AppError('rate_limited', message, {}, { headers: { 'Retry-After': String(retryAfterSeconds) } })
  }
  await rejectCommonPassword('password', input.password)
  const { invitation, ...person } = input
  return signUp(db, person, {
    ...(invitation === undefined
      ? {}
      : { join: (tx, user) => joinNew(tx, invitation, { ...user, email_confirmed_at: null }) }),
    // With an invitation, `joinNew` sends the link.
    onCreated: async (tx, user) => {
      if (invitation === undefined) await sendConfirmationLink(tx, user)
    },
  })
}
