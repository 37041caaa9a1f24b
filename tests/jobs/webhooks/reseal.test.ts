import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { resealSecrets } from '@/lib/webhooks/reseal'
import { newSecret, openSecret, sealSecret } from '@/lib/webhooks/secret'
import { aProject } from '../../support/api'
import { onOwnDatabase, setEnv } from '../../support/publishing'
import { endpointOf, insertEndpoint } from '../../support/webhooks'

onOwnDatabase()

const aKey = (name: string): string => `${name}:${randomBytes(32).toString('base64')}`

test('signing secrets move to a new key, the one before a rotation with them, and what does not open is named', async () => {
  const project = await aProject()
  const [plain, rotated, lost] = [
    await insertEndpoint({ project, url: 'https://one.example.com' }),
    await insertEndpoint({ project, url: 'https://two.example.com' }),
    await insertEndpoint({ project, url: 'https://three.example.com' }),
  ]
  const before = newSecret()
  const sealed = sealSecret(rotated.id, before)
  await sql`update webhook_endpoints set previous_secret = ${sealed.secret},
    previous_secret_key_id = ${sealed.secret_key_id} where id = ${rotated.id}`.execute(database())
  await sql`update webhook_endpoints set secret_key_id = 'gone' where id = ${lost.id}`.execute(database())

  setEnv({ ENCRYPTION_KEY: `${aKey('newer')},${env().ENCRYPTION_KEY}` })
  expect(await resealSecrets(database())).toEqual({ resealed: 2, unreadable: [lost.id] })
  for (const { id, secret } of [plain, rotated]) {
    const row = await endpointOf(id)
    expect(row.secret_key_id).toBe('newer')
    expect(openSecret(id, row.secret, row.secret_key_id)).toBe(secret)
  }
  const { previous_secret, previous_secret_key_id } = await endpointOf(rotated.id)
  expect(previous_secret_key_id).toBe('newer')
  expect(openSecret(rotated.id, previous_secret as Buffer, 'newer')).toBe(before)
  expect(await resealSecrets(database())).toEqual({ resealed: 0, unreadable: [lost.id] })
  // Sealed for its own endpoint alone.
  const { secret } = await endpointOf(plain.id)
  expect(() => openSecret(rotated.id, secret, 'newer')).toThrow('does not open')
})
