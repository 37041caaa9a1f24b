import { randomInt, randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { confirmEmail } from '@/lib/account/email/contract'
import type { Role } from '@/lib/auth/roles'
import { hashToken } from '@/lib/auth/tokens'
import { database } from '@/lib/db/pool'
import {
  acceptInvitation,
  invite,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '@/lib/invitations/contract'
import { changeMember, listMembers } from '@/lib/members/contract'
import { deleteProject, listProjects } from '@/lib/projects/contract'
import { createAccount } from '@/lib/sign-up/contract'
import { Api, aProject, type TestProject } from '@/tests/support/api'
import { linkMailedTo } from '@/tests/support/mails'
import { aMember, anInvitation } from '@/tests/support/people'
import { rememberSecret } from '@/tests/support/product'
import { type SessionApi, signedIn } from '@/tests/support/session'

/** A link lets one person in, once, for a week; nobody else, and nobody by guessing. */

const anyone = (): Api => new Api(inject('productUrl'), null)
/** Links that are none are counted by address. */
const from = (): Record<string, string> => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
})

function tokenOf(url: string): string {
  const token = url.split('/invitations/')[1] ?? ''
  rememberSecret(token)
  return token
}

async function inviting(project: TestProject, email: string, role: 'viewer' | 'editor' | 'admin' = 'editor') {
  const owner = await signedIn(project.userId)
  const { url, invitation } = await owner.post(invite, { id: project.projectId, email, role })
  return { owner, url, token: tokenOf(url), invitation }
}

async function somebody(): Promise<{ email: string; userId: string; session: SessionApi }> {
  const { userId } = await aProject()
  const { email } = await database()
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { email, userId, session: await signedIn(userId) }
}

describe('inviting', () => {
  test('gives the link once; the list has everything else, and the table its hash alone', async () => {
    const project = await aProject()
    const email = `${randomUUID()}@example.com`
    const { owner, url, token, invitation } = await inviting(project, email.toUpperCase())
    expect(url).toBe(`${inject('productUrl')}/invitations/${token}`)
    expect(token).toMatch(/^[0-9A-Za-z]{40}$/)
    expect(invitation).toMatchObject({ project_id: project.projectId, email, role: 'editor', is_expired: false })
    const days = (Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)) / 86_400_000
    expect(days).toBeCloseTo(7, 2)
    const text = await (await owner.send(listInvitations, { id: project.projectId })).text()
    expect(text).not.toContain(token)
    expect(JSON.parse(text)).toEqual({ invitations: [invitation], next_cursor: null })
    const row = await database()
      .selectFrom('invitations')
      .selectAll()
      .where('id', '=', invitation.id)
      .executeTakeFirstOrThrow()
    expect(row.token_hash).toEqual(hashToken(token))
    expect(JSON.stringify(row)).not.toContain(token)
  })

  test.each([
    ['viewer', false],
    ['editor', false],
    ['admin', true],
    ['owner', true],
  ] as const)('as %s: %s', async (role: Role, isAllowed) => {
    const project = await aProject()
    const { id } = await anInvitation(project)
    const session = await signedIn((await aMember(project.projectId, role)).userId)
    const email = `${randomUUID()}@example.com`
    const answers = await Promise.all([
      session.send(listInvitations, { id: project.projectId }),
      session.send(invite, { id: project.projectId, email, role: 'admin' }),
      session.send(resendInvitation, { id }),
    ])
    const revoked = await session.send(revokeInvitation, { id })
    expect([...answers, revoked].map(({ ok }) => ok)).toEqual(Array(4).fill(isAllowed))
    expect([...answers, revoked].filter(({ ok }) => !ok).map(({ status }) => status)).toEqual(
      isAllowed ? [] : Array(4).fill(403),
    )
  })

  test.each([
    [{ email: 'nobody' }, 'email'],
    [{ email: '' }, 'email'],
    [{ role: 'owner' }, 'role'],
    [{ role: undefined }, 'role'],
    [{ note: 'Hello' }, 'note'],
  ])('refuses %j', async (change, path) => {
    const project = await aProject()
    const session = await signedIn(project.userId)
    const body = { id: project.projectId, email: 'ann@example.com', role: 'editor', ...change }
    expect((await session.refused(invite, body)).error.issues).toMatchObject([{ path }])
  })

  test('who is in it, and who is invited already, is not invited again; an expired one is', async () => {
    const project = await aProject()
    const owner = await signedIn(project.userId)
    const member = await aMember(project.projectId, 'viewer')
    const ask = { id: project.projectId, role: 'editor' }
    expect((await owner.refused(invite, { ...ask, email: member.email })).error).toEqual({
      code: 'conflict',
      message: `${member.email} is in this project already. Change the role in the list of members.`,
    })
    const open = await anInvitation(project)
    expect((await owner.refused(invite, { ...ask, email: open.email.toUpperCase() })).error.code).toBe('conflict')
    const old = await anInvitation(project, { isExpired: true })
    const { url } = await owner.post(invite, { ...ask, email: old.email, role: 'editor' })
    tokenOf(url)
    const { invitations } = await owner.get(listInvitations, { id: project.projectId })
    expect(invitations.map(({ email, is_expired }) => [email, is_expired])).toEqual([
      [old.email, false],
      [open.email, false],
    ])
  })

  test('of two who invite one address at once, one does', async () => {
    const project = await aProject()
    const owner = await signedIn(project.userId)
    const ask = { id: project.projectId, email: `${randomUUID()}@example.com`, role: 'viewer' }
    const answers = await Promise.all([owner.send(invite, ask), owner.send(invite, ask)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('accepting', () => {
  test('takes the person in with the role, once', async () => {
    const project = await aProject()
    const person = await somebody()
    const { token, owner } = await inviting(project, person.email, 'viewer')
    expect(await person.session.post(acceptInvitation, { token })).toEqual({
      project_id: project.projectId,
      role: 'viewer',
    })
    const { members } = await owner.get(listMembers, { id: project.projectId })
    expect(members.find(({ user_id }) => user_id === person.userId)?.role).toBe('viewer')
    expect((await owner.get(listInvitations, { id: project.projectId })).invitations).toEqual([])
    const again = await person.session.refused(acceptInvitation, { token })
    expect([again.status, again.error]).toEqual([
      410,
      {
        code: 'gone',
        message: 'This invitation was used already. If it was you, sign in; otherwise ask for a new one.',
      },
    ])
  })

  test('twice at the same moment is once', async () => {
    const project = await aProject()
    const person = await somebody()
    const { token } = await inviting(project, person.email)
    const answers = await Promise.all([1, 2, 3].map(() => person.session.send(acceptInvitation, { token })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  })

  test('is for the invited e-mail alone, whoever holds the link', async () => {
    const project = await aProject()
    const [invited, finder] = [await somebody(), await somebody()]
    const { token } = await inviting(project, invited.email)
    const { status, error } = await finder.session.refused(acceptInvitation, { token })
    expect([status, error]).toEqual([
      409,
      {
        code: 'conflict',
        message: `This invitation is for another address (p•••@e•••.com). You are signed in as ${finder.email}.`,
      },
    ])
    await invited.session.post(acceptInvitation, { token })
  })

  test('an expired link, a revoked one, one that was replaced and one that never was are told apart in words', async () => {
    const project = await aProject()
    const person = await somebody()
    const expired = await anInvitation(project, { email: person.email, isExpired: true })
    const said = async (token: string) => {
      const { status, error } = await person.session.refused(acceptInvitation, { token }, from())
      return [status, error.message]
    }
    expect(await said(expired.token)).toEqual([
      410,
      'This invitation is more than 7 days old. Ask the person who sent it for a new link.',
    ])
    const owner = await signedIn(project.userId)
    const { url } = await owner.post(resendInvitation, { id: expired.id })
    const renewed = tokenOf(url)
    expect(await said(expired.token)).toEqual([404, 'There is no such invitation.'])
    await owner.delete(revokeInvitation, { id: expired.id })
    expect(await said(renewed)).toEqual([
      410,
      'This invitation was taken back. Ask the person who sent it for a new one.',
    ])
    expect((await owner.refused(resendInvitation, { id: expired.id })).error.code).toBe('gone')
    expect((await owner.refused(revokeInvitation, { id: expired.id })).error.code).toBe('gone')
    expect(await said('x'.repeat(40))).toEqual([404, 'There is no such invitation.'])
  })

  test('whose sender was lowered or whose project was deleted lets nobody in', async () => {
    const project = await aProject()
    const [admin, person] = [await aMember(project.projectId, 'admin'), await somebody()]
    const { token } = await anInvitation(
      { projectId: project.projectId, userId: admin.userId },
      { email: person.email },
    )
    const owner = await signedIn(project.userId)
    await owner.patch(changeMember, { id: project.projectId, user_id: admin.userId, role: 'editor' })
    expect((await person.session.refused(acceptInvitation, { token })).status).toBe(410)
    const second = await inviting(project, person.email)
    await owner.delete(deleteProject, { id: project.projectId })
    expect((await person.session.refused(acceptInvitation, { token: second.token })).status).toBe(404)
    expect((await person.session.get(listProjects)).projects.length).toBe(1)
  })

  test('who is in already keeps the role that they have', async () => {
    const project = await aProject()
    const person = await somebody()
    const { token } = await inviting(project, person.email, 'viewer')
    const row = { project_id: project.projectId, user_id: person.userId, role: 'admin' }
    await database().insertInto('project_members').values(row).execute()
    expect((await person.session.refused(acceptInvitation, { token })).error.code).toBe('conflict')
    const { members } = await person.session.get(listMembers, { id: project.projectId })
    expect(members.find(({ is_you }) => is_you)?.role).toBe('admin')
  })

  test('eleven links that are none, and the address waits, even with one that is', async () => {
    const project = await aProject()
    const person = await somebody()
    const { token } = await inviting(project, person.email)
    const address = from()
    for (let tries = 0; tries < 10; tries++) {
      const { status } = await person.session.refused(acceptInvitation, { token: randomUUID() }, address)
      expect(status).toBe(404)
    }
    const { status, headers } = await person.session.refused(acceptInvitation, { token }, address)
    expect([status, headers.get('retry-after')]).toEqual([429, '900'])
    await person.session.post(acceptInvitation, { token }, from())
  })
})

describe('signing up by a link', () => {
  const aPerson = (email: string) => ({ email, name: 'Ann Baker', password: 'a long password' })

  test('makes the account in the project, and no other project', async () => {
    const project = await aProject()
    const email = `${randomUUID()}@example.com`
    const { token } = await inviting(project, email, 'viewer')
    const made = await anyone().post(createAccount, { ...aPerson(email), invitation: token }, from())
    const session = await signedIn(made.user_id)
    await session.post(confirmEmail, { token: await linkMailedTo(email, 'confirm-email') })
    expect((await session.get(listProjects)).projects.map(({ id }) => id)).toEqual([project.projectId])
  })

  test('with another e-mail, or by a link that is none, makes no account', async () => {
    const project = await aProject()
    const invited = `${randomUUID()}@example.com`
    const { token } = await inviting(project, invited)
    const other = aPerson(`${randomUUID()}@example.com`)
    const refused = await anyone().refused(createAccount, { ...other, invitation: token }, from())
    expect(refused.error.issues).toMatchObject([{ path: 'email', code: 'other_email' }])
    expect(JSON.stringify(refused.error)).not.toContain(invited)
    expect((await anyone().refused(createAccount, { ...other, invitation: 'none' }, from())).status).toBe(404)
    const expired = await anInvitation(project, { email: other.email, isExpired: true })
    expect((await anyone().refused(createAccount, { ...other, invitation: expired.token }, from())).status).toBe(410)
    const made = await database().selectFrom('users').select('id').where('email', '=', other.email).execute()
    expect(made).toEqual([])
  })
})
