import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { claimOne } from '@/lib/publishing/claim/claim-due'
import { Lease, LeaseLost } from '@/lib/publishing/claim/lease'
import { approveQueueItem, bulkReschedule, rejectQueueItem } from '@/lib/queue/contract'
import { cancelStory, editStory, getStory, scheduleStory } from '@/lib/stories/contract'
import { resyncStory } from '@/lib/stories/reconcile/contract'
import { aProject } from '@/tests/support/api/api'
import { rowOf, storyOf } from '@/tests/support/publishing/publishing'
import { aScheduledStory, inHours } from './stories'

const claim = (id: string) => claimOne(database(), id, { worker: 'test', leaseSeconds: 30 })

/** A story with one due row. */
async function aDueStory() {
  const project = await aProject()
  const story = await aScheduledStory(project, { channels: ['x'], scheduled_at: inHours(-1 / 60) })
  const { content_queue } = await project.api.get(getStory, { id: story.id })
  return { ...project, story, itemId: content_queue[0]?.id ?? '' }
}

const changes = [
  ['edit', editStory, { caption: 'Other', connection_check: 'skip' }],
  ['schedule', scheduleStory, { scheduled_at: inHours(9), connection_check: 'skip' }],
  ['cancel', cancelStory, {}],
] as const

test.each(changes)(
  '%s is refused while a worker has claimed a row, and the row stays claimed',
  async (_, contract, input) => {
    const { api, story, itemId } = await aDueStory()
    const held = await claim(itemId)
    const refused = await api.refused(contract, { id: story.id, ...input })
    expect(refused).toMatchObject({
      status: 409,
      error: { code: 'conflict', message: expect.stringMatching(/is being published on \w+ right now/) },
    })
    if (!held) throw new Error('The row was not due.')
    await new Lease(database(), held).saveResults({ upload: { id: '1' } }, true)
  },
)

test.each(changes)(
  '%s is refused while the outcome of a send is unknown, even without a claim',
  async (_, contract, input) => {
    const { api, story, itemId } = await aDueStory()
    const sending = { sending: { step: 'publish', sent_at: new Date().toISOString(), text_hash: '', looks: 0 } }
    await database()
      .updateTable('queue_items')
      .set({ progress: JSON.stringify(sending) })
      .where('id', '=', itemId)
      .execute()
    expect(await api.refused(contract, { id: story.id, ...input })).toMatchObject({ status: 409 })
    expect((await rowOf(itemId)).progress).toEqual(sending)
  },
)

test.each(changes)('%s is refused when the post is published but not settled', async (_, contract, input) => {
  const { api, story, itemId } = await aDueStory()
  const progress = { done: { publish: { id: '1' } } }
  await database()
    .updateTable('queue_items')
    .set({ progress: JSON.stringify(progress) })
    .where('id', '=', itemId)
    .execute()
  expect(await api.refused(contract, { id: story.id, ...input })).toMatchObject({ status: 409 })
  expect((await rowOf(itemId)).progress).toEqual(progress)
})

test('bulk reschedule skips a row that is being published and reports it', async () => {
  const { api, story, itemId } = await aDueStory()
  await claim(itemId)
  const before = await rowOf(itemId)
  const answer = await api.post(bulkReschedule, { story_ids: [story.id], scheduled_at: inHours(5) })
  expect(answer).toEqual({
    ok: true,
    updated: [],
    skipped: [{ story_id: story.id, queue_item_id: itemId, reason: 'publishing' }],
  })
  expect(await rowOf(itemId)).toEqual(before)
})

test('resync skips a row that is being published', async () => {
  const { api, story, itemId } = await aDueStory()
  await claim(itemId)
  await database()
    .updateTable('stories')
    .set({ destination_url: 'https://other.example' })
    .where('id', '=', story.id)
    .execute()
  expect(await api.refused(resyncStory, { id: story.id })).toMatchObject({ status: 409 })
})

test('concurrent edit and claim: the edit is refused, or the worker publishes the edited text', async () => {
  for (let round = 0; round < 8; round++) {
    const { api, story, itemId } = await aDueStory()
    const [edit, held] = await Promise.all([
      api.send(editStory, { id: story.id, caption: 'Edited', connection_check: 'skip' }),
      claim(itemId),
    ])
    const { caption } = await storyOf(story.id)
    if (edit.status === 409) expect(caption).toBe('Fresh bread')
    else expect([edit.status, caption]).toEqual([200, 'Edited'])
    if (!held) continue
    // A worker that claimed before the edit lost its claim. A worker that still holds the row has the edited story.
    const isHolder = (await rowOf(itemId)).fence === held.fence
    const write = new Lease(database(), held).saveResults({ upload: { id: '1' } }, true)
    if (isHolder) await write
    else await expect(write).rejects.toBeInstanceOf(LeaseLost)
    expect(isHolder || edit.status === 200).toBe(true)
  }
})

test('of two concurrent decisions one succeeds and the other is refused', async () => {
  const project = await aProject({ requireApproval: true })
  for (let round = 0; round < 5; round++) {
    const story = await aScheduledStory(project, { channels: ['x'] })
    const { content_queue } = await project.api.get(getStory, { id: story.id })
    const id = content_queue[0]?.id ?? ''
    const answers = await Promise.all([
      project.api.send(approveQueueItem, { id }),
      project.api.send(rejectQueueItem, { id, reason: 'No' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  }
})

test('two concurrent edits are both applied, one after the other', async () => {
  const project = await aProject()
  const story = await aScheduledStory(project)
  const edits = [{ title: 'Title' }, { hashtags: 'tag' }, { destination_url: 'https://shop.example' }]
  const answers = await Promise.all(
    edits.map((edit) => project.api.send(editStory, { id: story.id, ...edit, connection_check: 'skip' })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await storyOf(story.id)).toMatchObject(Object.assign({}, ...edits))
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from timeline_entries where story_id = ${story.id} and kind = 'edited'`.execute(
    database(),
  )
  expect(rows[0]?.lines).toBe(3)
})
