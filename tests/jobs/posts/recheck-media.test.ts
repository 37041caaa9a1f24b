import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { recheckMedia } from '@/lib/publishing/media/recheck-media'
import { inspectFile } from '@/lib/renditions/inspect'
import { findKnown, storeKnown } from '@/lib/renditions/repository'
import { aProject } from '@/tests/support/api/api'
import { insertStory } from '@/tests/support/database/story-rows'
import { onOwnDatabase, rowOf } from '@/tests/support/publishing/publishing'

onOwnDatabase()

const sample = (name: string): string => `${inject('sandboxUrl')}/samples/${name}`
const day = 86_400

test('a file that is gone is reported on posts of the next two weeks, once a day', async () => {
  const db = database()
  const { projectId } = await aProject()
  const [there, gone] = [sample('dawn.jpg'), sample('no-such-file.jpg')]
  const facts = await inspectFile(there, new AbortController().signal)
  // Both could be fetched when the posts were scheduled.
  for (const url of [there, gone]) await storeKnown(db, projectId, url, { facts, error: null, etag: null })
  const post = async (url: string, dueIn: number): Promise<string> => {
    const slides = [{ media_url: url }]
    const { itemIds } = await insertStory(db, { projectId, channels: ['x'], caption: 'Bread', dueIn, slides })
    return itemIds.x ?? ''
  }
  const [fine, soon, far, today] = [
    await post(there, 3 * day),
    await post(gone, 4 * day),
    await post(gone, 15 * day),
    await post(gone, day / 2),
  ]
  expect(await recheckMedia(db)).toEqual({ checked: 0, problems: 0 })
  await sql`update queue_items set created_at = now() - interval '25 hours'`.execute(db)
  expect(await recheckMedia(db)).toEqual({ checked: 2, problems: 1 })
  const problemOf = async (id: string) => (await rowOf(id)).data_snapshot
  expect(await problemOf(soon)).toEqual({ media_problem: expect.stringMatching(/^No file found at .*no-such-file/) })
  expect(await Promise.all([fine, far, today].map(problemOf))).toEqual([{}, {}, {}])
  const known = await findKnown(db, projectId, [there, gone])
  expect(known.get(there)).toMatchObject({ facts, error: null })
  expect(known.get(gone)).toMatchObject({ facts, error: { kind: 'missing', isPassing: false } })
  expect(await recheckMedia(db)).toEqual({ checked: 0, problems: 0 })
})
