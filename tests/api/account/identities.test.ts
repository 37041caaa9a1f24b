import { expect, test } from 'vitest'
import { deleteIdentity, listIdentities } from '@/lib/account/identities/contract'
import { insertIdentity } from '@/lib/auth/identities'
import { database, transaction } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'

async function withBoth(password: string | null) {
  const { userId } = await aProject()
  await database().updateTable('users').set({ password_hash: password }).where('id', '=', userId).execute()
  for (const provider of ['github', 'google'] as const) {
    const profile = { provider, accountId: newId(), email: `me@${provider}.example`, isEmailVerified: true, name: 'Me' }
    await transaction(database(), (tx) => insertIdentity(tx, userId, profile))
  }
  const session = await signedIn(userId)
  const { identities } = await session.get(listIdentities)
  return { session, identities }
}

test('sign-in methods are listed and disconnected, also the last one of an account with a password', async () => {
  const { session, identities } = await withBoth('hash')
  expect(identities).toMatchObject([
    { provider: 'github', email: 'me@github.example' },
    { provider: 'google', email: 'me@google.example' },
  ])
  for (const { id } of identities) expect(await session.delete(deleteIdentity, { id })).toEqual({ ok: true })
  expect(await session.get(listIdentities)).toEqual({ identities: [] })
})

test('the last sign-in method stays, even when two are disconnected at once', async () => {
  const { session, identities } = await withBoth(null)
  const answers = await Promise.all(identities.map(({ id }) => session.send(deleteIdentity, { id })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const left = await session.get(listIdentities)
  expect(left.identities).toHaveLength(1)
  const { error } = await session.refused(deleteIdentity, { id: left.identities[0]?.id })
  const provider = left.identities[0]?.provider === 'github' ? 'GitHub' : 'Google'
  expect(error.message).toBe(`${provider} is your only way to sign in. Set a password first.`)
})

test('another account’s sign-in methods are neither listed nor disconnected', async () => {
  const { identities } = await withBoth('hash')
  const other = await signedIn((await aProject()).userId)
  expect(await other.get(listIdentities)).toEqual({ identities: [] })
  expect((await other.refused(deleteIdentity, { id: identities[0]?.id })).status).toBe(404)
})
