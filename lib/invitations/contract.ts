import { z } from 'zod'
import { contract, idParams, nextCursor, pageShape } from '@/lib/api/contract'
import { invitedRoles } from './roles'

/** A link that waits for somebody to come into a project by it. The link itself is shown once. */
export const Invitation = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  email: z.string(),
  role: z.enum(invitedRoles),
  invited_by: z.string().nullable().meta({ description: 'The name of the person who answers for it.' }),
  expires_at: z.iso.datetime(),
  is_expired: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Invitation = z.output<typeof Invitation>

const url = z.string().meta({ description: 'The link to send. It works once, for 7 days, and is never shown again.' })
const is_mailed = z.boolean().meta({
  description: 'Whether the link is also mailed. False: this server has no mail server, so send the link yourself.',
})
const role = z.enum(invitedRoles).meta({ description: 'Ownership is handed to a member, and not by a link.' })

export const listInvitations = contract({
  method: 'GET',
  path: '/api/v1/projects/:id/invitations',
  tag: 'Invitations',
  summary: 'List the invitations that wait',
  description: 'For owners and admins. Neither used nor revoked ones; those whose 7 days are over are among them.',
  scope: 'session',
  params: idParams,
  query: z.strictObject(pageShape('invitations')),
  answers: { 200: z.strictObject({ invitations: z.array(Invitation), next_cursor: nextCursor }) },
  errors: ['not_found', 'insufficient_scope'],
})

export const invite = contract({
  method: 'POST',
  path: '/api/v1/projects/:id/invitations',
  tag: 'Invitations',
  summary: 'Invite a person',
  description:
    'For owners and admins. The link is mailed if a mail server is set up. The answer holds it as well, once. One invitation waits for one e-mail at a time.',
  scope: 'session',
  idempotent: true,
  hasSecretAnswer: true,
  params: idParams,
  body: z.strictObject({
    email: z
      .string()
      .trim()
      .max(254)
      .pipe(z.email({ error: 'must be an e-mail address' })),
    role,
  }),
  answers: { 201: z.strictObject({ invitation: Invitation, url, is_mailed }) },
  errors: ['not_found', 'insufficient_scope', 'conflict'],
})

export const resendInvitation = contract({
  method: 'POST',
  path: '/api/v1/invitations/:id/resend',
  tag: 'Invitations',
  summary: 'Make a new link for an invitation',
  description:
    'The earlier link stops working, 7 days start again, and the new link is mailed if a mail server is set up.',
  scope: 'session',
  idempotent: true,
  hasSecretAnswer: true,
  params: idParams,
  answers: { 200: z.strictObject({ invitation: Invitation, url, is_mailed }) },
  errors: ['not_found', 'insufficient_scope', 'gone'],
})

export const revokeInvitation = contract({
  method: 'DELETE',
  path: '/api/v1/invitations/:id',
  tag: 'Invitations',
  summary: 'Take an invitation back',
  description: 'Its link stops working at once. For owners and admins.',
  scope: 'session',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found', 'insufficient_scope', 'gone'],
})

export const acceptInvitation = contract({
  method: 'POST',
  path: '/api/v1/invitations/accept',
  tag: 'Invitations',
  summary: 'Accept an invitation',
  description:
    'Takes the caller into the project. The link is the key, and it opens for one person alone: the account must have the e-mail that was invited, so that a link that was forwarded or found lets nobody else in. A link that expired, was used or revoked is `gone`. At most ten wrong links a quarter of an hour from one address.',
  scope: 'session',
  idempotent: true,
  body: z.strictObject({
    token: z.string().min(1).max(200).meta({ description: 'What follows /invitations/ in the link.' }),
  }),
  answers: { 200: z.strictObject({ project_id: z.uuid(), role }) },
  errors: ['not_found', 'gone', 'conflict', 'rate_limited'],
})
