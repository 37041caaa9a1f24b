import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Connected, connect } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { newId } from '@/lib/ids'
import type { Served } from '@/tests/support/database/postgres'
import { createDatabase } from '@/tests/support/database/test-database'
import { rotateKeys } from './rotate-keys'
import { openCredentials, sealCredentials } from './seal'

// Uses its own database: key rotation covers all projects.
let database: Served
let connected: Connected
beforeAll(async () => {
  database = await createDatabase()
  connected = connect(database.url, 2)
})
afterAll(async () => {
  await connected.close()
  await database.stop()
})
afterEach(() => {
  vi.unstubAllEnvs()
  reloadEnv()
})

const key = (name: string, byte: number): string => `${name}:${Buffer.alloc(32, byte).toString('hex')}`

function useKeys(...keys: string[]): void {
  vi.stubEnv('ENCRYPTION_KEY', keys.join(','))
  reloadEnv()
}

async function insertSealed(accessToken: string): Promise<string> {
  const id = newId()
  const project_id = newId()
  await connected.db.insertInto('projects').values({ id: project_id, name: 'p', slug: 'p' }).execute()
  await connected.db
    .insertInto('social_connections')
    .values({
      id,
      project_id,
      channel: 'threads',
      account_id: id,
      ...sealCredentials(id, { kind: 'bearer', accessToken, refreshToken: null }),
    })
    .execute()
  return id
}

const rows = () => connected.db.selectFrom('social_connections').selectAll().orderBy('id').execute()

test('re-encrypts more rows than one batch, and reports unreadable rows without changing them', async () => {
  useKeys(key('lost', 9))
  const lost = await insertSealed('lost')
  useKeys(key('old', 1))
  for (let index = 0; index < 120; index++) await insertSealed(`token-${index}`)
  const before = (await rows()).find(({ id }) => id === lost)

  useKeys(key('new', 2), key('old', 1))
  expect(await rotateKeys(connected.db)).toEqual({ resealed: 120, unreadable: [lost] })

  useKeys(key('new', 2))
  const [first, ...rest] = await rows()
  expect(first).toEqual(before)
  expect(rest.map((row) => openCredentials(row))).toEqual(
    rest.map((_, index) => ({ kind: 'bearer', accessToken: `token-${index}`, refreshToken: null })),
  )
  expect(await rotateKeys(connected.db)).toEqual({ resealed: 0, unreadable: [lost] })
})
