import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startEmbeddedDatabase } from './embedded'
import { isOutage } from './outage'
import { connect, transaction } from './pool'

test('a connection that breaks between two queries of a transaction fails the transaction and nothing else', async () => {
  const database = await startEmbeddedDatabase('memory://')
  const { db, close } = connect(database.url, 2)
  const interrupted = transaction(db, async (tx) => {
    await sql`select 1`.execute(tx)
    await database.stop()
    // Time for the news to arrive while no query waits for it: then it would end the process.
    await sleep(100)
    await sql`select 1`.execute(tx)
  })
  expect(isOutage(await interrupted.catch((error: unknown) => error))).toBe(true)
  await close()
})
