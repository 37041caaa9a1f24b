import { randomUUID } from 'node:crypto'
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
import { fromAnAddress } from '@/tests/support/api/address'
import { Api, aProject, type TestProject } from '@/tests/support/api/api'
import { linkMailedTo } from '@/tests/support/api/mails'
import { aMember, anInvitation } from '@/tests/support/api/members'
import { type SessionApi, signedIn } from '@/tests/support/api/session'
import { recordSecret } from '@/tests/support/processes/leak-log'

const signedOut = (): Api => new Api(inject('productUrl'), null)

function tokenOf(url: string): string {
  const token = url.split('/invitations/')[1] ?? ''
  recordSecret(token)
  return token
}

async function sendInvitation(project: TestProject, email: string, role: 'viewer' | 'editor' | 'admin' = 'editor') {
  const owner = await signedIn(project.userId)
  const { url, invitation } = await owner.post(invite, { id: project.projectId, email, role })
  return { owner, url, token: tokenOf(url), invitation }
}

async function aUser(): Promise<{ email: string; userId: string; session: SessionApi }> {
  const { userId } = await aProject()
  const { email } = await database()
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { email, userId, session: await signedIn(userId) }
}

describe('inviting', () => {
  test('returns the link once; the list omits it and the table has only its hash', async () => {
    const project = await aProject()
    const email = `${randomUUID()}@example.com`
    const { owner, url, token, invitation } = await sendInvitation(project, email.toUpperCase())
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
  ] as const)('a %s may invite: %s', async (role: Role, isAllowed) => {
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
    [{ email: 'unknown' }, 'email'],
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

  test('refuses members and pending invitations, and allows a new one after expiry', async () => {
    const project = await aProject()
    const owner = await signedIn(project.userId)
    const member = await aMember(project.projectId, 'viewer')
    const ask = { id: project.projectId, role: 'editor' }
    expect((await owner.refused(invite, { ...ask, email: member.email })).error).toEqual({
      code: 'conflict',
      message: `${member.email} is already in this project. Change the role in the member list.`,
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

  test('of two concurrent invitations to one address one succeeds', async () => {
    const project = await aProject()
    const owner = await signedIn(project.userId)
    const ask = { id: project.projectId, email: `${randomUUID()}@example.com`, role: 'viewer' }
    const answers = await Promise.all([owner.send(invite, ask), owner.send(invite, ask)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('accepting', () => {
  test('adds the member with the role, once', async () => {
    const project = await aProject()
    const person = await aUser()
    const { token, owner } = await sendInvitation(project, person.email, 'viewer')
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
        message: 'This invitation was already used. If that was you, sign in; otherwise ask for a new one.',
      },
    ])
  })

  test('has one effect when done twice concurrently', async () => {
    const project = await aProject()
    const person = await aUser()
    const { token } = await sendInvitation(project, person.email)
    const answers = await Promise.all([1, 2, 3].map(() => person.session.send(acceptInvitation, { token })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  })

  test('works only for the invited email', async () => {
    const project = await aProject()
    const [invited, finder] = [await aUser(), await aUser()]
    const { token } = await sendInvitation(project, invited.email)
    const { status, error } = await finder.session.refused(acceptInvitation, { token })
    expect([status, error]).toEqual([
      409,
      {
        code: 'conflict',
        message: `This invitation is for another email (p•••@e•••.com). You are signed in as ${finder.email}.`,
      },
    ])
    await invited.session.post(acceptInvitation, { token })
  })

  test('expired, revoked, replaced and unknown links have different errors', async () => {
    const project = await aProject()
    const person = await aUser()
    const expired = await anInvitation(project, { email: person.email, isExpired: true })
    const errorFor = async (token: string) => {
      const { status, error } = await person.session.refused(acceptInvitation, { token }, fromAnAddress())
      return [status, error.message]
    }
    expect(await errorFor(expired.token)).toEqual([410, 'This invitation has expired. Ask its sender for a new link.'])
    const owner = await signedIn(project.userId)
    const { url } = await owner.post(resendInvitation, { id: expired.id })
    const renewed = tokenOf(url)
    expect(await errorFor(expired.token)).toEqual([404, 'No such invitation.'])
    await owner.delete(revokeInvitation, { id: expired.id })
    expect(await errorFor(renewed)).toEqual([410, 'This invitation was revoked. Ask its sender for a new one.'])
    expect((await owner.refused(resendInvitation, { id: expired.id })).error.code).toBe('gone')
    expect((await owner.refused(revokeInvitation, { id: expired.id })).error.code).toBe('gone')
    expect(await errorFor('x'.repeat(40))).toEqual([404, 'No such invitation.'])
  })

  test('fails when the inviter lost the role or the project was deleted', async () => {
    const project = await aProject()
    const [admin, person] = [await aMember(project.projectId, 'admin'), await aUser()]
    const { token } = await anInvitation(
      { projectId: project.projectId, userId: admin.userId },
      { email: person.email },
    )
    const owner = await signedIn(project.userId)
    await owner.patch(changeMember, { id: project.projectId, user_id: admin.userId, role: 'editor' })
    expect((await person.session.refused(acceptInvitation, { token })).status).toBe(410)
    const second = await sendInvitation(project, person.email)
    await owner.delete(deleteProject, { id: project.projectId })
    expect((await person.session.refused(acceptInvitation, { token: second.token })).status).toBe(404)
    expect((await person.session.get(listProjects)).projects.length).toBe(1)
  })

  test('keeps the role of a current member', async () => {
    const project = await aProject()
    const person = await aUser()
    const { token } = await sendInvitation(project, person.email, 'viewer')
    const row = { project_id: project.projectId, user_id: person.userId, role: 'admin' as const }
    await database().insertInto('project_members').values(row).execute()
    expect((await person.session.refused(acceptInvitation, { token })).error.code).toBe('conflict')
    const { members } = await person.session.get(listMembers, { id: project.projectId })
    expect(members.find(({ is_you }) => is_you)?.role).toBe('admin')
  })

  test('ten unknown links block the address, even for a valid link', async () => {
    const project = await aProject()
    const person = await aUser()
    const { token } = await sendInvitation(project, person.email)
    const address = fromAnAddress()
    for (let tries = 0; tries < 10; tries++) {
      const { status } = await person.session.refused(acceptInvitation, { token: randomUUID() }, address)
      expect(status).toBe(404)
    }
    const { status, headers } = await person.session.refused(acceptInvitation, { token }, address)
    expect([status, headers.get('retry-after')]).toEqual([429, '900'])
    await person.session.post(acceptInvitation, { token }, fromAnAddress())
  })
})

describe('signing up by a link', () => {
  const aPerson = (email: string) => ({ email, name: 'Ann Baker', password: 'a long password' })

  test('creates the account in that project only', async () => {
    const project = await aProject()
    const email = `${randomUUID()}@example.com`
    const { token } = await sendInvitation(project, email, 'viewer')
    const made = await signedOut().post(createAccount, { ...aPerson(email), invitation: token }, fromAnAddress())
    const session = await signedIn(made.user_id)
    await session.post(confirmEmail, { token: await linkMailedTo(email, 'confirm-email') })
    expect((await session.get(listProjects)).projects.map(({ id }) => id)).toEqual([project.projectId])
  })

  test('with another email or an invalid link creates no account', async () => {
    const project = await aProject()
    const invited = `${randomUUID()}@example.com`
    const { token } = await sendInvitation(project, invited)
    const other = aPerson(`${randomUUID()}@example.com`)
    const refused = await signedOut().refused(createAccount, { ...other, invitation: token }, fromAnAddress())
    expect(refused.error.issues).toMatchObject([{ path: 'email', code: 'other_email' }])
    expect(JSON.stringify(refused.error)).not.toContain(invited)
    expect((await signedOut().refused(createAccount, { ...other, invitation: 'none' }, fromAnAddress())).status).toBe(
      404,
    )
    const expired = await anInvitation(project, { email: other.email, isExpired: true })
    expect(
      (await signedOut().refused(createAccount, { ...other, invitation: expired.token }, fromAnAddress())).status,
    ).toBe(410)
    const made = await database().selectFrom('users').select('id').where('email', '=', other.email).execute()
    expect(made).toEqual([])
  })
})
