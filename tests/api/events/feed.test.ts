import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database, transaction } from '@/lib/db/pool'
import { appendEvents } from '@/lib/events/append'
import { listEvents } from '@/lib/events/contract'
import type { EventName } from '@/lib/events/names'
import { newId } from '@/lib/ids'
import { fanOut } from '@/lib/webhooks/sending/fan-out'
import { sendPing } from '@/lib/webhooks/sending/ping'
import { aProject } from '@/tests/support/api/api'
import { insertEndpoint } from '@/tests/support/webhooks/webhooks'

/** Events of a project with sequences, each in its own transaction. */
async function happen(projectId: string, ...names: EventName[]): Promise<void> {
  for (const event of names) {
    await transaction(database(), (tx) => appendEvents(tx, [{ projectId, event, data: { note: event } }]))
  }
  // The fan-out of another test file may hold the lock.
  const isDone = async () => {
    await fanOut(database())
    const { rows } = await sql`
      select from events where project_id = ${projectId} and fanned_out_at is null limit 1`.execute(database())
    return rows.length === 0
  }
  await expect.poll(isDone, { timeout: 20_000, interval: 20 }).toBe(true)
}

const some: EventName[] = ['story.scheduled', 'story.failed', 'story.skipped', 'story.failed', 'connection.broken']

test('lists events oldest first and continues after the last one', async () => {
  const { api, projectId } = await aProject()
  expect(await api.get(listEvents)).toEqual({ events: [], next_cursor: null })
  await happen(projectId, ...some)
  const { events, next_cursor } = await api.get(listEvents)
  expect(events.map(({ sequence, event }) => [sequence, event])).toEqual(some.map((name, index) => [index + 1, name]))
  expect(next_cursor).toBeNull()
  expect(events[1]).toEqual({
    id: expect.any(String),
    sequence: 2,
    event: 'story.failed',
    created_at: expect.any(String),
    data: { project_id: projectId, note: 'story.failed' },
  })
  const after = async (place: string) => (await api.get(listEvents, { after: place })).events.map((one) => one.sequence)
  expect(await after('0')).toEqual([1, 2, 3, 4, 5])
  expect(await after('3')).toEqual([4, 5])
  expect(await after(events[2]?.id ?? '')).toEqual([4, 5])
  expect(await after('5')).toEqual([])
  await happen(projectId, 'story.published')
  expect(await after('5')).toEqual([6])
})

test('pages continue where the last one ended, also with an event filter', async () => {
  const { api, projectId } = await aProject()
  await happen(projectId, ...some, ...some)
  const pagesOf = async (query: object): Promise<number[][]> => {
    const pages: number[][] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await api.get(listEvents, { ...query, limit: 2, ...(cursor ? { cursor } : {}) } as never)
      pages.push(page.events.map(({ sequence }) => sequence))
      cursor = page.next_cursor
    }
    return pages
  }
  expect(await pagesOf({})).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 8],
    [9, 10],
  ])
  expect(await pagesOf({ after: '7' })).toEqual([[8, 9], [10]])
  expect(await pagesOf({ event: 'story.failed,connection.broken' })).toEqual([
    [2, 4],
    [5, 7],
    [9, 10],
  ])
})

test('excludes test pings and events that are not fanned out yet', async () => {
  const project = await aProject()
  const { api, projectId } = project
  const endpoint = await insertEndpoint({ project, url: 'https://127.0.0.1:9/' })
  await happen(projectId, 'story.scheduled')
  const ping = await sendPing(database(), { id: endpoint.id, project_id: projectId })
  expect((await api.get(listEvents)).events.map(({ sequence }) => sequence)).toEqual([1])
  const { status, error } = await api.refused(listEvents, { after: ping.event_id })
  expect([status, error.issues?.[0]?.code]).toEqual([400, 'without_sequence'])
})

test('400 for a sequence that does not exist yet', async () => {
  const { api, projectId } = await aProject()
  await happen(projectId, 'story.scheduled')
  const { status, error } = await api.refused(listEvents, { after: '2' })
  const message = 'The last event of this project has the sequence 1. Use 1 or less.'
  expect([status, error.issues]).toEqual([400, [{ path: 'after', code: 'not_yet_given', message }]])
  for (const after of ['-1', '01', '1e3', 'x', '9'.repeat(16)]) {
    expect((await api.refused(listEvents, { after })).error.issues?.[0]?.path).toBe('after')
  }
})

test('410 when events after the given one are deleted', async () => {
  const { api, projectId } = await aProject()
  await happen(projectId, ...some)
  const [first] = (await api.get(listEvents)).events
  await sql`delete from events where project_id = ${projectId} and sequence <= 3`.execute(database())
  expect((await api.get(listEvents, { after: '3' })).events.map(({ sequence }) => sequence)).toEqual([4, 5])
  expect((await api.get(listEvents)).events.map(({ sequence }) => sequence)).toEqual([4, 5])
  const { status, error } = await api.refused(listEvents, { after: '1' })
  expect([status, error]).toEqual([
    410,
    {
      code: 'gone',
      message:
        'The events from 2 to 3 are deleted. Events are deleted after 90 days. Omit after to start with the oldest event, and read missed changes from the resources.',
    },
  ])
  // An unknown old id must be a deleted event. An unknown new id may never have existed.
  expect((await api.refused(listEvents, { after: first?.id ?? '' })).status).toBe(404)
  const old = newId(Date.now() - 91 * 86_400_000)
  expect((await api.refused(listEvents, { after: old })).status).toBe(410)
  await sql`delete from events where project_id = ${projectId}`.execute(database())
  expect((await api.get(listEvents, { after: '5' })).events).toEqual([])
  expect((await api.refused(listEvents, { after: '4' })).status).toBe(410)
})

test('excludes events of other projects, and 404 for their ids', async () => {
  const [mine, theirs] = [await aProject(), await aProject()]
  await happen(mine.projectId, 'story.scheduled')
  await happen(theirs.projectId, ...some)
  const account = await mine.withToken({ isAccount: true })
  expect((await account.refused(listEvents)).error.issues?.[0]?.path).toBe('project_id')
  expect((await account.get(listEvents, { project_id: mine.projectId })).events).toHaveLength(1)
  const strange = (await theirs.api.get(listEvents)).events[0]?.id ?? ''
  expect((await mine.api.refused(listEvents, { after: strange })).status).toBe(404)
})
