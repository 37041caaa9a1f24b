import type { Transaction } from 'kysely'
import { accessOwned, accessProject, requireRole } from '@/lib/access/access'
import { type Context, noteAccess } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import type { DB } from '@/lib/db/types.generated'
import { AppError, conflict } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { mayInvite } from '@/lib/members/rules'
import { withMembers } from '@/lib/members/service'
import { recordChange } from '@/lib/project-activity/record'
import type * as contracts from './contract'
import { newLink } from './link'
import { mailInvitation } from './mail'
import { maskEmail } from './mask-email'
import {
  countOpenInvitations,
  findOpenInvitation,
  type InvitationRow,
  insertInvitation,
  isMemberEmail,
  listOpenInvitations,
  lockInvitation,
  renewInvitation,
  revokeInvitation,
} from './repository'
import { serializeInvitation } from './serializer'

/** Max open invitations per project. */
const openMax = 100

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listInvitations>,
): Promise<AnswerOf<typeof contracts.listInvitations>> {
  const access = await accessProject(context, input.id, 'projects:read')
  requireRole(context, access, 'admin')
  const after = decodeCursor(input.cursor)
  const rows = await listOpenInvitations(context.db, access.projectId, { limit: input.limit + 1, after })
  const { page, next_cursor } = cutPage('invitations', rows, input.limit)
  return { invitations: page.map(serializeInvitation), next_cursor }
}

export async function invite(
  context: Context,
  { id: projectId, role, ...input }: InputOf<typeof contracts.invite>,
): Promise<AnswerOf<typeof contracts.invite>> {
  const email = input.email.toLowerCase()
  return withMembers(context, projectId, async (tx, actor) => {
    if (!mayInvite(actor.role, role)) throw forbidden(actor.role)
    noteAccess(context, { projectId, scope: 'projects:read', leastRole: actor.role })
    if (await isMemberEmail(tx, projectId, email))
      throw conflict(`${email} is already in this project. Change the role in the member list.`)
    const open = await findOpenInvitation(tx, projectId, email)
    if (open && !open.is_expired)
      throw conflict(`${email} is already invited. Create a new link for that invitation, or revoke it first.`)
    if (open) await revokeInvitation(tx, projectId, open.id)
    if ((await countOpenInvitations(tx, projectId)) >= openMax)
      throw conflict(`${openMax} invitations are already open. Revoke those you do not need.`)
    const [id, { url, path, tokenHash }] = [newId(), newLink()]
    await insertInvitation(tx, { id, projectId, email, role, tokenHash, invitedBy: actor.user_id })
    const detail = { masked_email: maskEmail(email), role }
    await recordChange(tx, projectId, context.principal, { kind: 'member_invited', detail })
    return mailed(tx, await lockInvitation(tx, projectId, id), { url, path })
  })
}

export async function resend(
  context: Context,
  { id }: InputOf<typeof contracts.resendInvitation>,
): Promise<AnswerOf<typeof contracts.resendInvitation>> {
  const { projectId } = await accessOwned(context, 'invitations', id, 'projects:read')
  return withMembers(context, projectId, async (tx, actor) => {
    const row = await lockInvitation(tx, projectId, id)
    if (!row || !mayInvite(actor.role, row.role)) throw forbidden(actor.role)
    noteAccess(context, { projectId, scope: 'projects:read', leastRole: actor.role })
    requireOpen(row)
    const { url, path, tokenHash } = newLink()
    await renewInvitation(tx, projectId, { id, tokenHash, invitedBy: actor.user_id })
    return mailed(tx, await lockInvitation(tx, projectId, id), { url, path })
  })
}

export async function revoke(
  context: Context,
  { id }: InputOf<typeof contracts.revokeInvitation>,
): Promise<AnswerOf<typeof contracts.revokeInvitation>> {
  const { projectId } = await accessOwned(context, 'invitations', id, 'projects:read')
  return withMembers(context, projectId, async (tx, actor) => {
    const row = await lockInvitation(tx, projectId, id)
    if (!row || !mayInvite(actor.role, row.role)) throw forbidden(actor.role)
    requireOpen(row)
    await revokeInvitation(tx, projectId, id)
    return { ok: true as const }
  })
}

const forbidden = (role: string): AppError =>
  new AppError('insufficient_scope', `You are ${role} in this project. This requires admin or above.`)

function requireOpen({ accepted_at, revoked_at }: InvitationRow): void {
  if (accepted_at) throw new AppError('gone', 'This invitation was used. The user is a member now.')
  if (revoked_at) throw new AppError('gone', 'This invitation was revoked. Invite the user again.')
}

async function mailed(tx: Transaction<DB>, row: InvitationRow | undefined, link: { url: string; path: string }) {
  if (!row) throw new Error('The new invitation was not found.')
  return { invitation: serializeInvitation(row), url: link.url, is_mailed: await mailInvitation(tx, row, link.path) }
}
