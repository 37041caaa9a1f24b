import { describe, expect, test } from 'vitest'
import type { Role } from '@/lib/auth/roles'
import { createConnection } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { getHealth } from '@/lib/health/contract'
import { createProject, deleteProject, getProject, listProjects, updateProject } from '@/lib/projects/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { type SessionApi, signedIn } from '@/tests/support/api/session'
import { instagram } from '../connections/requests'

/** Another member with this role. */
async function aMember({ projectId }: TestProject, role: Role): Promise<SessionApi> {
  const { userId } = await aProject()
  await database().insertInto('project_members').values({ project_id: projectId, user_id: userId, role }).execute()
  return signedIn(userId)
}

describe('reading', () => {
  test('a project token lists its project; other tokens list those of their owner, newest first', async () => {
    const project = await aProject()
    const session = await signedIn(project.userId)
    const second = await session.post(createProject, { name: 'Second' })
    expect((await project.api.get(listProjects)).projects.map(({ id }) => id)).toEqual([project.projectId])
    const account = await project.withToken({ isAccount: true })
    const first = await account.get(listProjects, { limit: 1 })
    expect(first.projects).toEqual([second])
    const rest = await account.get(listProjects, { limit: 1, cursor: first.next_cursor ?? '' })
    expect(rest).toMatchObject({ projects: [{ id: project.projectId }], next_cursor: null })
  })

  test('returns a project by id, without a wrapper', async () => {
    const { api, projectId } = await aProject({ timezone: 'Asia/Tokyo' })
    expect(await api.get(getProject, { id: projectId })).toMatchObject({
      id: projectId,
      timezone: 'Asia/Tokyo',
      industry: null,
      utm_template: {},
      require_approval: false,
    })
  })

  test("404 with the same response for another tenant's, a missing and an invalid id", async () => {
    const { api } = await aProject()
    const { projectId } = await aProject()
    const missing = '01900000-0000-7000-8000-000000000000'
    const answers = await Promise.all([projectId, missing].map((id) => api.refused(getProject, { id })))
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(answers[0]?.error).toEqual(answers[1]?.error)
    expect((await api.refused(getProject, { id: 'nonsense' })).error.code).toBe('not_found')
  })
})

describe('creating and changing', () => {
  test('the creator is the owner', async () => {
    const { userId } = await aProject()
    const session = await signedIn(userId)
    const made = await session.post(createProject, {
      name: "Ann's Café",
      industry: 'Food',
      timezone: 'Europe/Berlin',
      utm_template: { source: '{{channel}}', term: null },
      require_approval: true,
    })
    expect(made).toMatchObject({
      name: "Ann's Café",
      slug: 'anns-cafe',
      industry: 'Food',
      timezone: 'Europe/Berlin',
      utm_template: { source: '{{channel}}', term: null },
      require_approval: true,
    })
    expect(await session.get(getProject, { id: made.id })).toEqual(made)
  })

  test('a repeated key creates no second project', async () => {
    const { userId } = await aProject()
    const session = await signedIn(userId)
    const key = { 'idempotency-key': 'once' }
    const made = await session.post(createProject, { name: 'Once' }, key)
    expect(await session.post(createProject, { name: 'Once' }, key)).toEqual(made)
    expect((await session.get(listProjects)).projects.length).toBe(2)
  })

  test('omitted members and the slug stay unchanged', async () => {
    const project = await aProject({ timezone: 'Asia/Tokyo' })
    const session = await signedIn(project.userId)
    const before = await session.get(getProject, { id: project.projectId })
    const changed = await session.patch(updateProject, { id: project.projectId, name: 'New', require_approval: true })
    expect(changed).toEqual({ ...before, name: 'New', require_approval: true })
    expect(await session.patch(updateProject, { id: project.projectId })).toEqual(changed)
  })

  test.each([
    [{ timezone: 'Mars/Olympus' }, 'timezone', 'unknown_timezone'],
    [{ timezone: '+02:00' }, 'timezone', 'unknown_timezone'],
    [{ utm_template: { source: '{{chanel}}' } }, 'utm_template.source', 'unknown_token'],
    [{ utm_template: { sauce: 'x' } }, 'utm_template.sauce', 'unknown_member'],
    [{ name: ' ' }, 'name', 'too_small'],
    [{ slug: 'mine' }, 'slug', 'unknown_member'],
  ])('refuses %j', async (change, path, code) => {
    const { userId, projectId } = await aProject()
    const session = await signedIn(userId)
    const { error } = await session.refused(updateProject, { id: projectId, ...change })
    expect(error.issues).toMatchObject([{ path, code }])
  })

  test('tokens cannot create or change projects, whatever their scopes', async () => {
    const { api, projectId } = await aProject()
    for (const refused of [
      await api.refused(createProject, { name: 'Mine' }),
      await api.refused(updateProject, { id: projectId, name: 'Mine' }),
      await api.refused(deleteProject, { id: projectId }),
    ]) {
      expect(refused).toMatchObject({ status: 403, error: { code: 'insufficient_scope' } })
    }
  })

  test('refuses a session cookie from another site', async () => {
    const { userId, projectId } = await aProject()
    const session = await signedIn(userId)
    const foreign = { origin: 'https://evil.example' }
    expect((await session.refused(updateProject, { id: projectId, name: 'Evil' }, foreign)).status).toBe(401)
  })
})

describe('roles', () => {
  test.each([
    ['viewer', 403, 403],
    ['editor', 403, 403],
    ['admin', 200, 403],
    ['owner', 200, 200],
  ] as const)('%s', async (role, change, remove) => {
    const project = await aProject()
    const session = await aMember(project, role)
    const { projectId: id } = project
    expect((await session.get(getProject, { id })).id).toBe(id)
    expect((await session.send(updateProject, { id, name: 'New' })).status).toBe(change)
    expect((await session.send(deleteProject, { id })).status).toBe(remove)
  })
})

describe('deleting', () => {
  test('ends the project’s tokens, connections and listing for all members', async () => {
    const project = await aProject()
    const { projectId: id, userId, api } = project
    await api.post(createConnection, instagram())
    const session = await signedIn(userId)
    expect(await session.delete(deleteProject, { id })).toEqual({ ok: true })
    expect((await api.refused(getHealth)).status).toBe(401)
    expect((await session.refused(getProject, { id })).status).toBe(404)
    expect((await session.get(listProjects)).projects).toEqual([])
    const rows = await database().selectFrom('social_connections').selectAll().where('project_id', '=', id).execute()
    expect(rows).toMatchObject([{ status: 'disconnected', credentials: null }])
    expect((await session.refused(deleteProject, { id })).status).toBe(404)
  })
})
