import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, inject, test } from 'vitest'
import { getAccount } from '@/lib/account/contract'
import { deleteAccount, getDeletion } from '@/lib/account/deletion/contract'
import { putPhoto } from '@/lib/account/photo/contract'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { database } from '@/lib/db/pool'
import { listProjects } from '@/lib/projects/contract'
import { createAccount } from '@/lib/sign-up/contract'
import { mintToken } from '@/lib/tokens/mint'
import { createWebhook } from '@/lib/webhooks/endpoints/contract'
import { anAddress } from '@/tests/support/api/address'
import { Api } from '@/tests/support/api/api'
import { mailsTo } from '@/tests/support/api/mails'
import { aMember, anIdentity, anInvitation } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'
import { codeOf, withTwoFactor } from '@/tests/support/api/two-factor'
import { insertStory } from '@/tests/support/database/story-rows'

const password = 'a long password'

/** A user with a project of their own, a session and an account token. */
async function aUser(known: { hasPassword?: boolean } = {}) {
  const email = `${randomUUID()}@example.com`
  const db = database()
  const userId = await ensureUser(db, { email, name: 'Ann', ...(known.hasPassword === false ? {} : { password }) })
  const projectId = await ensureProject(db, { userId, name: `own-${randomUUID()}` })
  const { token } = await mintToken(db, {
    userId,
    projectId: null,
    name: 't',
    scopes: ['projects:read'],
    expiresAt: null,
  })
  return { userId, email, projectId, session: await signedIn(userId), api: new Api(inject('productUrl'), token) }
}

const isDeleted = async (projectId: string): Promise<boolean> => {
  const query = database().selectFrom('projects').select('deleted_at').where('id', '=', projectId)
  return (await query.executeTakeFirstOrThrow()).deleted_at !== null
}

const rolesIn = async (projectId: string): Promise<string[]> => {
  const query = database().selectFrom('project_members').select('role').where('project_id', '=', projectId)
  return (await query.execute()).map(({ role }) => role).sort()
}

describe('authentication', () => {
  test('requires email and password, and lists everything that is missing', async () => {
    const { session, email } = await aUser()
    const { error } = await session.refused(deleteAccount, { email: 'other@example.com' })
    expect(error.issues?.map(({ path, code }) => [path, code])).toEqual([
      ['email', 'wrong_email'],
      ['password', 'required'],
    ])
    const wrong = await session.refused(deleteAccount, { email, password: 'another password' })
    expect(wrong.error.issues).toMatchObject([{ path: 'password', code: 'wrong_password' }])
    expect((await session.get(getAccount)).email).toBe(email)
  })

  test('requires a code too when two-factor is on', async () => {
    const user = await aUser()
    const { secret } = await withTwoFactor(user.session, user.userId, password)
    expect(await user.session.get(getDeletion)).toMatchObject({ needs_password: true, needs_code: true })
    const { error } = await user.session.refused(deleteAccount, { email: user.email, password })
    expect(error.issues).toMatchObject([{ path: 'code', code: 'required' }])
    await user.session.delete(deleteAccount, { email: user.email, password, code: codeOf(secret) })
    expect((await user.session.refused(getAccount)).status).toBe(401)
  })

  test('requires a sign-in within the last 10 minutes when there is no password', async () => {
    const user = await aUser({ hasPassword: false })
    await anIdentity(user.userId)
    const age = (minutes: number) =>
      sql`update user_sessions set created_at = now() - make_interval(mins => ${minutes}::int)
        where id = ${user.session.sessionId}`.execute(database())
    await age(11)
    expect(await user.session.get(getDeletion)).toMatchObject({ needs_password: false, needs_sign_in: true })
    expect((await user.session.refused(deleteAccount, { email: user.email })).error.code).toBe('conflict')
    await age(9)
    await user.session.delete(deleteAccount, { email: user.email.toUpperCase() })
  })

  test('refuses tokens', async () => {
    const { api, email } = await aUser()
    expect((await api.refused(deleteAccount, { email, password })).error.code).toBe('insufficient_scope')
  })
})

describe('projects', () => {
  test('are deleted, left or need a decision, as the preview shows', async () => {
    const [user, other] = [await aUser(), await aUser()]
    const db = database()
    const shared = await ensureProject(db, { userId: user.userId, name: `shared-${user.userId}` })
    await aMember(shared, 'editor')
    const coOwned = await ensureProject(db, { userId: user.userId, name: `co-owned-${user.userId}` })
    await aMember(coOwned, 'owner')
    await db
      .insertInto('project_members')
      .values({ project_id: other.projectId, user_id: user.userId, role: 'admin' as const })
      .execute()
    await insertStory(db, { projectId: user.projectId, channels: ['x'], caption: 'Later', dueIn: 3_600 })

    const { projects, tokens } = await user.session.get(getDeletion)
    const shown = Object.fromEntries(
      projects.map(({ id, outcome, scheduled_posts }) => [id, [outcome, scheduled_posts]]),
    )
    expect([shown, tokens]).toEqual([
      {
        [user.projectId]: ['delete', 1],
        [shared]: ['decide', 0],
        [coOwned]: ['leave', 0],
        [other.projectId]: ['leave', 0],
      },
      1,
    ])
    const proof = { email: user.email, password }
    const undecided = await user.session.refused(deleteAccount, proof)
    expect([undecided.error.code, undecided.error.message]).toEqual(['conflict', expect.stringContaining('shared-')])
    const foreign = await user.session.refused(deleteAccount, { ...proof, delete_projects: [shared, other.projectId] })
    expect(foreign.error.issues).toMatchObject([{ path: 'delete_projects.1', code: 'not_only_owner' }])
    expect(await isDeleted(shared)).toBe(false)

    await user.session.delete(deleteAccount, { ...proof, delete_projects: [shared] })
    const deleted = await Promise.all([user.projectId, shared, coOwned, other.projectId].map(isDeleted))
    expect(deleted).toEqual([true, true, false, false])
    expect([await rolesIn(coOwned), await rolesIn(other.projectId)]).toEqual([['owner'], ['owner']])
  })

  test('an owner who joins or leaves meanwhile is noticed: every project keeps an owner', async () => {
    const [one, other] = [await aUser(), await aUser()]
    const shared = await ensureProject(database(), { userId: one.userId, name: `shared-${one.userId}` })
    const member = { project_id: shared, user_id: other.userId, role: 'owner' as const }
    await database().insertInto('project_members').values(member).execute()
    const results = await Promise.all(
      [one, other].map(({ session, email }) => session.send(deleteAccount, { email, password })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, 200])
    // The second user was the only member left.
    expect([await rolesIn(shared), await isDeleted(shared)]).toEqual([[], true])
  })
})

describe('cleanup', () => {
  test('ends sessions, tokens and invitations, and deletes personal data', async () => {
    const user = await aUser()
    const other = await aUser()
    const invitation = await anInvitation({ projectId: other.projectId, userId: user.userId })
    const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c33' } })
      .png()
      .toBuffer()
    const put = await fetch(new URL(putPhoto.path, inject('productUrl')), {
      method: 'PUT',
      headers: { cookie: user.session.cookie, origin: inject('productUrl'), 'content-type': 'image/png' },
      body: new Uint8Array(photo),
    })
    const { photo_url } = putPhoto.answers[200].parse(await put.json())
    await withTwoFactor(user.session, user.userId, password)
    await sql`update user_two_factor set enabled_at = null where user_id = ${user.userId}`.execute(database())
    await user.session.delete(deleteAccount, { email: user.email, password })

    expect((await user.session.refused(getAccount)).status).toBe(401)
    expect((await user.api.refused(listProjects)).status).toBe(401)
    expect((await fetch(photo_url ?? '')).status).toBe(404)
    const storedInvitation = await database()
      .selectFrom('invitations')
      .select('revoked_at')
      .where('id', '=', invitation.id)
      .executeTakeFirstOrThrow()
    expect(storedInvitation.revoked_at).not.toBeNull()
    expect(await tablesWithUser(user)).toEqual([])
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual(['Your account was deleted'])
    const address = anAddress()
    const again = new Api(inject('productUrl'), null)
    await again.post(createAccount, { email: user.email, name: 'Ann', password }, { 'x-forwarded-for': address })
  })

  test('passes project webhooks to another owner, and ends account-wide webhooks', async () => {
    const [user, other] = [await aUser(), await aUser()]
    const membership = { project_id: other.projectId, user_id: user.userId, role: 'admin' as const }
    await database().insertInto('project_members').values(membership).execute()
    const url = 'https://example.com/hook'
    const ofProject = await user.session.post(createWebhook, { url, events: ['*'], project_id: other.projectId })
    const ofAll = await user.session.post(createWebhook, { url, events: ['*'] })
    await user.session.delete(deleteAccount, { email: user.email, password })
    const rows = await database()
      .selectFrom('webhook_endpoints')
      .select(['id', 'user_id', 'active'])
      .where('id', 'in', [ofProject.id, ofAll.id])
      .execute()
    expect(rows).toEqual([{ id: ofProject.id, user_id: other.userId, active: true }])
  })
})

/** Tables with a row that has the user's id or email, except the deletion notice and rate limit counters. */
async function tablesWithUser({ userId, email }: { userId: string; email: string }): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('outgoing_mails', 'rate_limit_counters')`.execute(database())
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} t
      where position(${userId} in t::text) > 0 or position(${email} in t::text) > 0 limit 1`.execute(database())
    if (rows.length > 0) found.push(name)
  }
  return found
}
