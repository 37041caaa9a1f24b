import { z } from 'zod'
import { contract } from '@/lib/api/contract'

export const passwordMinLength = 10
const passwordMaxLength = 200

/** A new password. Has a maximum, because long input only takes time to hash. */
export const newPassword = z
  .string()
  .min(passwordMinLength, `must be at least ${passwordMinLength} characters`)
  .max(passwordMaxLength)
  .meta({ description: 'At least 10 characters. Common passwords are rejected.' })

export const changePassword = contract({
  method: 'POST',
  path: '/api/v1/account/password',
  tag: 'Accounts',
  summary: 'Change your password',
  description:
    'Ends every other session of the account; the session of this request and access tokens keep working. Wrong current passwords count like failed sign-ins: further attempts are slowed down. To set a first password, you must have signed in within the last 10 minutes.',
  scope: 'session',
  body: z.strictObject({
    current_password: z
      .string()
      .min(1)
      .max(passwordMaxLength)
      .optional()
      .meta({ description: 'Required if you have a password.' }),
    new_password: newPassword,
  }),
  answers: {
    200: z.strictObject({ ended_sessions: z.int().meta({ description: 'Number of other sessions ended.' }) }),
  },
  errors: ['conflict', 'rate_limited'],
})
