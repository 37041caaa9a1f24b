import type { Context } from '@/lib/access/context'
import { sendSecurityNotice } from '@/lib/account-links/security-notice'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { deleteIdentity, type IdentityRow, listIdentities } from '@/lib/auth/identities'
import { providerNames } from '@/lib/auth/oauth-providers'
import { transaction } from '@/lib/db/pool'
import { conflict, notFound } from '@/lib/errors'
import { lockUser } from '../repository'
import type * as contracts from './contract'

export async function list({ db, principal }: Context): Promise<AnswerOf<typeof contracts.listIdentities>> {
  return { identities: (await listIdentities(db, principal.userId)).map(serialize) }
}

export async function remove(
  { db, principal, now }: Context,
  { id }: InputOf<typeof contracts.deleteIdentity>,
): Promise<AnswerOf<typeof contracts.deleteIdentity>> {
  await transaction(db, async (tx) => {
    // Prevents parallel requests from removing the last two.
    const user = await lockUser(tx, principal.userId)
    const identities = await listIdentities(tx, user.id)
    const identity = identities.find((candidate) => candidate.id === id)
    if (!identity) throw notFound('sign-in method')
    const name = providerNames[identity.provider]
    if (user.password_hash === null && identities.length === 1)
      throw conflict(`${name} is your only way to sign in. Set a password first.`)
    await deleteIdentity(tx, user.id, id)
    await sendSecurityNotice(tx, user, { change: 'sign_in_method_removed', now, detail: `It was ${name}.` })
  })
  return { ok: true }
}

const serialize = ({ created_at, last_used_at, ...row }: IdentityRow) => ({
  ...row,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at.toISOString(),
})
