import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startEmbeddedDatabase } from './embedded'
import { isOutage } from './outage'
import { afterCommit, connect, transaction } from './pool'

test('a connection that breaks between two queries only fails its transaction', async () => {
  const database = await startEmbeddedDatabase('memory://')
  const { db, close } = connect(database.url, 2)
  const interrupted = transaction(db, async (tx) => {
    await sql`select 1`.execute(tx)
    await database.stop()
    // The error arrives while no query is running. Without a listener it would end the process.
    await sleep(100)
    await sql`select 1`.execute(tx)
  })
  expect(isOutage(await interrupted.catch((error: unknown) => error))).toBe(true)
  await close()
})

test('afterCommit runs after the commit, and never after a rollback', async () => {
  const database = await startEmbeddedDatabase('memory://')
  const { db, close } = connect(database.url, 2)
  await sql`create table changes (name text)`.execute(db)
  const seen: [string, number][] = []
  const follow = (name: string) =>
    afterCommit(name, async () => {
      const { rows } = await sql`select from changes`.execute(db)
      seen.push([name, rows.length])
    })
  await transaction(db, async (tx) => {
    await sql`insert into changes values ('kept')`.execute(tx)
    await follow('kept')
    await follow('kept')
    await transaction(tx, async () => {
      await follow('in a savepoint')
      throw new Error('back')
    }).catch(() => {})
  })
  await transaction(db, async () => {
    await follow('rolled back')
    throw new Error('back')
  }).catch(() => {})
  expect(seen).toEqual([['kept', 1]])
  await close()
  await database.stop()
})
