import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { getAccount } from '@/lib/account/contract'
import { cancelEmailChange, changeEmail, confirmEmail, sendEmailConfirmation } from '@/lib/account/email/contract'
import { passwordMatches } from '@/lib/auth/password'
import { database } from '@/lib/db/pool'
import { getHealth } from '@/lib/health/contract'
import { look } from '@/lib/invitations/accept'
import { acceptInvitation } from '@/lib/invitations/contract'
import { requestPasswordReset, resetPassword } from '@/lib/password-reset/contract'
import { createAccount } from '@/lib/sign-up/contract'
import { mintToken } from '@/lib/tokens/mint'
import { fromAnAddress } from '@/tests/support/api/address'
import { Api, aProject } from '@/tests/support/api/api'
import { linkMailedTo, mailsTo } from '@/tests/support/api/mails'
import { anInvitation } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'
import { startServer } from '@/tests/support/servers/product'

const signedOut = (): Api => new Api(inject('productUrl'), null)
const aPerson = () => ({ email: `${randomUUID()}@example.com`, name: 'Ann Baker', password: 'a long password' })

async function signedUp() {
  const person = aPerson()
  const { user_id } = await signedOut().post(createAccount, person, fromAnAddress())
  return { ...person, userId: user_id, session: await signedIn(user_id) }
}

async function hasPassword(userId: string, password: string): Promise<boolean> {
  const user = await database()
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return passwordMatches(user.password_hash, password)
}

test('a reset link sets a password once, ends all sessions and mails a notice', async () => {
  const { email, userId, session } = await signedUp()
  await signedOut().post(requestPasswordReset, { email: email.toUpperCase() }, fromAnAddress())
  const token = await linkMailedTo(email, 'reset-password')
  const set = (password: string) => signedOut().send(resetPassword, { token, password }, fromAnAddress())
  const statuses = (await Promise.all([set('another long password'), set('a third long password')])).map(
    (one) => one.status,
  )
  expect(statuses.sort()).toEqual([200, 410])
  expect(await hasPassword(userId, 'a long password')).toBe(false)
  expect((await session.refused(getAccount)).status).toBe(401)
  const subjects = (await mailsTo(email)).map(({ subject }) => subject)
  expect(subjects).toContain('Your password was changed')
})

test('an unknown address gets the same response and no mail', async () => {
  const { email } = await signedUp()
  const unknown = `${randomUUID()}@example.com`
  const known = await signedOut().send(requestPasswordReset, { email }, fromAnAddress())
  const other = await signedOut().send(requestPasswordReset, { email: unknown }, fromAnAddress())
  expect([other.status, await other.text()]).toEqual([known.status, await known.text()])
  expect(await mailsTo(unknown)).toEqual([])
})

test('410 for a reset link that is older than 30 minutes, replaced or unknown', async () => {
  const { email, userId } = await signedUp()
  const link = async () => {
    // A second link within a minute is not mailed.
    await database()
      .updateTable('account_links')
      .set({ created_at: new Date(Date.now() - 120_000) })
      .where('user_id', '=', userId)
      .execute()
    await signedOut().post(requestPasswordReset, { email }, fromAnAddress())
    return linkMailedTo(email, 'reset-password')
  }
  const replaced = await link()
  const expired = await link()
  const expires_at = new Date(Date.now() - 1_000)
  await database().updateTable('account_links').set({ expires_at }).where('user_id', '=', userId).execute()
  for (const token of [replaced, expired, 'no-such-link']) {
    const { error } = await signedOut().refused(
      resetPassword,
      { token, password: 'another long password' },
      fromAnAddress(),
    )
    expect(error).toEqual({
      code: 'gone',
      message: 'This link was used, replaced by a newer one, or is older than 30 minutes. Request a new one.',
    })
  }
  expect(await hasPassword(userId, 'a long password')).toBe(true)
})

test('the new address replaces the old one when confirmed; the old one is notified and its links expire', async () => {
  const { email, password, userId, session } = await signedUp()
  const next = `${randomUUID()}@example.com`
  await signedOut().post(requestPasswordReset, { email }, fromAnAddress())
  const reset = await linkMailedTo(email, 'reset-password')
  const wrong = await session.refused(changeEmail, { email: next, password: 'not my password' })
  expect(wrong.error.issues).toMatchObject([{ path: 'password', code: 'wrong_password' }])
  expect(await session.post(changeEmail, { email: next, password })).toEqual({ email, pending_email: next })
  expect(await session.get(getAccount)).toMatchObject({ email, pending_email: next })
  await session.post(confirmEmail, { token: await linkMailedTo(next, 'confirm-email') })
  expect(await session.get(getAccount)).toMatchObject({
    id: userId,
    email: next,
    email_confirmed: true,
    pending_email: null,
  })
  expect((await mailsTo(email)).map(({ subject }) => subject)).toContain('Your email address was changed')
  expect(
    (await signedOut().refused(resetPassword, { token: reset, password: 'a new password' }, fromAnAddress())).status,
  ).toBe(410)
})

test('refuses to confirm a cancelled change or an address that was taken meanwhile', async () => {
  const [ann, ben] = [await signedUp(), await signedUp()]
  const next = `${randomUUID()}@example.com`
  for (const { session, password } of [ann, ben]) await session.post(changeEmail, { email: next, password })
  const links = (await mailsTo(next)).flatMap(({ blocks }) =>
    blocks.flatMap((b) => (b.type === 'button' ? [b.path] : [])),
  )
  const [annsToken, bensToken] = links.map((path) => path.slice('/confirm-email/'.length))
  await ann.session.delete(cancelEmailChange)
  expect((await ann.session.refused(confirmEmail, { token: annsToken })).status).toBe(410)
  await ann.session.post(changeEmail, { email: next, password: ann.password })
  await ben.session.post(confirmEmail, { token: bensToken ?? '' })
  const token = await linkMailedTo(next, 'confirm-email')
  const { error } = await ann.session.refused(confirmEmail, { token })
  expect(error.code).toBe('conflict')
  expect(await ann.session.get(getAccount)).toMatchObject({ email: ann.email })
})

test('sign-up mails a confirmation link, and resends it at most once a minute', async () => {
  const { email, session } = await signedUp()
  expect(await session.get(getAccount)).toMatchObject({ email_confirmed: false })
  const again = await session.refused(sendEmailConfirmation)
  expect([again.status, again.headers.get('retry-after')]).toEqual([429, '60'])
  await session.post(confirmEmail, { token: await linkMailedTo(email, 'confirm-email') })
  expect(await session.get(getAccount)).toMatchObject({ email_confirmed: true })
})

test('a reset of an unconfirmed account ends what its creator set up', async () => {
  const { email, userId } = await signedUp()
  const { token } = await mintToken(database(), { userId, projectId: null, name: 'CI', scopes: ['queue:read'] })
  const api = new Api(inject('productUrl'), token)
  await api.get(getHealth)
  await signedOut().post(requestPasswordReset, { email }, fromAnAddress())
  const link = await linkMailedTo(email, 'reset-password')
  await signedOut().post(resetPassword, { token: link, password: 'another long password' }, fromAnAddress())
  expect((await api.refused(getHealth)).status).toBe(401)
  expect(await (await signedIn(userId)).get(getAccount)).toMatchObject({ email_confirmed: true })
})

test('the invitation page does not contain the invited address', async () => {
  const { email, token } = await anInvitation(await aProject(), { email: `Ann.${randomUUID()}@bakery.example` })
  const seen = await look(database(), { token, userId: null, address: '10.0.0.1' })
  expect(seen).toMatchObject({ state: 'open', maskedEmail: 'A•••@b•••.example' })
  expect(JSON.stringify(seen)).not.toContain(email)
})

test('an invited sign-up joins when the invited address is confirmed, and never with another address', async () => {
  const project = await aProject()
  const { email, token } = await anInvitation(project)
  const other = { ...aPerson(), invitation: token }
  const { error } = await signedOut().refused(createAccount, other, fromAnAddress())
  expect(error.issues).toMatchObject([{ path: 'email', code: 'other_email' }])
  expect(JSON.stringify(error)).not.toContain(email)
  const made = await signedOut().post(createAccount, { ...aPerson(), email, invitation: token }, fromAnAddress())
  expect(made.project_id).toBeNull()
  expect(await rolesIn(project.projectId, made.user_id)).toEqual([])
  const link = { token: await linkMailedTo(email, 'confirm-email') }
  // A click by another user must not confirm the account.
  const owner = await signedIn(project.userId)
  expect((await owner.refused(confirmEmail, link)).error.code).toBe('conflict')
  const confirmed = await (await signedIn(made.user_id)).post(confirmEmail, link)
  expect(confirmed).toEqual({ email, project_id: project.projectId })
  expect(await rolesIn(project.projectId, made.user_id)).toEqual(['editor'])
})

test('an unconfirmed account cannot accept an invitation to its address; the mailed link accepts it', async () => {
  const { email, session, userId } = await signedUp()
  const project = await aProject()
  const { token } = await anInvitation(project, { email })
  const { error } = await session.refused(acceptInvitation, { token })
  expect(error).toEqual({
    code: 'conflict',
    message: `Confirm your email first: we sent a link to ${email}. Opening it also accepts this invitation.`,
  })
  expect(await rolesIn(project.projectId, userId)).toEqual([])
  await session.post(confirmEmail, { token: await linkMailedTo(email, 'confirm-email') })
  expect(await rolesIn(project.projectId, userId)).toEqual(['editor'])
})

test('without a mail server invitations are accepted at sign-up, and resets are refused with what to do', async () => {
  const server = await startServer({ ...inject('productEnv'), SMTP_URL: '', MAIL_FROM: '' })
  try {
    const api = new Api(server.url, null)
    const project = await aProject()
    const { email, token } = await anInvitation(project)
    const made = await api.post(createAccount, { ...aPerson(), email, invitation: token }, fromAnAddress())
    expect(made.project_id).toBe(project.projectId)
    const { error } = await api.refused(requestPasswordReset, { email }, fromAnAddress())
    expect(error).toEqual({
      code: 'conflict',
      message: 'This server cannot send email. Ask your administrator for a password reset link.',
    })
  } finally {
    await server.stop()
  }
})

async function rolesIn(projectId: string, userId: string): Promise<string[]> {
  const rows = await database()
    .selectFrom('project_members')
    .select('role')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ role }) => role)
}
