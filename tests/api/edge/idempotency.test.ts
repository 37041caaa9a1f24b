import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import type { Contract } from '@/lib/api/contract'
import { scopes } from '@/lib/auth/scopes'
import { database } from '@/lib/db/pool'
import { invite } from '@/lib/invitations/contract'
import { createUploadUrl } from '@/lib/media/uploads/contract'
import { changeMember, removeMember } from '@/lib/members/contract'
import { createProject, listProjects } from '@/lib/projects/contract'
import {
  bulkCreateStories,
  createStory,
  deleteStory,
  listStories,
  publishStory,
  retryStory,
  scheduleStory,
} from '@/lib/stories/contract'
import { createToken } from '@/lib/tokens/contract'
import { mintToken } from '@/lib/tokens/mint'
import { createWebhook } from '@/lib/webhooks/endpoints/contract'
import { Api, aProject } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'
import { recordSecret } from '@/tests/support/processes/leak-log'

const withKey = (key: string): Record<string, string> => ({ 'idempotency-key': key })
const bread = { caption: 'Fresh bread', channels: ['x'] }

type Seen = { status: number; isReplayed: boolean; text: string }

async function see(api: Api, contract: Contract, input: object, key: string): Promise<Seen> {
  const response = await api.send(contract, { ...input }, withKey(key))
  const replayed = response.headers.get('idempotent-replayed')
  expect([null, 'true']).toContain(replayed)
  return { status: response.status, isReplayed: replayed === 'true', text: await response.text() }
}

const codeOf = ({ text }: Seen): string => JSON.parse(text).error.code
const storiesOf = async (api: Api) => (await api.get(listStories, { limit: 200 })).stories

test('a repeat gets the first response, byte for byte, and has no effect', async () => {
  const { api } = await aProject()
  const first = await see(api, createStory, bread, 'one')
  expect([first.status, first.isReplayed]).toEqual([201, false])
  for (let times = 0; times < 3; times++) {
    expect(await see(api, createStory, bread, 'one')).toEqual({ ...first, isReplayed: true })
  }
  expect(await storiesOf(api)).toHaveLength(1)
})

test('a repeat gets the first response even when the resource has changed', async () => {
  const { api } = await aProject()
  const first = await see(api, createStory, bread, 'one')
  await api.delete(deleteStory, { id: JSON.parse(first.text).story.id })
  expect(await see(api, createStory, bread, 'one')).toEqual({ ...first, isReplayed: true })
  expect(await storiesOf(api)).toEqual([])
})

test('a refused request frees its key', async () => {
  const { api, withToken, projectId } = await aProject()
  const account = await withToken({ isAccount: true })
  const missing = '018f0000-0000-7000-8000-000000000000'
  const { story } = await api.post(createStory, { caption: 'Fresh bread', channels: ['x'] })
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const refusals: [Api, Contract, object, string, object][] = [
    [api, createStory, { ...bread, scheduled_at: soon }, 'missing_connection', bread],
    [api, createStory, { ...bread, scheduled_at: '2020-01-01T00:00:00Z' }, 'validation_error', bread],
    [api, retryStory, { id: story.id }, 'conflict', { id: story.id }],
    [account, createStory, { ...bread, project_id: missing }, 'not_found', { ...bread, project_id: projectId }],
  ]
  for (const [caller, contract, input, code, corrected] of refusals) {
    const key = randomUUID()
    const first = await see(caller, contract, input, key)
    expect([codeOf(first), first.isReplayed]).toEqual([code, false])
    const second = await see(caller, contract, input, key)
    expect([codeOf(second), second.isReplayed]).toEqual([code, false])
    const next = await see(caller, contract, corrected, key)
    // A story that did not fail is refused each time. The others are created.
    expect([next.status, next.isReplayed]).toEqual([contract === retryStory ? 409 : 201, false])
  }
})

describe('checks access before replaying a response', () => {
  async function aCreatedStory(role: 'editor' | 'admin') {
    const { projectId, userId } = await aProject()
    const member = await aMember(projectId, role)
    const { token } = await mintToken(database(), {
      userId: member.userId,
      projectId: null,
      name: 'account',
      scopes,
      expiresAt: null,
    })
    const account = new Api(inject('productUrl'), token)
    const input = { ...bread, project_id: projectId }
    const first = await see(account, createStory, input, 'one')
    expect(await see(account, createStory, input, 'one')).toEqual({ ...first, isReplayed: true })
    const owner = await signedIn(userId)
    return { owner, member, projectId, repeat: () => see(account, createStory, input, 'one') }
  }

  test('404 for a removed member', async () => {
    const { owner, member, projectId, repeat } = await aCreatedStory('editor')
    await owner.delete(removeMember, { id: projectId, user_id: member.userId })
    const again = await repeat()
    expect([again.status, JSON.parse(again.text), again.isReplayed]).toEqual([
      404,
      { error: { code: 'not_found', message: 'No such project.' } },
      false,
    ])
  })

  test('403 when the role no longer allows it, and a replay once it does again', async () => {
    const { owner, member, projectId, repeat } = await aCreatedStory('editor')
    const become = (role: 'viewer' | 'editor') =>
      owner.patch(changeMember, { id: projectId, user_id: member.userId, role })
    await become('viewer')
    const again = await repeat()
    expect([again.status, codeOf(again), again.isReplayed]).toEqual([403, 'insufficient_scope', false])
    await become('editor')
    expect(await repeat()).toMatchObject({ status: 201, isReplayed: true })
  })

  test('a former admin does not get the invitation link', async () => {
    const { projectId, userId } = await aProject()
    const member = await aMember(projectId, 'admin')
    const admin = await signedIn(member.userId)
    const input = { id: projectId, email: `${randomUUID()}@example.com`, role: 'editor' }
    const first = await see(admin, invite, input, 'one')
    recordSecret(JSON.parse(first.text).url.split('/invitations/')[1])
    expect(await see(admin, invite, input, 'one')).toEqual({ ...first, isReplayed: true })
    await (await signedIn(userId)).patch(changeMember, { id: projectId, user_id: member.userId, role: 'editor' })
    const again = await see(admin, invite, input, 'one')
    expect([again.status, codeOf(again), again.isReplayed]).toEqual([403, 'insufficient_scope', false])
  })
})

test('replays a secret unchanged and stores it encrypted', async () => {
  const { api, projectId, userId } = await aProject()
  const session = await signedIn(userId)
  const email = `${randomUUID()}@example.com`
  const made: [Api, Contract, object, (answer: { [name: string]: string }) => string | undefined][] = [
    [session, createToken, { name: 'CI', scopes: ['queue:read'] }, ({ token }) => token],
    [api, createWebhook, { url: 'https://shop.example.com/', events: ['*'] }, (answer) => answer.signing_secret],
    [api, createUploadUrl, { filename: 'a.png', content_type: 'image/png' }, (answer) => answer.upload_url],
    [session, invite, { id: projectId, email, role: 'editor' }, ({ url }) => url],
  ]
  for (const [caller, contract, input, secretOf] of made) {
    const key = randomUUID()
    const first = await see(caller, contract, input, key)
    const secret = secretOf(JSON.parse(first.text))?.replace(/^https?:.*\//, '') ?? ''
    recordSecret(secret)
    expect([first.status, first.isReplayed, secret.length > 30]).toEqual([201, false, true])
    expect(await see(caller, contract, input, key)).toEqual({ ...first, isReplayed: true })
    const { rows } = await sql<{ row: string; sealed: Buffer }>`
      select row_to_json(k)::text as row, response_sealed as sealed from idempotency_keys k where key = ${key}`.execute(
      database(),
    )
    expect(rows).toHaveLength(1)
    expect(`${rows[0]?.row}${rows[0]?.sealed.toString('latin1')}`).not.toContain(secret)
  }
})

test('replays a bulk response of 207', async () => {
  const { api } = await aProject()
  const input = { stories: [bread, { caption: '' }, bread] }
  const first = await see(api, bulkCreateStories, input, 'bulk')
  expect(first.status).toBe(207)
  expect(await see(api, bulkCreateStories, input, 'bulk')).toEqual({ ...first, isReplayed: true })
  expect(await storiesOf(api)).toHaveLength(2)
})

test('409 for the same key with another body, path or method, also when repeated', async () => {
  const { api } = await aProject()
  const first = await see(api, createStory, bread, 'one')
  const { id } = JSON.parse(first.text).story
  const others: [Contract, object][] = [
    [createStory, { ...bread, caption: 'Stale bread' }],
    [bulkCreateStories, { stories: [bread] }],
    [publishStory, { id, connection_check: 'skip' }],
  ]
  for (const [contract, input] of others) {
    const other = await see(api, contract, input, 'one')
    expect([other.status, JSON.parse(other.text), other.isReplayed]).toEqual([
      409,
      {
        error: {
          code: 'idempotency_conflict',
          message: 'This Idempotency-Key was used for a different request. Use a new key.',
        },
      },
      false,
    ])
  }
  expect(await see(api, createStory, bread, 'one')).toEqual({ ...first, isReplayed: true })
  expect(await storiesOf(api)).toHaveLength(1)
})

test('fifty concurrent requests have one effect; the others get 409 or the replay', async () => {
  const { api } = await aProject()
  const answers = await Promise.all(Array.from({ length: 50 }, () => see(api, createStory, bread, 'race')))
  const made = answers.filter(({ status, isReplayed }) => status === 201 && !isReplayed)
  const replays = answers.filter(({ isReplayed }) => isReplayed)
  const waiting = answers.filter(({ status }) => status === 409)
  expect([made.length, made.length + replays.length + waiting.length]).toEqual([1, 50])
  expect(new Set(replays.map(({ text, status }) => `${status} ${text}`)).size).toBeLessThanOrEqual(1)
  for (const replay of replays) expect(replay.text).toBe(made[0]?.text)
  expect(new Set(waiting.map(codeOf))).toEqual(waiting.length > 0 ? new Set(['request_in_progress']) : new Set())
  expect(await storiesOf(api)).toHaveLength(1)
  expect(await see(api, createStory, bread, 'race')).toEqual({ ...made[0], isReplayed: true })
})

test('fifty different bodies under one key have one effect', async () => {
  const { api } = await aProject()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => see(api, createStory, { ...bread, caption: `Bread ${index}` }, 'race')),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused.every((one) => ['idempotency_conflict', 'request_in_progress'].includes(codeOf(one)))).toBe(true)
  expect(await storiesOf(api)).toHaveLength(1)
})

test('a key belongs to its token, or to the user of a session', async () => {
  const project = await aProject()
  const outsider = await aProject()
  const second = await project.withToken({})
  const made = [project.api, second, outsider.api].map((api) => see(api, createStory, bread, 'shared'))
  for (const answer of await Promise.all(made)) expect([answer.status, answer.isReplayed]).toEqual([201, false])
  expect(await storiesOf(project.api)).toHaveLength(2)
  expect(await storiesOf(outsider.api)).toHaveLength(1)
  const [one, other] = [await signedIn(project.userId), await signedIn(outsider.userId)]
  const first = await see(one, createProject, { name: 'Bakery' }, 'shared')
  expect([first.status, first.isReplayed]).toEqual([201, false])
  expect(await see(one, createProject, { name: 'Bakery' }, 'shared')).toEqual({ ...first, isReplayed: true })
  expect((await see(one, createProject, { name: 'Other' }, 'shared')).status).toBe(409)
  expect((await see(other, createProject, { name: 'Bakery' }, 'shared')).isReplayed).toBe(false)
  const { projects } = await one.get(listProjects, {})
  expect(projects.filter(({ name }) => name === 'Bakery')).toHaveLength(1)
})

test.each([
  ['x', 201],
  ['k'.repeat(255), 201],
  ['a key with spaces, "quotes" and ~!', 201],
  ['k'.repeat(256), 400],
  ['', 400],
  ['   ', 400],
  ['caf\u00e9', 400],
])('the key %j gets %i', async (key, status) => {
  const { api } = await aProject()
  const response = await api.send(createStory, bread, withKey(key))
  expect(response.status).toBe(status)
  if (status === 400)
    expect(((await response.json()) as { error: object }).error).toMatchObject({
      code: 'validation_error',
      issues: [{ path: 'Idempotency-Key' }],
    })
})

test('an invalid request or a missing scope does not use the key', async () => {
  const { api, withToken } = await aProject()
  for (const wrong of [{ caption: 5 }, { ...bread, schedule_at: 'x' }])
    expect((await see(api, createStory, wrong, 'one')).status).toBe(400)
  expect((await see(api, createStory, bread, 'one')).status).toBe(201)
  const reader = await withToken({ scopes: ['stories:read'] })
  expect((await see(reader, createStory, bread, 'one')).status).toBe(403)
  const stored = await database()
    .selectFrom('idempotency_keys')
    .select('response_status')
    .where('key', '=', 'one')
    .execute()
  expect(stored.every(({ response_status }) => response_status !== null && response_status < 400)).toBe(true)
})

test('endpoints without idempotency ignore the key: a list, an edit', async () => {
  const { api } = await aProject()
  const key = withKey(randomUUID())
  await api.get(listStories, {}, key)
  await api.post(createStory, { caption: 'a', channels: ['x'] }, key)
  expect((await api.get(listStories, {}, key)).stories).toHaveLength(1)
})

test('a key expires after 24 hours', async () => {
  const { api } = await aProject()
  const key = randomUUID()
  await see(api, createStory, bread, key)
  await sql`update idempotency_keys set expires_at = now() - interval '1 second' where key = ${key}`.execute(database())
  expect(await see(api, createStory, { ...bread, caption: 'New' }, key)).toMatchObject({
    status: 201,
    isReplayed: false,
  })
  expect(await storiesOf(api)).toHaveLength(2)
})

test('a crashed request frees its key when the lease ends, for the same request only', async () => {
  const { api } = await aProject()
  const key = randomUUID()
  await see(api, createStory, bread, key)
  const setLeaseEnd = (until: string) =>
    sql`update idempotency_keys set response_status = null, response_body = null,
      lease_until = now() + ${until}::interval where key = ${key}`.execute(database())
  await setLeaseEnd('20 seconds')
  const waiting = await see(api, createStory, bread, key)
  expect([waiting.status, codeOf(waiting)]).toEqual([409, 'request_in_progress'])
  await setLeaseEnd('-1 second')
  expect(codeOf(await see(api, createStory, { ...bread, caption: 'Other' }, key))).toBe('idempotency_conflict')
  expect(await see(api, createStory, bread, key)).toMatchObject({ status: 201, isReplayed: false })
  expect((await see(api, createStory, bread, key)).isReplayed).toBe(true)
})

test('a repeated schedule moves nothing', async () => {
  const { api } = await aProject()
  const { story } = await api.post(createStory, { caption: 'Fresh bread', channels: ['x'] })
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const input = { id: story.id, scheduled_at: soon, connection_check: 'skip' }
  const first = await see(api, scheduleStory, input, 'one')
  expect(first.status).toBe(200)
  const later = new Date(Date.now() + 7_200_000).toISOString()
  await api.post(scheduleStory, { id: story.id, scheduled_at: later, connection_check: 'skip' })
  expect(await see(api, scheduleStory, input, 'one')).toEqual({ ...first, isReplayed: true })
  expect((await storiesOf(api))[0]?.scheduled_at).toBe(later)
})
