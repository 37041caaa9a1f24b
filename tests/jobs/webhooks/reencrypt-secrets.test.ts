import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { reencryptSecrets } from '@/lib/webhooks/signing/reencrypt-secrets'
import { decryptSecret, encryptSecret, newSecret } from '@/lib/webhooks/signing/secret'
import { aProject } from '@/tests/support/api/api'
import { onOwnDatabase, setEnv } from '@/tests/support/publishing/publishing'
import { endpointOf, insertEndpoint } from '@/tests/support/webhooks/webhooks'

onOwnDatabase()

const aKey = (name: string): string => `${name}:${randomBytes(32).toString('base64')}`

test('re-encrypts current and previous secrets with a new key, and reports unreadable ones', async () => {
  const project = await aProject()
  const [plain, rotated, lost] = [
    await insertEndpoint({ project, url: 'https://one.example.com' }),
    await insertEndpoint({ project, url: 'https://two.example.com' }),
    await insertEndpoint({ project, url: 'https://three.example.com' }),
  ]
  const before = newSecret()
  const sealed = encryptSecret(rotated.id, before)
  await sql`update webhook_endpoints set previous_secret = ${sealed.secret},
    previous_secret_key_id = ${sealed.secret_key_id} where id = ${rotated.id}`.execute(database())
  await sql`update webhook_endpoints set secret_key_id = 'gone' where id = ${lost.id}`.execute(database())

  setEnv({ ENCRYPTION_KEY: `${aKey('newer')},${env().ENCRYPTION_KEY}` })
  expect(await reencryptSecrets(database())).toEqual({ resealed: 2, unreadable: [lost.id] })
  for (const { id, secret } of [plain, rotated]) {
    const row = await endpointOf(id)
    expect(row.secret_key_id).toBe('newer')
    expect(decryptSecret(id, row.secret, row.secret_key_id)).toBe(secret)
  }
  const { previous_secret, previous_secret_key_id } = await endpointOf(rotated.id)
  expect(previous_secret_key_id).toBe('newer')
  expect(decryptSecret(rotated.id, previous_secret as Buffer, 'newer')).toBe(before)
  expect(await reencryptSecrets(database())).toEqual({ resealed: 0, unreadable: [lost.id] })
  // A secret cannot be decrypted for another endpoint.
  const { secret } = await endpointOf(plain.id)
  expect(() => decryptSecret(rotated.id, secret, 'newer')).toThrow('cannot be decrypted')
})
