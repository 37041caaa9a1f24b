import type { Transaction } from 'kysely'
import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import type { Role } from '@/lib/auth/roles'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { AppError, conflict, notFound } from '@/lib/errors'
import { recordChange } from '@/lib/project-activity/record'
import { lockProject } from '@/lib/projects/repository'
import { deleteDeliveriesOfMember } from '@/lib/webhooks/sending/removed-members'
import type * as contracts from './contract'
import {
  countOwners,
  deleteMember,
  findMember,
  listMemberRows,
  type MemberRow,
  revokeInvitationsBy,
  revokeTokensOf,
  rolesOfUser,
  setRole,
} from './repository'
import { canGrantRole, canManageMember, managesProject } from './rules'
import { serializeMember } from './serializer'

/** The signed-in user's role in each project. The interface explains permissions with it. */
export const ownRoles = (context: Context): Promise<Map<string, Role>> =>
  rolesOfUser(context.db, context.principal.userId)

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listMembers>,
): Promise<AnswerOf<typeof contracts.listMembers>> {
  const { projectId } = await accessProject(context, input.id, 'projects:read')
  const after = decodeCursor(input.cursor)
  const rows = await listMemberRows(context.db, projectId, { limit: input.limit + 1, after })
  const { page, next_cursor } = cutPage(
    'members',
    rows.map((row) => ({ ...row, id: row.user_id })),
    input.limit,
  )
  return { members: page.map((row) => serializeMember(row, context.principal.userId)), next_cursor }
}

export async function change(
  context: Context,
  input: InputOf<typeof contracts.changeMember>,
): Promise<AnswerOf<typeof contracts.changeMember>> {
  return withMembers(context, input.id, async (tx, actor) => {
    requireManager(actor)
    const target = await memberOf(tx, input.id, input.user_id)
    requireCanManage(actor, target)
    if (!canGrantRole(actor.role, input.role))
      throw forbidden(`As ${actor.role} you cannot make a member ${input.role}.`)
    if (input.role !== 'owner') await requireAnotherOwner(tx, input.id, target, 'Make another member an owner first.')
    await setRole(tx, input.id, target.user_id, input.role)
    // Members who may no longer invite must not leave open invitations.
    if (!managesProject(input.role)) await revokeInvitationsBy(tx, input.id, target.user_id)
    await recordRole(tx, context, input.id, { ...target, role: input.role })
    return { member: serializeMember({ ...target, role: input.role }, actor.user_id) }
  })
}

export async function remove(
  context: Context,
  input: InputOf<typeof contracts.removeMember>,
): Promise<AnswerOf<typeof contracts.removeMember>> {
  return withMembers(context, input.id, async (tx, actor) => {
    const isLeaving = input.user_id === actor.user_id
    if (!isLeaving) requireManager(actor)
    const target = isLeaving ? actor : await memberOf(tx, input.id, input.user_id)
    if (!isLeaving) requireCanManage(actor, target)
    await requireAnotherOwner(tx, input.id, target, 'Make another member an owner first, or delete the project.')
    await deleteMember(tx, input.id, target.user_id)
    await revokeTokensOf(tx, input.id, target.user_id)
    await revokeInvitationsBy(tx, input.id, target.user_id)
    await deleteDeliveriesOfMember(tx, input.id, target.user_id)
    const kind = isLeaving ? 'member_left' : 'member_removed'
    await recordChange(tx, input.id, context.principal, { kind, detail: { name: target.name } })
    return { ok: true as const }
  })
}

export async function transfer(
  context: Context,
  input: InputOf<typeof contracts.transferOwnership>,
): Promise<AnswerOf<typeof contracts.transferOwnership>> {
  return withMembers(context, input.id, async (tx, actor) => {
    if (actor.role !== 'owner') throw forbidden(`You are ${actor.role} in this project. Only an owner can transfer it.`)
    const target = await memberOf(tx, input.id, input.user_id)
    if (target.user_id === actor.user_id) throw conflict('You are already its owner.')
    await setRole(tx, input.id, target.user_id, 'owner')
    await setRole(tx, input.id, actor.user_id, 'admin')
    await recordRole(tx, context, input.id, { ...target, role: 'owner' })
    return {
      owner: serializeMember({ ...target, role: 'owner' }, actor.user_id),
      you: serializeMember({ ...actor, role: 'admin' }, actor.user_id),
    }
  })
}

/**
 * Runs `work` under the member lock. Reads the caller's own role under the lock too, so that an admin being
 * downgraded cannot act in parallel.
 */
export async function withMembers<T>(
  context: Context,
  projectId: string,
  work: (tx: Transaction<DB>, actor: MemberRow) => Promise<T>,
): Promise<T> {
  await accessProject(context, projectId, 'projects:read')
  return transaction(context.db, async (tx) => {
    // If two owners leave at once, the second sees that the first is gone.
    const project = await lockProject(tx, projectId)
    const actor = project ? await findMember(tx, projectId, context.principal.userId) : undefined
    if (!actor) throw notFound('project')
    return work(tx, actor)
  })
}

async function memberOf(tx: Transaction<DB>, projectId: string, userId: string): Promise<MemberRow> {
  const row = await findMember(tx, projectId, userId)
  if (!row) throw notFound('member')
  return row
}

const recordRole = (tx: Transaction<DB>, { principal }: Context, projectId: string, { name, role }: MemberRow) =>
  recordChange(tx, projectId, principal, { kind: 'member_changed', detail: { name, role } })

const forbidden = (message: string): AppError => new AppError('insufficient_scope', message)

function requireManager({ role }: MemberRow): void {
  if (!managesProject(role)) throw forbidden(`You are ${role} in this project. This requires admin or above.`)
}

function requireCanManage(actor: MemberRow, target: MemberRow): void {
  if (!canManageMember(actor.role, target.role))
    throw forbidden(`As ${actor.role} you cannot change an ${target.role}.`)
}

/** A project without an owner could never be transferred or deleted. */
async function requireAnotherOwner(
  tx: Transaction<DB>,
  projectId: string,
  target: MemberRow,
  remedy: string,
): Promise<void> {
  if (target.role !== 'owner' || (await countOwners(tx, projectId)) > 1) return
  throw conflict(`${target.name} is the last owner of this project. ${remedy}`)
}
