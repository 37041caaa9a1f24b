import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { hashToken } from '@/lib/auth/tokens'
import { database } from '@/lib/db/pool'
import { getHealth } from '@/lib/health/contract'
import { createStory } from '@/lib/stories/contract'
import { Api } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'
import { anApp, aUser, connectApp, grantOf, refreshTokens } from '@/tests/support/oauth/oauth'

const statusOf = async (token: string): Promise<number> =>
  (await new Api(inject('productUrl'), token).send(getHealth)).status

describe('refresh tokens', () => {
  test('two refreshes at once get the same tokens', async () => {
    const app = await anApp()
    const { refresh } = await connectApp(app, await aUser())
    const answers = await Promise.all(Array.from({ length: 6 }, () => refreshTokens(app, refresh)))
    expect(new Set(answers.map(({ access }) => access)).size).toBe(1)
    expect(new Set(answers.map((one) => one.refresh)).size).toBe(1)
    const next = await refreshTokens(app, answers[0]?.refresh ?? '')
    expect(await statusOf(next.access)).toBe(200)
  })

  test('reuse after the successor was used ends the family', async () => {
    const app = await anApp()
    const first = await connectApp(app, await aUser())
    const second = await refreshTokens(app, first.refresh)
    const third = await refreshTokens(app, second.refresh)
    await expect(refreshTokens(app, first.refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
    for (const { access } of [first, second, third]) expect(await statusOf(access)).toBe(401)
    await expect(refreshTokens(app, third.refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await grantOf(third.access)).revoked_because).toBe('refresh_token_reused')
  })

  test('reuse after 30 seconds ends the family, also if the successor is unused', async () => {
    const app = await anApp()
    const first = await connectApp(app, await aUser())
    const second = await refreshTokens(app, first.refresh)
    const at = (seconds: number) =>
      sql`update oauth_refresh_tokens set used_at = now() - make_interval(secs => ${seconds}::int)
        where token_hash = ${hashToken(first.refresh)}`.execute(database())
    await at(25)
    expect((await refreshTokens(app, first.refresh)).access).toBe(second.access)
    await at(31)
    await expect(refreshTokens(app, first.refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await statusOf(second.access)).toBe(401)
  })

  test('a refresh token expires after 30 days', async () => {
    const app = await anApp()
    const { access, refresh } = await connectApp(app, await aUser())
    const { rows } = await sql<{ days: number }>`
      update oauth_refresh_tokens set expires_at = now() where token_hash = ${hashToken(refresh)}
      returning (select extract(day from g.expires_at - now())::int from oauth_grants g where g.id = grant_id) as days`.execute(
      database(),
    )
    expect(rows[0]?.days).toBeGreaterThanOrEqual(29)
    expect((await grantOf(access)).expires_at.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000)
    await expect(refreshTokens(app, refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('an access token expires after an hour', async () => {
    const { access } = await connectApp(await anApp(), await aUser())
    await sql`update api_tokens set expires_at = expires_at - interval '1 hour' where token_hash = ${hashToken(access)}`.execute(
      database(),
    )
    expect(await statusOf(access)).toBe(401)
  })

  test('a refresh token is no access token', async () => {
    const { refresh } = await connectApp(await anApp(), await aUser())
    expect(await statusOf(refresh)).toBe(401)
  })

  test('a user who leaves the project takes the access along', async () => {
    const app = await anApp()
    const { projectId } = await aUser()
    const member = await aMember(projectId, 'editor')
    const { access, refresh } = await connectApp(app, { projectId, session: await signedIn(member.userId) })
    expect(await statusOf(access)).toBe(200)
    await database().deleteFrom('project_members').where('user_id', '=', member.userId).execute()
    expect(await statusOf(access)).toBe(401)
    await expect(refreshTokens(app, refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('a lower role limits tokens at once', async () => {
    const { projectId } = await aUser()
    const member = await aMember(projectId, 'editor')
    const { access } = await connectApp(await anApp(), { projectId, session: await signedIn(member.userId) })
    await database()
      .updateTable('project_members')
      .set({ role: 'viewer' })
      .where('user_id', '=', member.userId)
      .execute()
    const api = new Api(inject('productUrl'), access)
    const { error } = await api.refused(createStory, { caption: 'No more', channels: ['x'] })
    expect(error.code).toBe('insufficient_scope')
  })
})
