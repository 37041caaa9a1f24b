import { z } from 'zod'
import { contract } from '@/lib/api/contract'

export const TwoFactor = z.strictObject({
  enabled: z.boolean(),
  enabled_at: z.iso.datetime().nullable(),
  recovery_codes_left: z.int().meta({ description: 'Unused recovery codes.' }),
})
export type TwoFactor = z.output<typeof TwoFactor>

export const code = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ description: 'Six digits of the authenticator app, or a recovery code.' })
export const password = z.string().min(1).max(200)

const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'Ten codes that each work once instead of an app code. Never shown again.' })
const proof = z.strictObject({ password: password.optional(), code: code.optional() })
const proofText = 'Requires your password or a code.'

export const getTwoFactor = contract({
  method: 'GET',
  path: '/api/v1/account/two-factor',
  tag: 'Accounts',
  summary: 'Read your two-factor status',
  scope: 'session',
  answers: { 200: TwoFactor },
})

export const startTwoFactor = contract({
  method: 'POST',
  path: '/api/v1/account/two-factor',
  tag: 'Accounts',
  summary: 'Set up two-factor sign-in',
  description:
    'Creates a TOTP secret (RFC 6238: SHA-1, 6 digits, 30 seconds). Sign-in does not change until a first code confirms it. Calling this again replaces the secret. Accounts with a password must send it; others must have signed in within the last 10 minutes.',
  scope: 'session',
  body: z.strictObject({ password: password.optional() }),
  answers: {
    201: z.strictObject({
      secret: z.string().meta({ description: 'In base32, for manual entry.' }),
      uri: z.string().meta({ description: 'The `otpauth://` URI in the QR code.' }),
      qr_svg: z.string().meta({ description: 'QR code of the URI as an SVG image.' }),
    }),
  },
  errors: ['conflict'],
})

export const confirmTwoFactor = contract({
  method: 'POST',
  path: '/api/v1/account/two-factor/confirm',
  tag: 'Accounts',
  summary: 'Turn on two-factor sign-in',
  description: 'Requires a first code from the app. From then on, sign-in requires a code after the password.',
  scope: 'session',
  body: z.strictObject({ code }),
  answers: { 200: z.strictObject({ recovery_codes: recoveryCodes }) },
  errors: ['conflict'],
})

export const renewRecoveryCodes = contract({
  method: 'POST',
  path: '/api/v1/account/two-factor/recovery-codes',
  tag: 'Accounts',
  summary: 'Create new recovery codes',
  description: `The previous codes stop working. ${proofText}`,
  scope: 'session',
  body: proof,
  answers: { 200: z.strictObject({ recovery_codes: recoveryCodes }) },
  errors: ['conflict'],
})

export const disableTwoFactor = contract({
  method: 'DELETE',
  path: '/api/v1/account/two-factor',
  tag: 'Accounts',
  summary: 'Turn off two-factor sign-in',
  description: `Deletes the secret and the recovery codes. ${proofText}`,
  scope: 'session',
  body: proof,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['conflict'],
})
