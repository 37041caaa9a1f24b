import { z } from 'zod'
import { contract, idParams, nextCursor, pageShape, uuid } from '@/lib/api/contract'
import { roles } from '@/lib/auth/roles'

/** A member of a project. */
export const Member = z.strictObject({
  user_id: z.uuid(),
  name: z.string(),
  email: z.string(),
  photo_url: z.string().nullable(),
  role: z.enum(roles),
  joined_at: z.iso.datetime(),
  is_you: z.boolean(),
})
export type Member = z.output<typeof Member>

const memberParams = z.strictObject({ id: uuid, user_id: uuid })
const errors = ['not_found', 'insufficient_scope', 'conflict'] as const

export const listMembers = contract({
  method: 'GET',
  path: '/api/v1/projects/:id/members',
  tag: 'Members',
  summary: 'List members of a project',
  description: 'For all members.',
  scope: 'session',
  params: idParams,
  query: z.strictObject(pageShape('members')),
  answers: { 200: z.strictObject({ members: z.array(Member), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const changeMember = contract({
  method: 'PATCH',
  path: '/api/v1/projects/:id/members/:user_id',
  tag: 'Members',
  summary: 'Change a member’s role',
  description:
    'For owners and admins. Admins cannot grant or change the owner role. Takes effect with the next request. The role of the last owner cannot change (`conflict`).',
  scope: 'session',
  params: memberParams,
  body: z.strictObject({ role: z.enum(roles) }),
  answers: { 200: z.strictObject({ member: Member }) },
  errors: [...errors],
})

export const removeMember = contract({
  method: 'DELETE',
  path: '/api/v1/projects/:id/members/:user_id',
  tag: 'Members',
  summary: 'Remove a member from a project, or leave it',
  description:
    'For owners and admins. Admins cannot remove owners. Members can remove themselves, except the last owner (`conflict`). Revokes the member’s tokens of this project and the invitations they sent. Their webhook endpoints for all projects get no more events of this project, not even pending ones.',
  scope: 'session',
  params: memberParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: [...errors],
})

export const transferOwnership = contract({
  method: 'POST',
  path: '/api/v1/projects/:id/transfer-ownership',
  tag: 'Members',
  summary: 'Transfer a project to another member',
  description: 'For owners. The member becomes owner and the caller admin, in one step. Other owners do not change.',
  scope: 'session',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ user_id: uuid.meta({ description: 'A member of the project.' }) }),
  answers: { 200: z.strictObject({ owner: Member, you: Member }) },
  errors: [...errors],
})
