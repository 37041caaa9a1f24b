import type { Transaction } from 'kysely'
import { renderSVG } from 'uqr'
import type { Context } from '@/lib/access/context'
import { sendSecurityNotice } from '@/lib/account-links/security-notice'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { tooManyAttempts } from '@/lib/auth/attempt-limit'
import { findSignedIn } from '@/lib/auth/sign-in'
import { hashRecoveryCode, newRecoveryCodes } from '@/lib/auth/two-factor/recovery-codes'
import {
  countRecoveryCodes,
  deleteTwoFactor,
  findTwoFactor,
  isTwoFactorOn,
  markEnabled,
  putPendingSecret,
  replaceRecoveryCodes,
  spendStep,
} from '@/lib/auth/two-factor/repository'
import { openTotpSecret, sealTotpSecret } from '@/lib/auth/two-factor/seal'
import { newTotpSecret, stepOfCode, totpUri } from '@/lib/auth/two-factor/totp'
import { countAppCode, digitsOf, resetAppCodeCount } from '@/lib/auth/two-factor/verify'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { type AppError, conflict, invalid } from '@/lib/errors'
import type { SecurityChange } from '@/lib/mail/templates/account'
import { requireFreshSignIn, requirePassword, requirePasswordOrCode } from '../confirm-identity'
import { findSignIn } from '../repository'
import type * as contracts from './contract'

/** White border in modules. ISO/IEC 18004 requires four; the page's margin adds to it. */
const qrBorder = 2

/** The window in which codes are counted. */
const retryAfterSeconds = 15 * 60

const isOn = (): AppError => conflict('Two-factor sign-in is already on. Turn it off first.')
const isOff = (): AppError => conflict('Two-factor sign-in is off.')

export async function get({ db, principal }: Context): Promise<AnswerOf<typeof contracts.getTwoFactor>> {
  const row = await findTwoFactor(db, principal.userId)
  if (!row?.enabled_at) return { enabled: false, enabled_at: null, recovery_codes_left: 0 }
  const left = await countRecoveryCodes(db, principal.userId)
  return { enabled: true, enabled_at: row.enabled_at.toISOString(), recovery_codes_left: left }
}

export async function start(
  context: Context,
  { password }: InputOf<typeof contracts.startTwoFactor>,
): Promise<AnswerOf<typeof contracts.startTwoFactor>> {
  const { db, principal } = context
  const { email, password_hash } = await findSignIn(db, principal.userId)
  if (await isTwoFactorOn(db, principal.userId)) throw isOn()
  if (password_hash === null) await requireFreshSignIn(context)
  else await requirePassword(context, password)
  const secret = newTotpSecret()
  if (!(await putPendingSecret(db, principal.userId, sealTotpSecret(principal.userId, secret)))) throw isOn()
  const uri = totpUri(secret, email)
  return { secret, uri, qr_svg: renderSVG(uri, { border: qrBorder, ecc: 'M' }) }
}

/** Turns two-factor on with the first code, which is then used. */
export async function confirm(
  { db, principal, now }: Context,
  { code }: InputOf<typeof contracts.confirmTwoFactor>,
): Promise<AnswerOf<typeof contracts.confirmTwoFactor>> {
  const { userId } = principal
  const row = await findTwoFactor(db, userId)
  if (row?.enabled_at) throw isOn()
  if (!row) throw conflict('Start the setup first to get a secret for your app.')
  if (await countAppCode(db, userId)) throw tooManyAttempts(retryAfterSeconds)
  const digits = digitsOf(code)
  const step = digits && stepOfCode(openTotpSecret(userId, row), digits, now)
  if (!step) {
    const message = 'Wrong code. Enter the latest one and check the clock of your device.'
    throw invalid('code', message, 'wrong_code')
  }
  const codes = await transaction(db, async (tx) => {
    if (!(await markEnabled(tx, userId)) || !(await spendStep(tx, userId, step))) throw isOn()
    const made = newRecoveryCodes()
    await replaceRecoveryCodes(tx, userId, made.map(hashRecoveryCode))
    await notify(tx, userId, 'two_factor_on', now)
    return made
  })
  await resetAppCodeCount(db, userId)
  return { recovery_codes: codes }
}

export async function renewCodes(
  context: Context,
  proof: InputOf<typeof contracts.renewRecoveryCodes>,
): Promise<AnswerOf<typeof contracts.renewRecoveryCodes>> {
  const { db, principal, now } = context
  if (!(await isTwoFactorOn(db, principal.userId))) throw isOff()
  await requirePasswordOrCode(context, proof)
  const codes = newRecoveryCodes()
  await transaction(db, async (tx) => {
    await replaceRecoveryCodes(tx, principal.userId, codes.map(hashRecoveryCode))
    await notify(tx, principal.userId, 'recovery_codes_changed', now)
  })
  return { recovery_codes: codes }
}

export async function disable(
  context: Context,
  proof: InputOf<typeof contracts.disableTwoFactor>,
): Promise<AnswerOf<typeof contracts.disableTwoFactor>> {
  const { db, principal, now } = context
  if (!(await isTwoFactorOn(db, principal.userId))) throw isOff()
  await requirePasswordOrCode(context, proof)
  await transaction(db, async (tx) => {
    if (await deleteTwoFactor(tx, principal.userId)) await notify(tx, principal.userId, 'two_factor_off', now)
  })
  return { ok: true }
}

async function notify(tx: Transaction<DB>, userId: string, change: SecurityChange, now: Date): Promise<void> {
  await sendSecurityNotice(tx, await findSignedIn(tx, userId), { change, now })
}
