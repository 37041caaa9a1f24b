import type { Transaction } from 'kysely'
import { type Context, noteAccess } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { recordFailure, takeBackFailure } from '@/lib/auth/throttle'
import { hashToken } from '@/lib/auth/tokens'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { AppError, conflict, invalid, notFound } from '@/lib/errors'
import { insertMember, lockMembership } from '@/lib/members/repository'
import type { acceptInvitation } from './contract'
import {
  type Account,
  type FoundInvitation,
  findAccount,
  findByHash,
  hasAccount,
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
  if (!account) throw new AppError('unauthorized', 'Your account is not there any more. Sign in again.')
  const hash = hashToken(token)
  if (!(await counted(db, address, () => findByHash(db, hash)))) throw notFound('invitation')
  const entered = await transaction(db, (tx) => enterBy(tx, hash, account))
  noteAccess(context, { projectId: entered.project_id, scope: 'projects:read' })
  return entered
}

/** For somebody whose account is made in this very transaction. */
export async function enterNew(tx: Transaction<DB>, token: string, account: Account): Promise<string> {
  const invitation = await findByHash(tx, hashToken(token))
  // Said of the field, as the form is still open in which it can be put right.
  if (invitation && !isFor(invitation, account))
    throw invalid(
      'email',
      `This invitation is for ${invitation.email}. Make the account with that e-mail.`,
      'other_email',
    )
  return (await enterBy(tx, hashToken(token), account)).project_id
}

const isFor = ({ email }: FoundInvitation, account: Account): boolean =>
  email.toLowerCase() === account.email.toLowerCase()

/** Of two who use one link at once the second finds it used. */
async function enterBy(
  tx: Transaction<DB>,
  hash: Buffer,
  account: Account,
): Promise<{ project_id: string; role: InvitedRole }> {
  const seen = await findByHash(tx, hash)
  // The project before its invitation, everywhere: who removes the inviter ends the invitation under that lock.
  if (!seen || !(await lockMembership(tx, seen.project_id))) throw notFound('invitation')
  const invitation = await lockByHash(tx, hash)
  if (!invitation) throw notFound('invitation')
  const end = endOf(invitation)
  if (end) throw new AppError('gone', ends[end])
  if (!isFor(invitation, account))
    throw conflict(`This invitation is for ${invitation.email}, and you are signed in as ${account.email}.`)
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
  | { state: End; projectName: string; inviter: string | null }
  | {
      state: 'open'
      projectName: string
      inviter: string | null
      email: string
      role: InvitedRole
      /** There is an account with the invited e-mail: its owner signs in rather than making a second one. */
      hasAccount: boolean
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
    if (end) return { state: end, projectName, inviter }
    const account = userId ? await findAccount(db, userId) : undefined
    const viewer = account ? { email: account.email, isInvited: isFor(found, account) } : null
    const known = await hasAccount(db, email.toLowerCase())
    return { state: 'open', projectName, inviter, email, role, hasAccount: known, viewer }
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return { state: 'throttled' }
    throw error
  }
}
