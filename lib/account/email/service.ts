import type { Transaction } from 'kysely'
import type { Context } from '@/lib/access/context'
import { sendConfirmationLink } from '@/lib/account-links/confirmation-link'
import {
  type AccountLink,
  createLink,
  deleteLiveLink,
  findLink,
  type LinkPurpose,
  linkSeconds,
  useLink,
  wasJustSent,
} from '@/lib/account-links/repository'
import { sendSecurityNotice } from '@/lib/account-links/security-notice'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { AppError, conflict, invalid } from '@/lib/errors'
import { joinConfirmed } from '@/lib/invitations/accept'
import { maskEmail } from '@/lib/invitations/mask-email'
import { isMailConfigured } from '@/lib/mail/configured'
import { enqueueMail } from '@/lib/mail/enqueue'
import { addressConfirmation } from '@/lib/mail/templates/account'
import { requirePassword } from '../confirm-identity'
import type * as contracts from './contract'
import { type EmailAccount, findEmailAccount, isEmailTaken, markEmailConfirmed, setEmail } from './repository'

export async function change(
  context: Context,
  input: InputOf<typeof contracts.changeEmail>,
): Promise<AnswerOf<typeof contracts.changeEmail>> {
  const { db, now } = context
  const account = await ownAccount(context)
  const email = input.email.toLowerCase()
  await requirePassword(context, input.password)
  if (email === account.email.toLowerCase()) throw invalid('email', 'is already your address', 'unchanged')
  if (await isEmailTaken(db, email)) throw invalid('email', 'belongs to another account', 'taken')
  return transaction(db, async (tx) => {
    if (!isMailConfigured()) {
      await replaceEmail(tx, account, { email, isConfirmed: false, now })
      return { email, pending_email: null }
    }
    const purpose = 'change_email'
    const token = await createLink(tx, { userId: account.id, purpose, email })
    await enqueueMail(tx, {
      to: email,
      userId: account.id,
      kind: 'address_confirmation',
      expiresInSeconds: linkSeconds[purpose],
      ...addressConfirmation({ name: account.name, path: `/confirm-email/${token}`, validFor: '24 hours' }),
    })
    return { email: account.email, pending_email: email }
  })
}

export async function cancelChange(context: Context): Promise<AnswerOf<typeof contracts.cancelEmailChange>> {
  await transaction(context.db, (tx) => deleteLiveLink(tx, context.principal.userId, 'change_email'))
  return { ok: true }
}

export async function sendConfirmation(context: Context): Promise<AnswerOf<typeof contracts.sendEmailConfirmation>> {
  const account = await ownAccount(context)
  if (!isMailConfigured()) throw conflict('This server cannot send email, so emails are not confirmed.')
  if (account.email_confirmed_at) throw conflict(`${account.email} is already confirmed.`)
  if (await wasJustSent(context.db, account.id, 'confirm_email')) {
    const message = 'A link was sent less than a minute ago. Check your inbox and spam folder, then try again.'
    throw new AppError('rate_limited', message, {}, { headers: { 'Retry-After': '60' } })
  }
  await transaction(context.db, (tx) => sendConfirmationLink(tx, account))
  return { sent_to: account.email }
}

const confirming: readonly LinkPurpose[] = ['confirm_email', 'change_email']

export type Confirmation = { email: string; isInvited: boolean; isOwn: boolean }

/** Data for the confirmation page. Null: the link is invalid. */
export async function findConfirmation({ db, principal }: Context, token: string): Promise<Confirmation | null> {
  const link = await findLink(db, token, confirming)
  if (!link || link.used_at || link.is_expired) return null
  return { email: link.email, isInvited: link.invitation_id !== null, isOwn: link.user_id === principal.userId }
}

export async function confirm(
  context: Context,
  { token }: InputOf<typeof contracts.confirmEmail>,
): Promise<AnswerOf<typeof contracts.confirmEmail>> {
  const { db, now } = context
  const found = await findConfirmation(context, token)
  if (found && !found.isOwn) {
    throw conflict('This link is for another account. Sign in with that account, then open the link again.')
  }
  return transaction(db, async (tx) => {
    const link = await useLink(tx, token, confirming)
    if (!link) throw linkGone()
    const project_id =
      link.purpose === 'change_email' ? await completeChange(tx, link, now) : await confirmOwn(tx, link)
    return { email: link.email, project_id }
  })
}

const linkGone = (): AppError =>
  new AppError('gone', 'This link was used, replaced by a newer one, or is older than 24 hours. Request a new one.')

async function confirmOwn(tx: Transaction<DB>, link: AccountLink): Promise<string | null> {
  if (!(await markEmailConfirmed(tx, link.user_id, link.email))) throw linkGone()
  return link.invitation_id ? joinConfirmed(tx, link.invitation_id, link.user_id) : null
}

async function completeChange(tx: Transaction<DB>, link: AccountLink, now: Date): Promise<null> {
  const account = await findEmailAccount(tx, link.user_id)
  if (!account) throw linkGone()
  await replaceEmail(tx, account, { email: link.email, isConfirmed: true, now })
  return null
}

/** Changes the email, revokes links mailed to the old one, and notifies the old one. */
async function replaceEmail(
  tx: Transaction<DB>,
  account: EmailAccount,
  { email, isConfirmed, now }: { email: string; isConfirmed: boolean; now: Date },
): Promise<void> {
  if (!(await setEmail(tx, account.id, { email, isConfirmed }))) {
    throw conflict('Another account now uses this address. Choose another one.')
  }
  for (const purpose of ['reset_password', 'confirm_email'] as const) await deleteLiveLink(tx, account.id, purpose)
  const detail = `The new address is ${maskEmail(email)}.`
  await sendSecurityNotice(tx, account, { change: 'email_changed', now, detail })
}

async function ownAccount({ db, principal }: Context): Promise<EmailAccount> {
  const account = await findEmailAccount(db, principal.userId)
  if (!account) throw new AppError('unauthorized', 'Your account was deleted. Sign in again.')
  return account
}
