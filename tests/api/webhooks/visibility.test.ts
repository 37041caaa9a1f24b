import { expect, test } from 'vitest'
import type { Role } from '@/lib/auth/roles'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { createProject, deleteProject } from '@/lib/projects/contract'
import { listWebhookAlerts, readWebhookAlerts } from '@/lib/webhooks/alerts/contract'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
} from '@/lib/webhooks/endpoints/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'

const wanted = { url: 'https://shop.example/hook', events: ['*' as const] }

/** Another member of the project, signed in. */
async function aMember({ projectId }: TestProject, role: Role) {
  const other = await aProject()
  await database()
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: other.userId, role })
    .execute()
  return { ...other, session: await signedIn(other.userId) }
}

test('every member can read the endpoints of a project; admins and owners can change them', async () => {
  const project = await aProject()
  const { id, endpoint } = await project.api.post(createWebhook, wanted)
  for (const [role, mayWrite] of [
    ['viewer', false],
    ['editor', false],
    ['admin', true],
    ['owner', true],
  ] as const) {
    const { session } = await aMember(project, role)
    expect(await session.get(getWebhook, { id })).toMatchObject({ id, url: endpoint.url })
    expect((await session.get(listWebhooks)).endpoints.map((one) => one.id)).toContain(id)
    const change = await session.send(updateWebhook, { id, description: role })
    const made = await session.send(createWebhook, { ...wanted, project_id: project.projectId })
    expect([role, change.status, made.status]).toEqual([role, mayWrite ? 200 : 403, mayWrite ? 201 : 403])
  }
})

test('only the creator sees an account-wide endpoint, and no bound token', async () => {
  const project = await aProject()
  const account = await project.withToken({ isAccount: true })
  const { id, project_id } = await account.post(createWebhook, wanted)
  expect(project_id).toBeNull()
  const bound = await project.api.post(createWebhook, wanted)
  const session = await signedIn(project.userId)
  expect((await account.get(listWebhooks)).endpoints.map((one) => one.id)).toEqual([bound.id, id])
  expect((await session.get(listWebhooks)).endpoints.map((one) => one.id)).toEqual([bound.id, id])
  const named = await account.get(listWebhooks, { project_id: project.projectId })
  expect(named.endpoints.map((one) => one.id)).toEqual([bound.id])
  const accountWide = { project_id: project.projectId, account_wide: 'true' } as const
  for (const caller of [account, session]) {
    expect((await caller.get(listWebhooks, accountWide)).endpoints.map((one) => one.id)).toEqual([bound.id, id])
  }
  expect((await project.api.get(listWebhooks, accountWide)).endpoints.map((one) => one.id)).toEqual([bound.id])
  expect((await project.api.get(listWebhooks)).endpoints.map((one) => one.id)).toEqual([bound.id])
  const { session: other } = await aMember(project, 'owner')
  expect((await other.get(listWebhooks, accountWide)).endpoints.map((one) => one.id)).toEqual([bound.id])
  for (const caller of [project.api, other]) {
    for (const contract of [getWebhook, deleteWebhook]) {
      expect((await caller.refused(contract, { id })).error.code).toBe('not_found')
    }
  }
  expect((await other.get(listWebhooks)).endpoints.map((one) => one.id)).toEqual([bound.id])
})

test('a bound token creates endpoints of its project; 400 for an account-wide one', async () => {
  const { api, projectId } = await aProject()
  expect((await api.post(createWebhook, wanted)).project_id).toBe(projectId)
  expect((await api.post(createWebhook, { ...wanted, projectId })).project_id).toBe(projectId)
  const { status, error } = await api.refused(createWebhook, { ...wanted, project_id: null })
  expect([status, error.issues?.[0]?.code]).toEqual([400, 'bound_token'])
})

test('list pages continue where the last one ended, across projects', async () => {
  const project = await aProject()
  const session = await signedIn(project.userId)
  const second = await session.post(createProject, { name: 'Second' })
  const made: string[] = []
  for (const project_id of [project.projectId, second.id, null, project.projectId, null]) {
    made.unshift((await session.post(createWebhook, { ...wanted, project_id })).id)
  }
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await session.get(listWebhooks, { limit: 2, ...(cursor ? { cursor } : {}) })
    seen.push(...page.endpoints.map(({ id }) => id))
    cursor = page.next_cursor
  }
  expect(seen).toEqual(made)
})

test('endpoints of a deleted project are gone', async () => {
  const { userId } = await aProject()
  const session = await signedIn(userId)
  const { id: project_id } = await session.post(createProject, { name: 'Short' })
  const { id } = await session.post(createWebhook, { ...wanted, project_id })
  await session.delete(deleteProject, { id: project_id })
  expect((await session.refused(getWebhook, { id })).status).toBe(404)
  expect((await session.get(listWebhooks)).endpoints).toEqual([])
  const { active } = await database()
    .selectFrom('webhook_endpoints')
    .select('active')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(active).toBe(false)
})

async function raise(endpoint_id: string, kind: 'unhealthy' | 'auto_disabled'): Promise<string> {
  const id = newId()
  await database()
    .insertInto('webhook_alerts')
    .values({ id, endpoint_id, kind, message: `It is ${kind}.` })
    .execute()
  return id
}

test('alerts cover visible endpoints, newest first, and can be marked as read', async () => {
  const project = await aProject()
  const { id: endpoint_id } = await project.api.post(createWebhook, wanted)
  const outsider = await aProject()
  const { id: theirs } = await outsider.api.post(createWebhook, wanted)
  const first = await raise(endpoint_id, 'unhealthy')
  const second = await raise(endpoint_id, 'auto_disabled')
  const strange = await raise(theirs, 'unhealthy')
  const { alerts } = await project.api.get(listWebhookAlerts)
  expect(alerts).toEqual([
    expect.objectContaining({ id: second }),
    {
      id: first,
      endpoint_id,
      kind: 'unhealthy',
      message: 'It is unhealthy.',
      read_at: null,
      created_at: expect.any(String),
    },
  ])
  const { session: viewer } = await aMember(project, 'viewer')
  expect((await viewer.get(listWebhookAlerts)).alerts).toEqual(alerts)
  // Without write access, alerts cannot be marked as read.
  expect(await viewer.post(readWebhookAlerts, {})).toEqual({ ok: true, count: 0 })
  expect(await project.api.post(readWebhookAlerts, { alert_ids: [first, strange] })).toEqual({ ok: true, count: 1 })
  const { alerts: unread } = await project.api.get(listWebhookAlerts, { unread_only: 'true' })
  expect(unread.map(({ id }) => id)).toEqual([second])
  expect(await project.api.post(readWebhookAlerts, {})).toEqual({ ok: true, count: 1 })
  expect(await project.api.post(readWebhookAlerts, {})).toEqual({ ok: true, count: 0 })
  const page = await project.api.get(listWebhookAlerts, { limit: 1 })
  expect(page).toMatchObject({ alerts: [{ id: second, read_at: expect.any(String) }] })
  const next = await project.api.get(listWebhookAlerts, { limit: 1, cursor: page.next_cursor ?? '' })
  expect([next.alerts.map(({ id }) => id), next.next_cursor]).toEqual([[first], null])
  expect((await outsider.api.get(listWebhookAlerts, { unread_only: '1' })).alerts).toHaveLength(1)
})
