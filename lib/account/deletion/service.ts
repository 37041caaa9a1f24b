import type { Transaction } from 'kysely'
import type { Context } from '@/lib/access/context'
import { sendSecurityNotice } from '@/lib/account-links/security-notice'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { sessionIdOf } from '@/lib/auth/principal'
import { isSessionFresh } from '@/lib/auth/sessions/repository'
import { isTwoFactorOn } from '@/lib/auth/two-factor/repository'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { conflict, type Issue, validationError } from '@/lib/errors'
import { deleteProjectIn } from '@/lib/project-deletion/delete-project'
import { acquireFanOutLock } from '@/lib/webhooks/sending/fan-out'
import { requireCode, requireFreshSignIn, requirePassword } from '../confirm-identity'
import { erasePhoto } from '../photo/service'
import { findSignIn, lockUser } from '../repository'
import type * as contracts from './contract'
import type { ProjectInDeletion } from './contract'
import {
  countLiveTokens,
  eraseUser,
  listMemberships,
  lockMemberships,
  type MembershipRow,
  revokeInvitationsOf,
  transferEndpoints,
} from './repository'

type Wanted = InputOf<typeof contracts.deleteAccount>

/** Effect of the deletion on a project, unless the user decides otherwise. */
function outcomeOf({ role, owners, members }: MembershipRow): ProjectInDeletion['outcome'] {
  if (role !== 'owner' || owners > 1) return 'leave'
  return members === 1 ? 'delete' : 'decide'
}

export async function get(context: Context): Promise<AnswerOf<typeof contracts.getDeletion>> {
  const { db, principal } = context
  const { password_hash } = await findSignIn(db, principal.userId)
  const sessionId = sessionIdOf(principal)
  const isFresh = sessionId !== null && (await isSessionFresh(db, sessionId))
  const rows = await listMemberships(db, principal.userId)
  return {
    projects: rows.map(({ owners, ...row }) => ({ ...row, outcome: outcomeOf({ owners, ...row }) })),
    tokens: await countLiveTokens(db, principal.userId),
    needs_password: password_hash !== null,
    needs_code: await isTwoFactorOn(db, principal.userId),
    needs_sign_in: password_hash === null && !isFresh,
  }
}

export async function remove(context: Context, input: Wanted): Promise<AnswerOf<typeof contracts.deleteAccount>> {
  const { db, principal, now } = context
  requireDecided(await listMemberships(db, principal.userId), input)
  await confirm(context, input)
  await erasePhoto(context)
  await transaction(db, async (tx) => {
    await lockMemberships(tx, principal.userId)
    const user = await lockUser(tx, principal.userId)
    await leaveProjects(tx, user.id, input)
    await sendSecurityNotice(tx, { ...user, id: null }, { change: 'account_deleted', now })
    await eraseUser(tx, user)
  })
  return { ok: true }
}

/** Reports everything missing at once, before a code is used up. */
async function confirm(context: Context, { email, password, code }: Wanted): Promise<void> {
  const { db, principal } = context
  const user = await findSignIn(db, principal.userId)
  const needsCode = await isTwoFactorOn(db, principal.userId)
  const issues: Issue[] = []
  const required = (path: string): Issue => ({ path, code: 'required', message: 'is required' })
  if (email.toLowerCase() !== user.email.toLowerCase())
    issues.push({ path: 'email', code: 'wrong_email', message: `must be the email of your account, ${user.email}` })
  if (user.password_hash !== null && password === undefined) issues.push(required('password'))
  if (needsCode && code === undefined) issues.push(required('code'))
  if (issues.length > 0) throw validationError(issues)
  if (user.password_hash === null) await requireFreshSignIn(context)
  else await requirePassword(context, password)
  if (needsCode) await requireCode(context, code)
}

/** @returns the projects to delete */
function requireDecided(memberships: readonly MembershipRow[], { delete_projects = [] }: Wanted): string[] {
  const outcomes = new Map(memberships.map((row) => [row.id, outcomeOf(row)]))
  const issues = delete_projects.flatMap((id, index): Issue[] =>
    ['delete', 'decide'].includes(outcomes.get(id) ?? '')
      ? []
      : [
          {
            path: `delete_projects.${index}`,
            code: 'not_only_owner',
            message: 'is not a project with you as the only owner',
          },
        ],
  )
  if (issues.length > 0) throw validationError(issues)
  const undecided = memberships.filter((row) => outcomeOf(row) === 'decide' && !delete_projects.includes(row.id))
  if (undecided.length > 0) {
    const names = undecided.map(({ name }) => `"${name}"`).join(', ')
    throw conflict(
      `You are the only owner of ${names}, which have other members. Make another member the owner, or list it in delete_projects.`,
    )
  }
  return memberships.filter((row) => outcomeOf(row) !== 'leave').map(({ id }) => id)
}

/** Memberships may have changed since they were shown, so checks them again under locks. */
async function leaveProjects(tx: Transaction<DB>, userId: string, input: Wanted): Promise<void> {
  const toDelete = requireDecided(await listMemberships(tx, userId), input)
  // A running fan-out may create deliveries for the user's endpoints; the next one sees that they are deleted.
  await acquireFanOutLock(tx)
  for (const projectId of toDelete.sort()) await deleteProjectIn(tx, projectId)
  await transferEndpoints(tx, userId)
  await revokeInvitationsOf(tx, userId)
}
