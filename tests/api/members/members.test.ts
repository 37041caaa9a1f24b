import { describe, expect, inject, test } from 'vitest'
import { type Role, roles } from '@/lib/auth/roles'
import { database } from '@/lib/db/pool'
import { getHealth } from '@/lib/health/contract'
import { changeMember, listMembers, removeMember, transferOwnership } from '@/lib/members/contract'
import { canGrantRole, canManageMember } from '@/lib/members/rules'
import { listProjects } from '@/lib/projects/contract'
import { createStory, listStories } from '@/lib/stories/contract'
import { createToken, listTokens } from '@/lib/tokens/contract'
import { Api, aProject, type TestProject } from '@/tests/support/api/api'
import { aMember, anInvitation } from '@/tests/support/api/members'
import { type SessionApi, signedIn } from '@/tests/support/api/session'
import { recordSecret } from '@/tests/support/processes/leak-log'

type Person = { userId: string; email: string; session: SessionApi }

async function join({ projectId }: TestProject, role: Role, name?: string): Promise<Person> {
  const person = await aMember(projectId, role, name === undefined ? {} : { name })
  return { ...person, session: await signedIn(person.userId) }
}

async function rolesIn(projectId: string): Promise<Record<string, string>> {
  const rows = await database().selectFrom('project_members').selectAll().where('project_id', '=', projectId).execute()
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]))
}

describe('the list', () => {
  test('shows every member to every member, page by page, and marks the caller', async () => {
    const project = await aProject()
    const viewer = await join(project, 'viewer', 'Vera')
    const { members, next_cursor } = await viewer.session.get(listMembers, { id: project.projectId, limit: 1 })
    expect(members).toEqual([
      {
        user_id: viewer.userId,
        name: 'Vera',
        email: viewer.email,
        photo_url: null,
        role: 'viewer',
        joined_at: expect.any(String),
        is_you: true,
      },
    ])
    const cursor = next_cursor ?? ''
    const rest = await viewer.session.get(listMembers, { id: project.projectId, limit: 1, cursor })
    expect(rest).toMatchObject({
      members: [{ user_id: project.userId, role: 'owner', is_you: false }],
      next_cursor: null,
    })
  })

  test('404 for a non-member', async () => {
    const [project, outsider] = [await aProject(), await aProject()]
    const { status, error } = await (await signedIn(outsider.userId)).refused(listMembers, { id: project.projectId })
    expect([status, error]).toEqual([404, { code: 'not_found', message: 'No such project.' }])
  })
})

describe('roles', () => {
  const cases = roles.flatMap((actor) => roles.map((target) => [actor, target] as const))

  test.each(cases)('a %s changes a %s only if allowed', async (actor, target) => {
    const project = await aProject()
    const [one, other] = [await join(project, actor), await join(project, target)]
    const ids = { id: project.projectId, user_id: other.userId }
    for (const role of roles) {
      await database()
        .updateTable('project_members')
        .set({ role: target })
        .where('user_id', '=', other.userId)
        .execute()
      const isAllowed = canManageMember(actor, target) && canGrantRole(actor, role)
      const answer = await one.session.send(changeMember, { ...ids, role })
      const code = answer.ok ? '' : ((await answer.json()) as { error: { code: string } }).error.code
      expect([role, answer.status, code]).toEqual([role, ...(isAllowed ? [200, ''] : [403, 'insufficient_scope'])])
      expect((await rolesIn(project.projectId))[other.userId]).toBe(isAllowed ? role : target)
    }
    await database().updateTable('project_members').set({ role: target }).where('user_id', '=', other.userId).execute()
    const removed = await one.session.send(removeMember, ids)
    expect(removed.status).toBe(canManageMember(actor, target) ? 200 : 403)
    expect(other.userId in (await rolesIn(project.projectId))).toBe(!canManageMember(actor, target))
  })

  test('admins manage everyone but owners, and lower roles no one', () => {
    const managed = roles.map((actor) => roles.filter((target) => canManageMember(actor, target)))
    expect(managed).toEqual([[], [], ['viewer', 'editor', 'admin'], ['viewer', 'editor', 'admin', 'owner']])
    const given = roles.map((actor) => roles.filter((role) => canGrantRole(actor, role)))
    expect(given).toEqual(managed)
  })

  test.each(['viewer', 'editor', 'admin'] as const)('a %s may leave, but not change others', async (role) => {
    const project = await aProject()
    const person = await join(project, role)
    const ids = { id: project.projectId, user_id: person.userId }
    expect(await person.session.delete(removeMember, ids)).toEqual({ ok: true })
    expect((await person.session.refused(removeMember, ids)).status).toBe(404)
    expect(await rolesIn(project.projectId)).toEqual({ [project.userId]: 'owner' })
  })

  test('404 for a member of another project', async () => {
    const [project, outsider] = [await aProject(), await aProject()]
    const session = await signedIn(project.userId)
    const ids = { id: project.projectId, user_id: outsider.userId }
    for (const refused of [
      await session.refused(changeMember, { ...ids, role: 'viewer' }),
      await session.refused(removeMember, ids),
      await session.refused(transferOwnership, ids),
    ]) {
      expect([refused.status, refused.error.message]).toEqual([404, 'No such member.'])
    }
    expect(await rolesIn(outsider.projectId)).toEqual({ [outsider.userId]: 'owner' })
  })

  test.each([{ role: 'king' }, { role: null }, {}, { role: 'viewer', name: 'x' }])('refuses %j', async (body) => {
    const project = await aProject()
    const session = await signedIn(project.userId)
    const ids = { id: project.projectId, user_id: project.userId }
    expect((await session.refused(changeMember, { ...ids, ...body })).error.code).toBe('validation_error')
  })
})

describe('the last owner', () => {
  test('cannot leave or be demoted, and the error says what to do first', async () => {
    const project = await aProject()
    const session = await signedIn(project.userId)
    const ids = { id: project.projectId, user_id: project.userId }
    const name = (await session.get(listMembers, { id: project.projectId })).members[0]?.name
    expect((await session.refused(removeMember, ids)).error).toEqual({
      code: 'conflict',
      message: `${name} is the last owner of this project. Make another member an owner first, or delete the project.`,
    })
    expect((await session.refused(changeMember, { ...ids, role: 'admin' })).error).toEqual({
      code: 'conflict',
      message: `${name} is the last owner of this project. Make another member an owner first.`,
    })
    expect((await session.patch(changeMember, { ...ids, role: 'owner' })).member.role).toBe('owner')
  })

  test('of two owners who leave or demote each other concurrently one stays', async () => {
    for (const act of ['leave', 'lower', 'remove'] as const) {
      const project = await aProject()
      const second = await join(project, 'owner')
      const [id, first] = [project.projectId, await signedIn(project.userId)]
      const does = (who: SessionApi, self: string, other: string): Promise<Response> =>
        act === 'leave'
          ? who.send(removeMember, { id, user_id: self })
          : act === 'remove'
            ? who.send(removeMember, { id, user_id: other })
            : who.send(changeMember, { id, user_id: other, role: 'viewer' })
      const answers = await Promise.all([
        does(first, project.userId, second.userId),
        does(second.session, second.userId, project.userId),
      ])
      expect([act, answers.filter(({ ok }) => ok).length]).toEqual([act, 1])
      expect([act, Object.values(await rolesIn(id)).filter((role) => role === 'owner')]).toEqual([act, ['owner']])
    }
  })
})

describe('transferring ownership', () => {
  test('makes the target owner and the caller admin; other owners stay', async () => {
    const project = await aProject()
    const [heir, second] = [await join(project, 'editor'), await join(project, 'owner')]
    const session = await signedIn(project.userId)
    const { owner, you } = await session.post(transferOwnership, { id: project.projectId, user_id: heir.userId })
    expect([owner, you]).toMatchObject([
      { user_id: heir.userId, role: 'owner' },
      { user_id: project.userId, role: 'admin', is_you: true },
    ])
    expect(await rolesIn(project.projectId)).toEqual({
      [heir.userId]: 'owner',
      [second.userId]: 'owner',
      [project.userId]: 'admin',
    })
  })

  test('requires an owner, and another member as target', async () => {
    const project = await aProject()
    const admin = await join(project, 'admin')
    const ids = { id: project.projectId, user_id: admin.userId }
    expect((await admin.session.refused(transferOwnership, ids)).error.code).toBe('insufficient_scope')
    const own = await signedIn(project.userId)
    expect((await own.refused(transferOwnership, { ...ids, user_id: project.userId })).error.code).toBe('conflict')
    expect((await rolesIn(project.projectId))[project.userId]).toBe('owner')
  })
})

describe('immediate effect', () => {
  test('a session has its new role from the next request on', async () => {
    const project = await aProject()
    const person = await join(project, 'editor')
    const owner = await signedIn(project.userId)
    const ids = { id: project.projectId, user_id: person.userId }
    const story = { project_id: project.projectId, caption: 'Fresh bread', channels: ['x' as const] }
    await person.session.post(createStory, story)
    await owner.patch(changeMember, { ...ids, role: 'viewer' })
    expect((await person.session.refused(createStory, story)).error).toEqual({
      code: 'insufficient_scope',
      message: 'You are viewer in this project, which does not allow stories:write.',
    })
    await owner.patch(changeMember, { ...ids, role: 'editor' })
    await person.session.post(createStory, story)
  })

  test('a removed member has no session, token or invitation left in the project', async () => {
    const project = await aProject()
    const person = await join(project, 'admin')
    const { projectId: project_id } = project
    const scopes = ['stories:read' as const]
    const bound = await person.session.post(createToken, { name: 'Bound', project_id, scopes })
    const wide = await person.session.post(createToken, { name: 'Wide', scopes })
    for (const { token } of [bound, wide]) recordSecret(token)
    const using = ({ token }: { token: string }): Api => new Api(inject('productUrl'), token)
    await using(bound).get(listStories)
    await using(wide).get(listStories, { project_id })
    await anInvitation({ projectId: project_id, userId: person.userId })

    const owner = await signedIn(project.userId)
    await owner.delete(removeMember, { id: project_id, user_id: person.userId })
    expect((await using(bound).refused(getHealth)).status).toBe(401)
    expect((await using(wide).refused(listStories, { project_id })).status).toBe(404)
    expect((await person.session.refused(listStories, { project_id })).status).toBe(404)
    expect((await person.session.get(listProjects)).projects).toEqual([])
    const open = await database()
      .selectFrom('invitations')
      .select('id')
      .where('project_id', '=', project_id)
      .where('revoked_at', 'is', null)
      .execute()
    expect(open).toEqual([])

    // The old token stays invalid when the user rejoins: it was created with other rights.
    await database()
      .insertInto('project_members')
      .values({ project_id, user_id: person.userId, role: 'viewer' })
      .execute()
    expect((await using(bound).refused(getHealth)).status).toBe(401)
    const listed = (await person.session.get(listTokens)).tokens.map(({ name, revoked_at }) => [name, !!revoked_at])
    expect(listed).toEqual([
      ['Wide', false],
      ['Bound', true],
    ])
  })
})
