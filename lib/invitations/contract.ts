import { z } from 'zod'
import { contract, idParams, nextCursor, pageShape } from '@/lib/api/contract'
import { invitedRoles } from './roles'

/** An open invitation to a project. The link is shown only once. */
export const Invitation = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  email: z.string(),
  role: z.enum(invitedRoles),
  invited_by: z.string().nullable().meta({ description: 'Name of the inviter.' }),
  expires_at: z.iso.datetime(),
  is_expired: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Invitation = z.output<typeof Invitation>

const url = z.string().meta({ description: 'The link to send. It works once, for 7 days, and is never shown again.' })
const is_mailed = z.boolean().meta({
  description: 'Whether the link is also mailed. False: no mail server is configured, so send the link yourself.',
})
const role = z
  .enum(invitedRoles)
  .meta({ description: 'Ownership cannot be granted by invitation. Transfer it to a member instead.' })

export const listInvitations = contract({
  method: 'GET',
  path: '/api/v1/projects/:id/invitations',
  tag: 'Invitations',
  summary: 'List open invitations',
  description: 'For owners and admins. Includes expired invitations, but not used or revoked ones.',
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
  summary: 'Invite a member',
  description:
    'For owners and admins. The link is mailed if a mail server is configured, and returned once in the response. Each email can have one open invitation per project.',
  scope: 'session',
  idempotent: true,
  hasSecretAnswer: true,
  params: idParams,
  body: z.strictObject({
    email: z
      .string()
      .trim()
      .max(254)
      .pipe(z.email({ error: 'must be an email address' })),
    role,
  }),
  answers: { 201: z.strictObject({ invitation: Invitation, url, is_mailed }) },
  errors: ['not_found', 'insufficient_scope', 'conflict'],
})

export const resendInvitation = contract({
  method: 'POST',
  path: '/api/v1/invitations/:id/resend',
  tag: 'Invitations',
  summary: 'Create a new link for an invitation',
  description:
    'The old link stops working. The new one is valid for 7 days, and mailed if a mail server is configured.',
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
  summary: 'Revoke an invitation',
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
    'Adds the caller to the project. The account must have the invited email, so that forwarded links do not work for others. An expired, used or revoked link is `gone`. At most ten invalid links per 15 minutes and address.',
  scope: 'session',
  idempotent: true,
  body: z.strictObject({
    token: z.string().min(1).max(200).meta({ description: 'The part of the link after /invitations/.' }),
  }),
  answers: { 200: z.strictObject({ project_id: z.uuid(), role }) },
  errors: ['not_found', 'gone', 'conflict', 'rate_limited'],
})
