import { Secret, TOTP } from 'otpauth'

/** What authenticator apps expect. Several ignore other values in the URI (Google Authenticator's Key URI Format). */
const parameters = { issuer: 'Storycast', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** RFC 4226, section 4, R6 recommends 160 bits. */
const secretBytes = 20
/** Steps accepted before and after the current one, for clocks that differ (RFC 6238, section 5.2). */
const driftSteps = 1

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ ...parameters, label, secret: Secret.fromBase32(secret) })

/** A new secret in base32, for manual entry. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** The `otpauth://` URI of the QR code. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The time step of a code; null if it is wrong or too old. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: driftSteps })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
