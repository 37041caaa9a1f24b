import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { roles } from '@/lib/auth/roles'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import {
  getNotificationSettings,
  listNotifications,
  readNotifications,
  updateNotificationSettings,
} from '@/lib/notifications/contract'
import { rejectQueueItem } from '@/lib/queue/contract'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { insertStory } from '@/tests/support/database/story-rows'
import { insertEndpoint } from '@/tests/support/webhooks/webhooks'
import { addEvents, aMember, failed, numberEvents } from './support'

const anAccount = (id: string) => ({
  connection: { id, channel: 'instagram', account_name: 'Corner Bakery', expires_at: '2026-05-08T08:00:00.000Z' },
  reason: 'Connect the account again.',
})

async function alert(endpointId: string, kind: 'unhealthy' | 'auto_disabled'): Promise<string> {
  const id = newId()
  const message = `The endpoint is ${kind}.`
  await database().insertInto('webhook_alerts').values({ id, endpoint_id: endpointId, kind, message }).execute()
  return id
}

test('notifications depend on the role, and each failure is listed once', async () => {
  const project = await aProject()
  const { projectId } = project
  const endpoint = await insertEndpoint({ project, url: 'https://shop.example/hook' })
  const people = await Promise.all(roles.map(async (role) => ({ role, ...(await aMember(project, role)) })))
  const story = { id: newId(), title: null, caption: 'Warm bread' }
  await addEvents(
    projectId,
    { event: 'story.scheduled', data: { story } },
    failed({ story }),
    { ...failed({ story }), event: 'story.skipped' },
    failed({ skip_reason: 'outcome_unknown', code: 'outcome_unknown' }),
    failed({ category: 'review', code: 'rejected', skip_reason: 'Not our tone' }),
    { event: 'connection.expiring', data: anAccount(newId()) },
    { event: 'connection.broken', data: anAccount(newId()) },
  )
  await alert(endpoint.id, 'unhealthy')
  await alert(endpoint.id, 'auto_disabled')
  await insertStory(database(), { projectId, channels: ['x', 'threads'], caption: 'Soon', status: 'pending' })
  const forEveryone = ['post_rejected', 'outcome_unknown', 'post_failed']
  const forAdmins = ['webhook_off', 'webhook_failing', 'connection_broken', 'connection_expiring', ...forEveryone]
  for (const { role, session } of people) {
    const { notifications, waiting, unread_count } = await session.get(listNotifications, { project_id: projectId })
    const isAdmin = role === 'admin' || role === 'owner'
    expect([role, notifications.map(({ kind }) => kind)]).toEqual([role, isAdmin ? forAdmins : forEveryone])
    expect([role, waiting.count, unread_count]).toEqual([role, isAdmin ? 1 : 0, isAdmin ? 8 : 3])
    expect(notifications.at(-1)).toEqual({
      id: expect.any(String),
      project_id: projectId,
      kind: 'post_failed',
      created_at: expect.any(String),
      is_read: false,
      is_settled: true,
      channel: 'threads',
      story,
      conversation: null,
      connection: null,
      endpoint: null,
      automation: null,
      connector: null,
      pillar: null,
      person_name: null,
      reason: 'Threads refused this post.',
      code: 'text_too_long',
      ends_at: null,
    })
  }
  const outsider = await signedIn((await aProject()).userId)
  expect((await outsider.refused(listNotifications, { project_id: projectId })).error.code).toBe('not_found')
})

test('read marks are per user and never cover later notifications', async () => {
  const project = await aProject()
  const { projectId } = project
  const endpoint = await insertEndpoint({ project, url: 'https://shop.example/hook' })
  const [one, other] = [await aMember(project, 'admin'), await aMember(project, 'admin')]
  const ask = (person = one) => person.session.get(listNotifications, { project_id: projectId })
  await addEvents(projectId, failed(), failed(), failed())
  await alert(endpoint.id, 'unhealthy')
  await insertStory(database(), { projectId, channels: ['x'], caption: 'Soon', status: 'pending' })

  const before = await ask()
  expect(before.unread_count).toBe(5)
  const [, second] = before.notifications
  const read = await one.session.post(readNotifications, {
    project_id: projectId,
    notification_ids: [second?.id ?? '', newId()],
  })
  expect(read).toEqual({ ok: true, unread_count: 4 })
  expect((await ask()).notifications.map(({ is_read }) => is_read)).toEqual([false, true, false, false])

  const { seen } = await ask()
  await addEvents(projectId, failed())
  const late = await alert(endpoint.id, 'auto_disabled')
  const all = await one.session.post(readNotifications, { project_id: projectId, up_to: seen })
  expect(all.unread_count).toBe(2)
  const after = await ask()
  expect(after.notifications.filter(({ is_read }) => !is_read).map(({ kind }) => kind)).toEqual([
    'webhook_off',
    'post_failed',
  ])
  expect(after.notifications[0]?.id).toBe(late)
  expect(after.waiting).toMatchObject({ count: 1, stories: [{ is_read: true, channels: ['x'] }] })
  expect((await ask(other)).unread_count).toBe(7)

  // A mark beyond the newest notification would hide later ones.
  const far = { sequence: 9e15, alert_id: 'ffffffff-ffff-7fff-bfff-ffffffffffff', at: '2999-01-01T00:00:00Z' }
  await one.session.post(readNotifications, { project_id: projectId, up_to: far })
  await addEvents(projectId, failed())
  await alert(endpoint.id, 'unhealthy')
  await sql`update queue_items set updated_at = now() where project_id = ${projectId}`.execute(database())
  expect((await ask()).unread_count).toBe(3)
})

test('a new member has no unread notifications, but sees earlier ones in the list', async () => {
  const project = await aProject()
  await addEvents(project.projectId, failed(), failed())
  const { session } = await aMember(project, 'viewer')
  const { notifications, unread_count } = await session.get(listNotifications, { project_id: project.projectId })
  expect([notifications.length, unread_count]).toEqual([2, 0])
  await addEvents(project.projectId, failed())
  expect((await session.get(listNotifications, { project_id: project.projectId })).unread_count).toBe(1)
})

test('pages continue without gaps over events and alerts', async () => {
  const project = await aProject()
  const { projectId } = project
  const endpoint = await insertEndpoint({ project, url: 'https://shop.example/hook' })
  for (let round = 0; round < 3; round++) {
    await addEvents(projectId, failed(), failed())
    await alert(endpoint.id, 'unhealthy')
  }
  const session = await signedIn(project.userId)
  const all = (await session.get(listNotifications, { project_id: projectId })).notifications.map(({ id }) => id)
  const pages: string[][] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await session.get(listNotifications, {
      project_id: projectId,
      limit: 4,
      ...(cursor ? { cursor } : {}),
    })
    pages.push(page.notifications.map(({ id }) => id))
    cursor = page.next_cursor
  }
  expect(pages.map((page) => page.length)).toEqual([4, 4, 1])
  expect(pages.flat()).toEqual(all)
})

test('muted kinds are neither listed nor counted, and only kinds of the role can be chosen', async () => {
  const project = await aProject()
  const { projectId } = project
  const editor = await aMember(project, 'editor')
  await addEvents(projectId, failed(), failed({ category: 'review', code: 'rejected' }))
  const named = { project_id: projectId }
  expect(await editor.session.get(getNotificationSettings, named)).toEqual({
    kinds: [
      'post_failed',
      'outcome_unknown',
      'post_rejected',
      'media_problem',
      'first_comment_failed',
      'recurring_draft',
      'automation_draft',
      'automation_off',
      'connector_failing',
      'pillar_gap',
      'pillar_below_benchmark',
      'moment',
      'mention',
      'story_comment',
      'client_review',
    ],
    muted_kinds: [],
  })
  const muted_kinds = ['post_rejected' as const, 'webhook_off' as const]
  const stored = await editor.session.patch(updateNotificationSettings, { ...named, muted_kinds })
  expect(stored.muted_kinds).toEqual(['post_rejected'])
  const { notifications, unread_count } = await editor.session.get(listNotifications, named)
  expect([notifications.map(({ kind }) => kind), unread_count]).toEqual([['post_failed'], 1])
  const whoMade = await signedIn(project.userId)
  expect((await whoMade.get(listNotifications, named)).unread_count).toBe(2)
})

test('a rejection notifies the author, and is resolved by a later approval', async () => {
  const project = await aProject({ requireApproval: true })
  const { projectId } = project
  const { itemIds } = await insertStory(database(), {
    projectId,
    channels: ['x'],
    caption: 'Not yet',
    dueIn: 3_600,
    status: 'pending',
  })
  const owner = await signedIn(project.userId)
  const { session } = await aMember(project, 'editor')
  await owner.post(rejectQueueItem, { id: itemIds.x ?? '', reason: 'Too loud' })
  await numberEvents(projectId)
  const [rejected] = (await session.get(listNotifications, { project_id: projectId })).notifications
  expect(rejected).toMatchObject({ kind: 'post_rejected', channel: 'x', reason: 'Too loud', is_settled: false })
  await sql`update queue_items set status = 'approved' where id = ${itemIds.x}`.execute(database())
  const [settled] = (await session.get(listNotifications, { project_id: projectId })).notifications
  expect(settled).toMatchObject({ id: rejected?.id, is_settled: true })
})

test('refuses a request with neither or both of ids and a mark', async () => {
  const project = await aProject()
  const session = await signedIn(project.userId)
  const named = { project_id: project.projectId }
  const { seen } = await session.get(listNotifications, named)
  for (const given of [{}, { notification_ids: [newId()], up_to: seen }]) {
    const { status, error } = await session.refused(readNotifications, { ...named, ...given })
    expect([status, error.issues]).toEqual([
      400,
      [{ path: 'notification_ids', code: 'one_of', message: 'Name either notification_ids or up_to.' }],
    ])
  }
})
