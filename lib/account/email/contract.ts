import { z } from 'zod'
import { contract } from '@/lib/api/contract'

const email = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email({ error: 'must be an email address' }))

export const changeEmail = contract({
  method: 'POST',
  path: '/api/v1/account/email',
  tag: 'Accounts',
  summary: 'Change your email address',
  description:
    'Sends a link to the new address. The address changes when the link is opened and confirmed within 24 hours; the old address gets a notice. Without a mail server (`SMTP_URL`) the address changes at once.',
  scope: 'session',
  body: z.strictObject({
    email,
    password: z.string().min(1).max(200).meta({ description: 'Your current password.' }),
  }),
  answers: { 200: z.strictObject({ email: z.string(), pending_email: z.string().nullable() }) },
  errors: ['rate_limited', 'conflict'],
})

export const cancelEmailChange = contract({
  method: 'DELETE',
  path: '/api/v1/account/email',
  tag: 'Accounts',
  summary: 'Cancel a change of your email address',
  description: 'The mailed link stops working. Repeating the request has no effect.',
  scope: 'session',
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
})

export const sendEmailConfirmation = contract({
  method: 'POST',
  path: '/api/v1/account/email/confirmation',
  tag: 'Accounts',
  summary: 'Send a link that confirms your email address',
  description: 'At most one mail a minute. A new link replaces the previous one.',
  scope: 'session',
  idempotent: true,
  answers: { 200: z.strictObject({ sent_to: z.string() }) },
  errors: ['conflict', 'rate_limited'],
})

export const confirmEmail = contract({
  method: 'POST',
  path: '/api/v1/account/email/confirm',
  tag: 'Accounts',
  summary: 'Confirm your email address with a link',
  description:
    'Confirms the address of the account, or completes a change of address. If the user signed up with an invitation, it is also accepted. The link works only for the account that requested it. Otherwise someone could sign up with your address and wait for you to confirm it.',
  scope: 'session',
  body: z.strictObject({
    token: z.string().min(1).max(200).meta({ description: 'The part of the link after /confirm-email/.' }),
  }),
  answers: {
    200: z.strictObject({
      email: z.string(),
      project_id: z.uuid().nullable().meta({ description: 'The project joined by invitation.' }),
    }),
  },
  errors: ['gone', 'conflict'],
})
