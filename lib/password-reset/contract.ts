import { z } from 'zod'
import { contract } from '@/lib/api/contract'
import { newPassword } from '@/lib/password/contract'

export const requestPasswordReset = contract({
  method: 'POST',
  path: '/api/v1/password-reset',
  tag: 'Accounts',
  summary: 'Request a link to set a new password',
  description:
    'Emails a link that works once, for 30 minutes. The response is the same whether or not an account has this email. At most ten requests per 15 minutes and IP address. Requires a mail server (`SMTP_URL`); without one it is a `conflict`.',
  scope: 'public',
  body: z.strictObject({
    email: z
      .string()
      .trim()
      .max(254)
      .pipe(z.email({ error: 'must be an email address' })),
  }),
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['rate_limited', 'conflict'],
})

export const resetPassword = contract({
  method: 'POST',
  path: '/api/v1/password-reset/confirm',
  tag: 'Accounts',
  summary: 'Set a new password with a link',
  description:
    'Uses the link, ends all sessions and confirms the email. It does not sign you in. API tokens keep working, unless the email was not confirmed before: then they are revoked and two-factor is turned off, because someone else may have created the account.',
  scope: 'public',
  body: z.strictObject({
    token: z.string().min(1).max(200).meta({ description: 'The part of the link after /reset-password/.' }),
    password: newPassword,
  }),
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['rate_limited', 'gone'],
})
