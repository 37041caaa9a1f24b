import type { Context } from '@/lib/access/context'
import type { InputOf } from '@/lib/api/contract'
import { isAtLeast } from '@/lib/auth/roles'
import { AppError } from '@/lib/errors'
import { isMailConfigured } from './configured'
import { subscriptionMailKinds, subscriptionMails } from './kinds'
import type { EmailSettings, updateEmailSettings } from './settings-contract'
import { findSettings, storeOptOuts } from './settings-repository'

export async function getSettings({ db, principal }: Context): Promise<EmailSettings> {
  const row = await findSettings(db, principal.userId)
  if (!row) throw new AppError('unauthorized', 'Your account no longer exists. Sign in again.')
  const kinds = subscriptionMailKinds.filter((kind) =>
    row.roles.some((role) => isAtLeast(role, subscriptionMails[kind].leastRole)),
  )
  return {
    is_configured: isMailConfigured(),
    address: row.email,
    kinds,
    muted_kinds: kinds.filter((kind) => row.muted.includes(kind)),
  }
}

/** Choices for other roles are preserved, in case the user gets that role again. */
export async function updateSettings(
  context: Context,
  { muted_kinds }: InputOf<typeof updateEmailSettings>,
): Promise<EmailSettings> {
  const { kinds } = await getSettings(context)
  await storeOptOuts(context.db, context.principal.userId, {
    off: kinds.filter((kind) => muted_kinds.includes(kind)),
    on: kinds.filter((kind) => !muted_kinds.includes(kind)),
  })
  return getSettings(context)
}
