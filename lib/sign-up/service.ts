import { sendConfirmationLink } from '@/lib/account-links/confirmation-link'
import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { signUp } from '@/lib/auth/sign-in'
import { recordFailure } from '@/lib/auth/throttle'
import { AppError } from '@/lib/errors'
import { joinNew } from '@/lib/invitations/accept'
import { refuseCommonPassword } from '@/lib/password/common-passwords'
import type * as contracts from './contract'
import { signUpRefusal } from './policy'

const retryAfterSeconds = 15 * 60

/**
 * Creates an account. Every attempt from an address counts, successful ones too: that limits both mass sign-ups and
 * finding out which e-mails have an account.
 */
export async function createAccount(
  { db, address = 'unknown' }: Context,
  input: InputOf<typeof contracts.createAccount>,
): Promise<AnswerOf<typeof contracts.createAccount>> {
  const refusal = signUpRefusal({ hasInvitation: input.invitation !== undefined })
  if (refusal) throw refusal
  const subjects = [`sign-up:${address}`]
  // Counted and judged in one statement, so that attempts made at the same moment do not slip past each other.
  if (await recordFailure(db, subjects)) {
    const message = 'Too many accounts were made from your address just now. Try again in a quarter of an hour.'
    throw new AppError('rate_limited', message, {}, { headers: { 'Retry-After': String(retryAfterSeconds) } })
  }
  await refuseCommonPassword('password', input.password)
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
