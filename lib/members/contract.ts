import { z } from 'zod'
import { contract, idParams, nextCursor, pageShape, uuid } from '@/lib/api/contract'
import { roles } from '@/lib/auth/roles'

/** A person in a project. */
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
  summary: 'List the people of a project',
  description: 'For everybody in it.',
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
  summary: "Change a person's role",
  description:
    'For owners and admins; an admin neither makes nor changes an owner. It holds from the next request on. The last owner stays one: `conflict`.',
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
  summary: 'Take a person out of a project, or leave it',
  description:
    "For owners and admins; an admin takes no owner out. Everybody may leave by their own id, except the last owner: `conflict`. The person's tokens of this project are revoked, invitations that they sent end, and their webhook endpoints for all projects hear nothing more of this one, not even what was waiting.",
  scope: 'session',
  params: memberParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: [...errors],
})

export const transferOwnership = contract({
  method: 'POST',
  path: '/api/v1/projects/:id/transfer-ownership',
  tag: 'Members',
  summary: 'Hand a project to another member',
  description: 'For an owner. The other becomes owner and the caller admin, in one step. Other owners stay owners.',
  scope: 'session',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ user_id: uuid.meta({ description: 'Somebody who is in the project.' }) }),
  answers: { 200: z.strictObject({ owner: Member, you: Member }) },
  errors: [...errors],
})
