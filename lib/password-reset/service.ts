import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '@/lib/access/context'
import { limitByAddress } from '@/lib/account-links/limit'
import { createLink, deleteLiveLink, findLink, linkSeconds, useLink, wasJustSent } from '@/lib/account-links/repository'
import { sendSecurityNotice } from '@/lib/account-links/security-notice'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { claimAccount } from '@/lib/auth/claim-account'
import { hashPassword } from '@/lib/auth/password'
import { endOtherSessions } from '@/lib/auth/sessions/repository'
import { endChallenges } from '@/lib/auth/two-factor/challenge'
import { monotonicMs } from '@/lib/clock'
import { type Database, transaction } from '@/lib/db/pool'
import { AppError, conflict } from '@/lib/errors'
import { isMailConfigured } from '@/lib/mail/configured'
import { enqueueMail } from '@/lib/mail/enqueue'
import { passwordReset } from '@/lib/mail/templates/account'
import { rejectCommonPassword } from '@/lib/password/common-passwords'
import type * as contracts from './contract'
import { findUserByEmail, storePassword } from './repository'

/** All responses take at least this long, so that timing does not reveal whether an account exists. */
const responseMs = 300

export async function request(
  { db, address = 'unknown' }: Context,
  { email }: InputOf<typeof contracts.requestPasswordReset>,
): Promise<AnswerOf<typeof contracts.requestPasswordReset>> {
  if (!isMailConfigured()) {
    throw conflict('This server cannot send email. Ask your administrator for a password reset link.')
  }
  await limitByAddress(db, 'password-reset', address)
  const startedMs = monotonicMs()
  await mailResetLink(db, email.toLowerCase())
  await wait(Math.max(0, responseMs - (monotonicMs() - startedMs)))
  return { ok: true }
}

async function mailResetLink(db: Database, email: string): Promise<void> {
  const user = await findUserByEmail(db, email)
  if (!user || (await wasJustSent(db, user.id, 'reset_password'))) return
  await transaction(db, async (tx) => {
    const purpose = 'reset_password'
    const token = await createLink(tx, { userId: user.id, purpose, email })
    await enqueueMail(tx, {
      to: email,
      userId: user.id,
      kind: 'password_reset',
      expiresInSeconds: linkSeconds[purpose],
      ...passwordReset({ name: user.name, path: `/reset-password/${token}`, validFor: '30 minutes' }),
    })
  })
}

/** Whether a password reset link is still valid, for its page. */
export async function isResetLinkLive(db: Database, token: string): Promise<boolean> {
  const link = await findLink(db, token, ['reset_password'])
  return link !== undefined && link.used_at === null && !link.is_expired
}

export async function reset(
  { db, now, address = 'unknown' }: Context,
  { token, password }: InputOf<typeof contracts.resetPassword>,
): Promise<AnswerOf<typeof contracts.resetPassword>> {
  await limitByAddress(db, 'password-reset', address)
  await rejectCommonPassword('password', password)
  const password_hash = await hashPassword(password)
  return transaction(db, async (tx) => {
    const link = await useLink(tx, token, ['reset_password'])
    if (!link)
      throw new AppError(
        'gone',
        'This link was used, replaced by a newer one, or is older than 30 minutes. Request a new one.',
      )
    await claimAccount(tx, link.user_id)
    const user = await storePassword(tx, link.user_id, password_hash)
    await endChallenges(tx, user.id)
    await endOtherSessions(tx, user.id, null)
    // Someone with the old password may have requested an email change.
    await deleteLiveLink(tx, user.id, 'change_email')
    await sendSecurityNotice(tx, user, { change: 'password_changed', now })
    return { ok: true as const }
  })
}
