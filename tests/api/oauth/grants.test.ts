import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { revokeAllTokensOf } from '@/lib/auth/revoke-tokens'
import { database } from '@/lib/db/pool'
import { getHealth } from '@/lib/health/contract'
import { findJob } from '@/lib/jobs/table'
import { listOAuthGrants, revokeOAuthGrant } from '@/lib/oauth/grants/contract'
import { Api } from '@/tests/support/api/api'
import { allow, anApp, ask, aUser, connectApp, grantOf, postForm, refreshTokens } from '@/tests/support/oauth/oauth'

const statusOf = async (token: string): Promise<number> =>
  (await new Api(inject('productUrl'), token).send(getHealth)).status

test('a user sees the apps with access, and when they used it', async () => {
  const user = await aUser()
  const { access } = await connectApp(await anApp('public', 'Bread planner'), user)
  await statusOf(access)
  const { grants } = await user.session.get(listOAuthGrants, {})
  const { id } = await grantOf(access)
  expect(grants).toEqual([
    {
      id,
      app: { name: 'Bread planner', website_url: null, place: 'bread.example' },
      project_id: user.projectId,
      scopes: ['stories:read', 'stories:write'],
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      expires_at: expect.any(String),
    },
  ])
})

test('a consent without an exchange is not listed', async () => {
  const user = await aUser()
  await allow(user, await ask(await anApp()))
  expect((await user.session.get(listOAuthGrants, {})).grants).toEqual([])
})

test('revoking ends all tokens at once, and repeats without effect', async () => {
  const user = await aUser()
  const app = await anApp()
  const first = await connectApp(app, user)
  const second = await refreshTokens(app, first.refresh)
  const { id } = await grantOf(first.access)
  for (let count = 0; count < 2; count++) await user.session.delete(revokeOAuthGrant, { id })
  expect([await statusOf(first.access), await statusOf(second.access)]).toEqual([401, 401])
  await expect(refreshTokens(app, second.refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
  expect((await user.session.get(listOAuthGrants, {})).grants).toEqual([])
})

test('a code cannot be used after its grant was revoked', async () => {
  const user = await aUser()
  const app = await anApp()
  const asked = await ask(app)
  const code = (await allow(user, asked)).searchParams.get('code') ?? ''
  await database()
    .transaction()
    .execute((tx) => revokeAllTokensOf(tx, user.userId))
  const answer = await postForm('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: app.redirectUri,
    code_verifier: asked.verifier,
    client_id: app.client.client_id,
  })
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test("revoking all of a user's tokens ends the access of apps too", async () => {
  const user = await aUser()
  const app = await anApp()
  const { access, refresh } = await connectApp(app, user)
  await database()
    .transaction()
    .execute((tx) => revokeAllTokensOf(tx, user.userId))
  expect(await statusOf(access)).toBe(401)
  await expect(refreshTokens(app, refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('the clean-up deletes old tokens, grants and unused clients, and keeps what is in use', async () => {
  const db = database()
  const user = await aUser()
  const app = await anApp()
  const [old, live] = [await connectApp(app, user), await connectApp(app, user)]
  const [oldGrant, liveGrant] = [await grantOf(old.access), await grantOf(live.access)]
  await sql`update api_tokens set expires_at = now() - interval '2 days' where grant_id in (${oldGrant.id}, ${liveGrant.id})`.execute(
    db,
  )
  await sql`update oauth_grants set expires_at = now() - interval '31 days' where id = ${oldGrant.id}`.execute(db)
  const redirect_uris = [app.redirectUri]
  const client = async (name: string, days: number) => {
    const id = crypto.randomUUID()
    const last_used_at = sql<Date>`now() - make_interval(days => ${days}::int)`
    await db.insertInto('oauth_clients').values({ id, kind: 'dynamic', name, redirect_uris, last_used_at }).execute()
    return id
  }
  const [unused, recent, used] = [await client('unused', 31), await client('recent', 29), await client('used', 31)]
  await sql`update oauth_grants set client_id = ${used} where id = ${liveGrant.id}`.execute(db)
  await findJob('forget-answers').run(db)
  const left = async (table: 'oauth_grants' | 'oauth_clients', ids: string[]) => {
    const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute()
    return rows.map(({ id }) => id).sort()
  }
  expect(await left('oauth_grants', [oldGrant.id, liveGrant.id])).toEqual([liveGrant.id])
  expect(await left('oauth_clients', [unused, recent, used])).toEqual([recent, used].sort())
  await expect(grantOf(live.access)).rejects.toThrow()
  // It can still be refreshed.
  expect(await db.selectFrom('oauth_refresh_tokens').where('grant_id', '=', liveGrant.id).execute()).toHaveLength(1)
})
