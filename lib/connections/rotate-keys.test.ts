import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@/lib/db/embedded'
import { migrate } from '@/lib/db/migrate'
import { type Connected, connect } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { newId } from '@/lib/ids'
import { rotateKeys } from './rotate-keys'
import { openCredentials, sealCredentials } from './seal'

// A database of its own: the rotation goes over every project.
let embedded: EmbeddedDatabase
let connected: Connected
beforeAll(async () => {
  embedded = await startEmbeddedDatabase('memory://')
  await migrate(embedded.url, 'supabase/migrations')
  connected = connect(embedded.url, 2)
}, 60_000)
afterAll(async () => {
  await connected.close()
  await embedded.stop()
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

test('more rows than a batch get the first key, and a row that does not open is named and left alone', async () => {
  useKeys(key('lost', 9))
  const lost = await insertSealed('lost')
  useKeys(key('old', 1))
  for (let made = 0; made < 120; made++) await insertSealed(`token-${made}`)
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
