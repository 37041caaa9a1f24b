import type { Transaction } from 'kysely'
import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import type { Role } from '@/lib/auth/roles'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { AppError, conflict, notFound } from '@/lib/errors'
import { revokeInvitationsBy } from '@/lib/invitations/repository'
import { accessProject } from '@/lib/projects/access'
import { forgetProjectOf } from '@/lib/webhooks/departed'
import type * as contracts from './contract'
import {
  countOwners,
  deleteMember,
  findMember,
  listMemberRows,
  lockMembership,
  type MemberRow,
  revokeTokensOf,
  rolesOfPerson,
  setRole,
} from './repository'
import { managesProject, mayGive, mayTouch } from './rules'
import { serializeMember } from './serializer'

/** What the signed-in person is in each of their projects; the screens explain by it what they may do. */
export const ownRoles = (context: Context): Promise<Map<string, Role>> =>
  rolesOfPerson(context.db, context.principal.userId)

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
    requireHold(actor, target)
    if (!mayGive(actor.role, input.role)) throw refused(`As ${actor.role} you cannot make anybody ${input.role}.`)
    if (input.role !== 'owner') await keepAnOwner(tx, input.id, target, 'Make somebody else an owner first.')
    await setRole(tx, input.id, target.user_id, input.role)
    // Who may invite no longer may not have left a way in.
    if (!managesProject(input.role)) await revokeInvitationsBy(tx, input.id, target.user_id)
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
    if (!isLeaving) requireHold(actor, target)
    await keepAnOwner(tx, input.id, target, 'Make somebody else an owner first, or delete the project.')
    await deleteMember(tx, input.id, target.user_id)
    await revokeTokensOf(tx, input.id, target.user_id)
    await revokeInvitationsBy(tx, input.id, target.user_id)
    await forgetProjectOf(tx, input.id, target.user_id)
    return { ok: true as const }
  })
}

export async function transfer(
  context: Context,
  input: InputOf<typeof contracts.transferOwnership>,
): Promise<AnswerOf<typeof contracts.transferOwnership>> {
  return withMembers(context, input.id, async (tx, actor) => {
    if (actor.role !== 'owner') throw refused(`You are ${actor.role} in this project; only an owner can hand it over.`)
    const target = await memberOf(tx, input.id, input.user_id)
    if (target.user_id === actor.user_id) throw conflict('You are its owner already.')
    await setRole(tx, input.id, target.user_id, 'owner')
    await setRole(tx, input.id, actor.user_id, 'admin')
    return {
      owner: serializeMember({ ...target, role: 'owner' }, actor.user_id),
      you: serializeMember({ ...actor, role: 'admin' }, actor.user_id),
    }
  })
}

/**
 * Runs `work` while nobody else changes who is in the project. The caller's own role is read under that lock as well:
 * an admin who is being lowered cannot use what is left of the moment.
 */
export async function withMembers<T>(
  context: Context,
  projectId: string,
  work: (tx: Transaction<DB>, actor: MemberRow) => Promise<T>,
): Promise<T> {
  await accessProject(context, projectId, 'projects:read')
  return transaction(context.db, async (tx) => {
    const isThere = await lockMembership(tx, projectId)
    const actor = isThere ? await findMember(tx, projectId, context.principal.userId) : undefined
    if (!actor) throw notFound('project')
    return work(tx, actor)
  })
}

async function memberOf(tx: Transaction<DB>, projectId: string, userId: string): Promise<MemberRow> {
  const row = await findMember(tx, projectId, userId)
  if (!row) throw notFound('member')
  return row
}

const refused = (message: string): AppError => new AppError('insufficient_scope', message)

function requireManager({ role }: MemberRow): void {
  if (!managesProject(role)) throw refused(`You are ${role} in this project; this takes admin or above.`)
}

function requireHold(actor: MemberRow, target: MemberRow): void {
  if (!mayTouch(actor.role, target.role))
    throw refused(`As ${actor.role} you cannot change anything about an ${target.role}.`)
}

/** A project without an owner could never be handed on nor deleted. */
async function keepAnOwner(tx: Transaction<DB>, projectId: string, target: MemberRow, remedy: string): Promise<void> {
  if (target.role !== 'owner' || (await countOwners(tx, projectId)) > 1) return
  throw conflict(`${target.name} is the last owner of this project. ${remedy}`)
}
