import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ensureUser } from '@/lib/auth/provision'
import { putPendingSecret } from '@/lib/auth/two-factor/repository'
import { resealTotpSecrets } from '@/lib/auth/two-factor/reseal'
import { openTotpSecret, sealTotpSecret } from '@/lib/auth/two-factor/seal'
import { newTotpSecret } from '@/lib/auth/two-factor/totp'
import { database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { onOwnDatabase, setEnv } from '@/tests/support/publishing/publishing'

onOwnDatabase()

async function sealed(): Promise<{ userId: string; secret: string }> {
  const [userId, secret] = [await ensureUser(database(), { email: `${randomUUID()}@example.com` }), newTotpSecret()]
  await putPendingSecret(database(), userId, sealTotpSecret(userId, secret))
  return { userId, secret }
}

const rowOf = (userId: string) =>
  database().selectFrom('user_two_factor').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()

test('re-encrypts two-factor secrets with a new key, and reports unreadable ones', async () => {
  const [plain, lost] = [await sealed(), await sealed()]
  await database()
    .updateTable('user_two_factor')
    .set({ secret_key_id: 'gone' })
    .where('user_id', '=', lost.userId)
    .execute()
  setEnv({ ENCRYPTION_KEY: `newer:${randomBytes(32).toString('base64')},${env().ENCRYPTION_KEY}` })
  expect(await resealTotpSecrets(database())).toEqual({ resealed: 1, unreadable: [lost.userId] })
  const row = await rowOf(plain.userId)
  expect([row.secret_key_id, openTotpSecret(plain.userId, row)]).toEqual(['newer', plain.secret])
  expect(() => openTotpSecret(lost.userId, row)).toThrow('cannot be decrypted')
})
