import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import {
  createOAuthApp,
  deleteOAuthApp,
  getOAuthApp,
  listOAuthApps,
  rotateOAuthAppSecret,
  updateOAuthApp,
} from '@/lib/oauth/apps/contract'
import { anApp, aUser, connectApp, grantOf, postForm, redirectUri } from '@/tests/support/oauth/oauth'
import { recordSecret } from '@/tests/support/processes/leak-log'

const form = { name: 'Bread planner', website_url: 'https://bread.example/', redirect_uris: [redirectUri] }

test('a confidential app has a secret, which is returned once and stored as a hash', async () => {
  const { session } = await aUser()
  const { app, client_secret } = await session.post(createOAuthApp, { ...form, type: 'confidential' })
  recordSecret(client_secret ?? '')
  expect(client_secret).toMatch(/^svc_ocs_\w{40}$/)
  expect(app).toEqual({
    id: expect.any(String),
    ...form,
    type: 'confidential',
    secret_hint: client_secret?.slice(-4),
    grant_count: 0,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(await session.get(getOAuthApp, { id: app.id })).toEqual({ app })
  expect((await session.get(listOAuthApps, {})).apps).toEqual([app])
  const row = await database().selectFrom('oauth_clients').selectAll().where('id', '=', app.id).executeTakeFirst()
  expect(JSON.stringify(row)).not.toContain(client_secret)
})

test('a public app has no secret, and cannot get one', async () => {
  const { session } = await aUser()
  const { app, client_secret } = await session.post(createOAuthApp, { ...form, type: 'public' })
  expect([client_secret, app.secret_hint]).toEqual([null, null])
  expect((await session.refused(rotateOAuthAppSecret, { id: app.id })).error.code).toBe('conflict')
})

test('after a rotation only the new secret works, and tokens stay valid', async () => {
  const developer = await aUser()
  const made = await developer.session.post(createOAuthApp, { ...form, type: 'confidential' })
  const next = await developer.session.post(rotateOAuthAppSecret, { id: made.app.id })
  for (const secret of [made.client_secret, next.client_secret]) recordSecret(secret ?? '')
  expect(next.app.secret_hint).toBe(next.client_secret.slice(-4))
  const revoke = (client_secret: string | null) =>
    postForm('/oauth/revoke', { token: 'unknown', client_id: made.app.id, client_secret: client_secret ?? '' })
  expect((await revoke(made.client_secret)).status).toBe(401)
  expect((await revoke(next.client_secret)).status).toBe(200)
})

test('changes apply to the next consent', async () => {
  const { session } = await aUser()
  const { app } = await session.post(createOAuthApp, { ...form, type: 'public' })
  const changed = { name: 'Cake planner', website_url: null, redirect_uris: ['https://cake.example/back'] }
  expect((await session.patch(updateOAuthApp, { id: app.id, ...changed })).app).toMatchObject(changed)
})

test('deleting an app deletes its grants and tokens', async () => {
  const developer = await aUser()
  const { app } = await developer.session.post(createOAuthApp, { ...form, type: 'public' })
  const known = { ...(await anApp()), client: { client_id: app.id } }
  const { access } = await connectApp(known, await aUser())
  expect((await developer.session.get(getOAuthApp, { id: app.id })).app.grant_count).toBe(1)
  await developer.session.delete(deleteOAuthApp, { id: app.id })
  await expect(grantOf(access)).rejects.toThrow()
  expect((await developer.session.refused(getOAuthApp, { id: app.id })).error.code).toBe('not_found')
})

test.each([
  [
    'http elsewhere',
    'http://bread.example/back',
    'must start with https://. http:// is only for 127.0.0.1, [::1] and localhost',
  ],
  ['a script', 'javascript:alert(1)', 'must not start with javascript:'],
  ['a data URL', 'data:text/html,x', 'must not start with data:'],
  ['a fragment', 'https://bread.example/#x', 'must not contain a fragment (#…)'],
  ['a user name', 'https://ann@bread.example/', 'must not contain a user name or password'],
  ['a path only', '/back', 'must be a full URL in ASCII, without spaces or backslashes'],
  ['a line break', 'https://bread.example/\nback', 'must be a full URL in ASCII, without spaces or backslashes'],
])('a redirect URI with %s is refused', async (_, uri, message) => {
  const { session } = await aUser()
  const { error } = await session.refused(createOAuthApp, { ...form, type: 'public', redirect_uris: [uri] })
  expect(error.issues).toEqual([{ path: 'redirect_uris.0', code: 'invalid', message }])
})

test('a name cannot change the direction of text', async () => {
  const { session } = await aUser()
  const { error } = await session.refused(createOAuthApp, { ...form, type: 'public', name: 'Bread \u202eplanner' })
  expect(error.issues).toEqual([{ path: 'name', code: 'invalid', message: 'must not contain control characters' }])
})

test('the 51st app is a conflict', async () => {
  const { session, userId } = await aUser()
  const app = { kind: 'app' as const, user_id: userId, name: 'One of many', redirect_uris: [redirectUri] }
  const apps = Array.from({ length: 50 }, () => ({ ...app, id: newId() }))
  await database().insertInto('oauth_clients').values(apps).execute()
  expect((await session.refused(createOAuthApp, { ...form, type: 'public' })).error).toEqual({
    code: 'conflict',
    message: 'You have 50 apps, the maximum. Delete one you no longer use.',
  })
})
