import type { Transaction } from 'kysely'
import { sendConfirmationLink } from '@/lib/account-links/confirmation-link'
import { type Context, noteAccess } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { recordFailure, takeBackFailure } from '@/lib/auth/throttle'
import { hashToken } from '@/lib/auth/tokens'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { AppError, conflict, invalid, notFound } from '@/lib/errors'
import { isMailConfigured } from '@/lib/mail/configured'
import { findMember, insertMember, lockMembership } from '@/lib/members/repository'
import type { acceptInvitation } from './contract'
import { maskEmail } from './mask-email'
import {
  type Account,
  type FoundInvitation,
  findAccount,
  findByHash,
  findHashById,
  lockByHash,
  markAccepted,
} from './repository'
import type { InvitedRole } from './roles'

/** Why a link does not work any more, and what to do then. */
const ends = {
  accepted: 'This invitation was used already. If it was you, sign in; otherwise ask for a new one.',
  revoked: 'This invitation was taken back. Ask the person who sent it for a new one.',
  expired: 'This invitation is more than 7 days old. Ask the person who sent it for a new link.',
} as const
type End = keyof typeof ends

const endOf = ({ accepted_at, revoked_at, is_expired }: FoundInvitation): End | null =>
  accepted_at ? 'accepted' : revoked_at ? 'revoked' : is_expired ? 'expired' : null

const retryAfterSeconds = 15 * 60

/**
 * Runs what looks for a link, counted by address like a sign-in. Counted first, or a hundred guesses sent at once would
 * all be the first; a link that is one takes its count back.
 */
async function counted<T>(db: Database, address: string, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const subject = `invitation:${address}`
  if (await recordFailure(db, [subject])) {
    const message = 'Too many links that are none came from your address. Try again in a quarter of an hour.'
    throw new AppError('rate_limited', message, {}, { headers: { 'Retry-After': String(retryAfterSeconds) } })
  }
  const found = await look()
  if (found !== undefined) await takeBackFailure(db, subject)
  return found
}

export async function accept(
  context: Context,
  { token }: InputOf<typeof acceptInvitation>,
): Promise<AnswerOf<typeof acceptInvitation>> {
  const { db, principal, address = 'unknown' } = context
  const account = await findAccount(db, principal.userId)
  if (!account) throw new AppError('unauthorized', 'Your account was deleted. Sign in again.')
  const hash = hashToken(token)
  const found = await counted(db, address, () => findByHash(db, hash))
  if (!found) throw notFound('invitation')
  if (isMailConfigured() && !account.email_confirmed_at && isOpenFor(found, account)) {
    await transaction(db, (tx) => sendConfirmationLink(tx, account, found.id))
    throw conflict(
      `Confirm your address first: we mailed a link to ${account.email}. Opening it also accepts this invitation.`,
    )
  }
  const joined = await transaction(db, (tx) => joinWith(tx, hash, account))
  noteAccess(context, { projectId: joined.project_id, scope: 'projects:read' })
  return joined
}

/**
 * For an account that is created in this transaction. Where mail is configured, the person joins when they confirm
 * their address, so that typing an address is not enough to join as somebody else.
 *
 * @returns the project, or null if the person has to confirm first
 */
export async function joinNew(tx: Transaction<DB>, token: string, account: Account): Promise<string | null> {
  const hash = hashToken(token)
  const invitation = await findByHash(tx, hash)
  if (invitation && !isFor(invitation, account)) {
    const message = `This invitation is for another address (${maskEmail(invitation.email)}). Enter the one you were invited with.`
    throw invalid('email', message, 'other_email')
  }
  if (!invitation || !isMailConfigured()) return (await joinWith(tx, hash, account)).project_id
  requireOpen(invitation)
  await sendConfirmationLink(tx, account, invitation.id)
  return null
}

/** Whether a link works and is for this e-mail. */
export async function isInvited(db: Database, token: string, email: string): Promise<boolean> {
  const invitation = await findByHash(db, hashToken(token))
  return (
    invitation !== undefined && endOf(invitation) === null && invitation.email.toLowerCase() === email.toLowerCase()
  )
}

/** Accepts an invitation for a person whose address a sign-in provider has verified. @returns the project */
export const joinVerified = async (tx: Transaction<DB>, token: string, account: Invitee): Promise<string> =>
  (await joinWith(tx, hashToken(token), account)).project_id

/** Accepts an invitation for a person who just confirmed the invited address. @returns the project */
export async function joinConfirmed(tx: Transaction<DB>, invitationId: string, userId: string): Promise<string> {
  const hash = await findHashById(tx, invitationId)
  const account = await findAccount(tx, userId)
  if (!hash || !account) throw new AppError('gone', ends.revoked)
  return (await joinWith(tx, hash, account)).project_id
}

function requireOpen(invitation: FoundInvitation): void {
  const end = endOf(invitation)
  if (end) throw new AppError('gone', ends[end])
}

const isOpenFor = (invitation: FoundInvitation, account: Account): boolean =>
  endOf(invitation) === null && isFor(invitation, account)

type Invitee = Pick<Account, 'id' | 'email'>

const isFor = ({ email }: FoundInvitation, account: Invitee): boolean =>
  email.toLowerCase() === account.email.toLowerCase()

/** Of two who use one link at once the second finds it used. */
async function joinWith(
  tx: Transaction<DB>,
  hash: Buffer,
  account: Invitee,
): Promise<{ project_id: string; role: InvitedRole }> {
  const seen = await findByHash(tx, hash)
  // The project before its invitation, everywhere: who removes the inviter ends the invitation under that lock.
  if (!seen || !(await lockMembership(tx, seen.project_id))) throw notFound('invitation')
  const invitation = await lockByHash(tx, hash)
  if (!invitation) throw notFound('invitation')
  requireOpen(invitation)
  if (!isFor(invitation, account)) {
    const invited = maskEmail(invitation.email)
    throw conflict(`This invitation is for another address (${invited}). You are signed in as ${account.email}.`)
  }
  const { project_id, role } = invitation
  if (!(await insertMember(tx, project_id, { userId: account.id, role })))
    throw conflict(`You are in ${invitation.project_name} already. Your role there stays as it is.`)
  await markAccepted(tx, project_id, invitation.id, account.id)
  return { project_id, role }
}

/** What the page of a link shows. */
export type Look =
  | { state: 'unknown' }
  | { state: 'throttled' }
  /** The person used the link before and is in its project. */
  | { state: 'joined'; projectId: string }
  | { state: End; projectName: string; inviter: string | null }
  | {
      state: 'open'
      projectName: string
      inviter: string | null
      /** The invited address, masked: whoever finds the link must not learn it. */
      maskedEmail: string
      role: InvitedRole
      /** Who is signed in, and whether the link is theirs. */
      viewer: { email: string; isInvited: boolean } | null
    }

export async function look(
  db: Database,
  { token, userId, address }: { token: string; userId: string | null; address: string },
): Promise<Look> {
  try {
    const found = await counted(db, address, () => findByHash(db, hashToken(token)))
    if (!found) return { state: 'unknown' }
    const { project_name: projectName, inviter, email, role } = found
    const end = endOf(found)
    if (end === 'accepted' && userId && (await findMember(db, found.project_id, userId)))
      return { state: 'joined', projectId: found.project_id }
    if (end) return { state: end, projectName, inviter }
    const account = userId ? await findAccount(db, userId) : undefined
    const viewer = account ? { email: account.email, isInvited: isFor(found, account) } : null
    return { state: 'open', projectName, inviter, maskedEmail: maskEmail(email), role, viewer }
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return { state: 'throttled' }
    throw error
  }
}
