import { expect, inject, test } from 'vitest'
import { scopes } from '@/lib/auth/scopes'
import { hashToken } from '@/lib/auth/tokens'
import { database } from '@/lib/db/pool'
import { getHealth } from '@/lib/health/contract'
import { createToken, listTokens, revokeToken } from '@/lib/tokens/contract'
import { mintToken } from '@/lib/tokens/mint'
import { Api, aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'

const using = (token: string): Api => new Api(inject('productUrl'), token)

test('shows a token once, accepts it at once and stores only its hash', async () => {
  const { userId, projectId } = await aProject()
  const session = await signedIn(userId)
  const request = {
    name: 'CI',
    project_id: projectId,
    scopes: ['stories:write', 'projects:read', 'stories:write'],
  } as const
  const { token, api_token } = await session.post(createToken, { ...request, scopes: [...request.scopes] })
  expect(token).toMatch(/^svc_pat_[0-9A-Za-z]{40}$/)
  expect(api_token).toMatchObject({
    name: 'CI',
    kind: 'personal',
    hint: token.slice(-4),
    scopes: ['projects:read', 'stories:write'],
    project_id: projectId,
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
  })
  expect(await using(token).get(getHealth)).toMatchObject({ project_id: projectId, scopes: api_token.scopes })
  const row = await database().selectFrom('api_tokens').selectAll().where('id', '=', api_token.id).executeTakeFirst()
  expect(row?.token_hash).toEqual(hashToken(token))
  expect(JSON.stringify(row)).not.toContain(token)
})

test('lists tokens newest first, without their secrets', async () => {
  const { userId } = await aProject()
  const session = await signedIn(userId)
  const { token, api_token } = await session.post(createToken, { name: 'Account', scopes: ['queue:read'] })
  const text = await (await session.send(listTokens)).text()
  expect(text).not.toContain(token)
  expect(text).not.toContain(hashToken(token).toString('hex'))
  const { tokens } = await session.get(listTokens)
  expect(tokens[0]).toEqual(api_token)
  expect(tokens.map(({ name }) => name)).toEqual(['Account', 'test'])
})

test('a revoked token is refused on the next request, and stays listed', async () => {
  const { userId } = await aProject()
  const session = await signedIn(userId)
  const { token, api_token } = await session.post(createToken, { name: 'Short', scopes: [...scopes] })
  await using(token).get(getHealth)
  const { api_token: revoked } = await session.delete(revokeToken, { id: api_token.id })
  expect(revoked.revoked_at).not.toBeNull()
  expect(await using(token).refused(getHealth)).toMatchObject({ status: 401, error: { code: 'unauthorized' } })
  expect((await session.delete(revokeToken, { id: api_token.id })).api_token).toEqual(revoked)
  expect((await session.get(listTokens)).tokens[0]).toEqual(revoked)
})

test("404 for projects the caller is not in, and for other people's tokens", async () => {
  const { userId } = await aProject()
  const session = await signedIn(userId)
  const outsider = await aProject()
  const body = { name: 'Mine', scopes: ['queue:read'], project_id: outsider.projectId }
  expect((await session.refused(createToken, body)).status).toBe(404)
  const [theirs] = (await (await signedIn(outsider.userId)).get(listTokens)).tokens
  expect((await session.refused(revokeToken, { id: theirs?.id })).status).toBe(404)
  expect((await outsider.api.get(getHealth)).ok).toBe(true)
})

test.each([
  [{ scopes: ['stories:delete'] }, 'scopes.0'],
  [{ scopes: [] }, 'scopes'],
  [{ name: '' }, 'name'],
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  [{ expires_at: '2099-01-01T00:00:00' }, 'expires_at'],
])('refuses %j', async (change, path) => {
  const { userId } = await aProject()
  const session = await signedIn(userId)
  const { error } = await session.refused(createToken, { name: 'CI', scopes: ['queue:read'], ...change })
  expect(error.issues).toMatchObject([{ path }])
})

test('a token cannot create tokens', async () => {
  const { api } = await aProject()
  expect(await api.refused(createToken, { name: 'More', scopes: ['queue:read'] })).toMatchObject({
    status: 403,
    error: { code: 'insufficient_scope' },
  })
})

test('409 for the 101st active token, also when several are created concurrently; revoked and expired ones do not count', async () => {
  const { userId } = await aProject()
  const session = await signedIn(userId)
  const request = { userId, projectId: null, name: 'CI', scopes: ['queue:read'] } as const
  // The project's token is the first.
  for (let count = 1; count < 99; count += 1) await mintToken(database(), request)
  await mintToken(database(), { ...request, expiresAt: new Date(Date.now() - 1_000) })
  const create = () => session.send(createToken, { name: 'CI', scopes: ['queue:read'] })
  const statuses = (await Promise.all([create(), create(), create()])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 409, 409])
  const { error } = await session.refused(createToken, { name: 'CI', scopes: ['queue:read'] })
  const message = 'You have 100 tokens, the maximum. Revoke one you no longer use.'
  expect(error).toEqual({ code: 'conflict', message })
  const { tokens } = await session.get(listTokens)
  await session.delete(revokeToken, { id: tokens[0]?.id ?? '' })
  expect((await create()).status).toBe(201)
})
