import { Secret, TOTP } from 'otpauth'
import { confirmTwoFactor, startTwoFactor } from '@/lib/account/two-factor/contract'
import { database } from '@/lib/db/pool'
import type { SessionApi } from './session'

/** The code that an authenticator app shows, some steps of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Turns two-factor on. Resets the used codes, so that tests need not wait for the next one. */
export async function withTwoFactor(
  session: SessionApi,
  userId: string,
  password?: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await session.post(startTwoFactor, password === undefined ? {} : { password })
  const { recovery_codes } = await session.post(confirmTwoFactor, { code: codeOf(secret) })
  await database().updateTable('user_two_factor').set({ last_step: 0 }).where('user_id', '=', userId).execute()
  return { secret, recoveryCodes: recovery_codes }
}
