import type { Transaction } from 'kysely'
import { type Context, noteAccess } from '@/lib/access/context'
import { sendConfirmationLink } from '@/lib/account-links/confirmation-link'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { recordFailure, undoFailure } from '@/lib/auth/throttle'
import { hashToken } from '@/lib/auth/tokens'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { AppError, conflict, invalid, notFound } from '@/lib/errors'
import { isMailConfigured } from '@/lib/mail/configured'
import { findMember, insertMember } from '@/lib/members/repository'
import { recordChange } from '@/lib/project-activity/record'
import { lockProject } from '@/lib/projects/repository'
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

/** Errors for dead links, with the remedy. */
const closedMessages = {
  accepted: 'This invitation was already used. If that was you, sign in; otherwise ask for a new one.',
  revoked: 'This invitation was revoked. Ask its sender for a new one.',
  expired: 'This invitation has expired. Ask its sender for a new link.',
} as const
type End = keyof typeof closedMessages

const endOf = ({ accepted_at, revoked_at, is_expired }: FoundInvitation): End | null =>
  accepted_at ? 'accepted' : revoked_at ? 'revoked' : is_expired ? 'expired' : null

const retryAfterSeconds = 15 * 60

/**
 * Runs a link lookup, counted by address like a sign-in. Counts first; otherwise a hundred parallel guesses would all
 * count as the first. Valid links undo their count.
 */
async function counted<T>(db: Database, address: string, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const subject = `invitation:${address}`
  if (await recordFailure(db, [subject])) {
    const message = 'Too many invalid links from your address. Try again in 15 minutes.'
    throw new AppError('rate_limited', message, {}, { headers: { 'Retry-After': String(retryAfterSeconds) } })
  }
  const found = await look()
  if (found !== undefined) await undoFailure(db, subject)
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
      `Confirm your email first: we sent a link to ${account.email}. Opening it also accepts this invitation.`,
    )
  }
  const joined = await transaction(db, (tx) => joinWith(tx, hash, account))
  noteAccess(context, { projectId: joined.project_id, scope: 'projects:read' })
  return joined
}

/**
 * Accepts an invitation for an account created in this transaction. If mail is configured, the user joins on
 * confirming the email, so that typing someone's email is not enough.
 *
 * @returns the project, or null if the user must confirm first
 */
export async function joinNew(tx: Transaction<DB>, token: string, account: Account): Promise<string | null> {
  const hash = hashToken(token)
  const invitation = await findByHash(tx, hash)
  if (invitation && !isFor(invitation, account)) {
    const message = `This invitation is for another email (${maskEmail(invitation.email)}). Enter that email.`
    throw invalid('email', message, 'other_email')
  }
  if (!invitation || !isMailConfigured()) return (await joinWith(tx, hash, account)).project_id
  requireOpen(invitation)
  await sendConfirmationLink(tx, account, invitation.id)
  return null
}

/** Whether a link is valid for this email. */
export async function isInvited(db: Database, token: string, email: string): Promise<boolean> {
  const invitation = await findByHash(db, hashToken(token))
  return (
    invitation !== undefined && endOf(invitation) === null && invitation.email.toLowerCase() === email.toLowerCase()
  )
}

/**
 * Accepts an invitation for a user whose email a sign-in provider verified.
 *
 * @returns the project
 */
export const joinVerified = async (tx: Transaction<DB>, token: string, account: Invitee): Promise<string> =>
  (await joinWith(tx, hashToken(token), account)).project_id

/**
 * Accepts an invitation for a user who just confirmed the invited email.
 *
 * @returns the project
 */
export async function joinConfirmed(tx: Transaction<DB>, invitationId: string, userId: string): Promise<string> {
  const hash = await findHashById(tx, invitationId)
  const account = await findAccount(tx, userId)
  if (!hash || !account) throw new AppError('gone', closedMessages.revoked)
  return (await joinWith(tx, hash, account)).project_id
}

function requireOpen(invitation: FoundInvitation): void {
  const end = endOf(invitation)
  if (end) throw new AppError('gone', closedMessages[end])
}

const isOpenFor = (invitation: FoundInvitation, account: Account): boolean =>
  endOf(invitation) === null && isFor(invitation, account)

type Invitee = Pick<Account, 'id' | 'email'>

const isFor = ({ email }: FoundInvitation, account: Invitee): boolean =>
  email.toLowerCase() === account.email.toLowerCase()

/** Joins the project. If two requests use one link, the second finds it used. */
async function joinWith(
  tx: Transaction<DB>,
  hash: Buffer,
  account: Invitee,
): Promise<{ project_id: string; role: InvitedRole }> {
  const seen = await findByHash(tx, hash)
  // Lock order: project, then invitation. Removing the inviter revokes the invitation under the project's lock.
  if (!seen || !(await lockProject(tx, seen.project_id))) throw notFound('invitation')
  const invitation = await lockByHash(tx, hash)
  if (!invitation) throw notFound('invitation')
  requireOpen(invitation)
  if (!isFor(invitation, account)) {
    const invited = maskEmail(invitation.email)
    throw conflict(`This invitation is for another email (${invited}). You are signed in as ${account.email}.`)
  }
  const { project_id, role } = invitation
  if (!(await insertMember(tx, project_id, { userId: account.id, role })))
    throw conflict(`You are already in ${invitation.project_name}. Your role does not change.`)
  await markAccepted(tx, project_id, invitation.id, account.id)
  await recordChange(tx, project_id, { userId: account.id }, { kind: 'member_joined', detail: { role } })
  return { project_id, role }
}

/** Data for the invitation page. */
export type InvitationState =
  | { state: 'unknown' }
  | { state: 'throttled' }
  /** The user accepted before and is a member. */
  | { state: 'joined'; projectId: string }
  | { state: End; projectName: string; inviter: string | null }
  | {
      state: 'open'
      projectName: string
      inviter: string | null
      /** Masked, so that people who find the link do not learn the email. */
      maskedEmail: string
      role: InvitedRole
      /** The signed-in user, and whether the link is for them. */
      viewer: { email: string; isInvited: boolean } | null
    }

export async function look(
  db: Database,
  { token, userId, address }: { token: string; userId: string | null; address: string },
): Promise<InvitationState> {
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
