import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Contract } from '@/lib/api/contract'
import { scopes } from '@/lib/auth/scopes'
import { newToken } from '@/lib/auth/tokens'
import { database } from '@/lib/db/pool'
import { getHealth } from '@/lib/health/contract'
import { contracts, type NamedContract } from '@/lib/openapi/contracts'
import { createProject } from '@/lib/projects/contract'
import { bulkCreateStories } from '@/lib/stories/contract'
import { createTemplate } from '@/lib/templates/contract'
import { createToken, revokeToken } from '@/lib/tokens/contract'
import { Api, aProject, type TestProject } from '@/tests/support/api/api'
import { inputOf, inputs, unknownId } from '@/tests/support/api/endpoint-inputs'
import { names, type Thing, takesProject, thingAt, thingsIn } from '@/tests/support/api/path-resources'
import { type SessionApi, signedIn } from '@/tests/support/api/session'
import { aTenant, type Tenant } from '@/tests/support/api/tenant'
import { insertStory } from '@/tests/support/database/story-rows'
import { sampleImage } from '@/tests/support/publishing/publishing'

const closed = contracts.filter(({ contract }) => contract.scope !== 'public')
const scoped = closed.filter(({ contract }) => !['any', 'session'].includes(contract.scope))
const sessionOnly = closed.filter(({ contract }) => contract.scope === 'session')
const byId = closed.filter(({ contract }) => contract.params)
const byProject = closed.filter(({ contract }) => takesProject(contract))
const named = (list: NamedContract[]) => list.map((one) => [one.name, one] as const)

let mine: TestProject
let mySession: SessionApi
let myAccount: Api
let endedSession: SessionApi
let expiredSession: SessionApi
let theirs: Tenant
let myIds: Partial<Record<Thing, string>>

beforeAll(async () => {
  ;[mine, theirs] = [await aProject(), await aTenant()]
  mySession = await signedIn(mine.userId)
  myAccount = await mine.withToken({ isAccount: true })
  endedSession = await aPastSession({ ended_at: new Date() })
  expiredSession = await aPastSession({ expires_at: new Date(Date.now() - 1_000) })
  const [ours] = await mine.connect('pinterest')
  const { storyId } = await insertStory(database(), { projectId: mine.projectId, channels: ['x'], caption: 'Mine' })
  myIds = { story: storyId, board: ours?.boards?.[0]?.id ?? '' }
  // Boards belong to a project, so a caller without a bound project must name one.
  inputs.listPinterestSections = { project_id: mine.projectId }
  const { id: template_id } = await mine.api.post(createTemplate, { name: 'Mine' })
  for (const name of ['createAutomation', 'previewAutomation']) inputs[name] = { ...inputs[name], template_id }
})

test('covers every endpoint and every id in a path', () => {
  expect(Object.keys(inputs).sort()).toEqual(contracts.map(({ name }) => name).sort())
  for (const { name, contract } of byId) {
    expect([name, thingsIn(contract).map(([id]) => id)]).toEqual([name, Object.keys(contract.params?.shape ?? {})])
    expect([name, thingsIn(contract).filter(([, thing]) => thing === undefined)]).toEqual([name, []])
  }
  expect([scoped.length, sessionOnly.length, byId.length, byProject.length].every((count) => count > 5)).toBe(true)
})

async function answerOf(api: Api, { contract }: NamedContract, input: object, headers?: Record<string, string>) {
  const response = await api.send(contract, { ...input }, headers)
  const own = new Headers(response.headers)
  // These differ between any two requests.
  for (const name of ['x-request-id', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset']) own.delete(name)
  return { status: response.status, headers: [...own], text: await response.text() }
}

const invalidToken = 'The token is not valid: it may be mistyped, revoked or expired.'
const missingToken = 'Send a token: Authorization: Bearer svc_pat_… (create one on the developer page).'

const badTokens: [string, string, () => Promise<string>][] = [
  ['a malformed token', invalidToken, async () => 'svc_pat_x'],
  ['an unknown token', invalidToken, async () => newToken('personal')],
  ['an unknown OAuth token', invalidToken, async () => newToken('oauth')],
  ['a revoked token', invalidToken, revokedToken],
  [
    'an expired token',
    invalidToken,
    async () => (await mine.withToken({ expiresAt: new Date(Date.now() - 1_000) })).token ?? '',
  ],
]

const refusedWithToken = async (one: NamedContract, token: string | null, message: string): Promise<void> => {
  const { status, headers, error } = await new Api(inject('productUrl'), token).refused(one.contract, inputOf(one))
  expect([status, error]).toEqual([401, { code: 'unauthorized', message }])
  expect(headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="http/)
}

const refusedInPastSession = async (one: NamedContract, session: Api): Promise<void> => {
  const { status, error } = await session.refused(one.contract, inputOf(one))
  expect([status, error]).toEqual([401, { code: 'unauthorized', message: 'Your session has ended. Sign in again.' }])
}

const invalidCredentials: [string, (one: NamedContract) => Promise<void>][] = [
  ...badTokens.map(([what, message, tokenOf]): [string, (one: NamedContract) => Promise<void>] => [
    what,
    async (one) => refusedWithToken(one, await tokenOf(), message),
  ]),
  [
    'an invalid session',
    async (one) => {
      const headers = { cookie: 'storycast.session=rubbish', origin: inject('productUrl') }
      const { status, error } = await new Api(inject('productUrl'), null).refused(one.contract, inputOf(one), headers)
      expect([status, error.code]).toEqual([401, 'unauthorized'])
    },
  ],
  ['an ended session', (one) => refusedInPastSession(one, endedSession)],
  ['an expired session', (one) => refusedInPastSession(one, expiredSession)],
]

test.each(named(closed))('%s: 401 with no token', (_, one) => refusedWithToken(one, null, missingToken))

// One for each endpoint in turn: tests/api/edge/authentication.test.ts sends all of them to one endpoint.
test.each(
  closed.map((one, index) => {
    const [what, isRefused] = invalidCredentials[index % invalidCredentials.length] as (typeof invalidCredentials)[0]
    return [one.name, what, () => isRefused(one)] as const
  }),
)('%s: 401 with %s', (_name, _what, isRefused) => isRefused())

/** An ended or expired session with a cookie that is still valid. */
async function aPastSession(over: { ended_at: Date } | { expires_at: Date }): Promise<SessionApi> {
  const session = await signedIn(mine.userId)
  await session.get(getHealth)
  await database().updateTable('user_sessions').set(over).where('id', '=', session.sessionId).execute()
  return session
}

async function revokedToken(): Promise<string> {
  const { token, api_token } = await mySession.post(createToken, { name: 'Short', scopes: [...scopes] })
  await mySession.delete(revokeToken, { id: api_token.id })
  return token
}

test.each(named(scoped))('%s: requires exactly this scope', async (_, one) => {
  const { scope } = one.contract
  const others = await mine.withToken({ scopes: scopes.filter((other) => other !== scope) })
  const { status, error } = await others.refused(one.contract, inputOf(one))
  const message = `This needs the scope ${scope}, which the token does not have.`
  expect([status, error]).toEqual([403, { code: 'insufficient_scope', message }])
  const only = await mine.withToken({ scopes: scopes.filter((other) => other === scope) })
  const image = one.name === 'describeImage' ? { media_url: sampleImage() } : {}
  const allowed = await only.send(one.contract, inputOf(one, image))
  expect([200, 201, 404]).toContain(allowed.status)
})

test.each(named(sessionOnly))('%s: refuses a token with all scopes', async (_, one) => {
  for (const api of [mine.api, myAccount]) {
    const { status, error } = await api.refused(one.contract, inputOf(one))
    const message = 'Tokens cannot do this. Sign in to the dashboard instead.'
    expect([status, error]).toEqual([403, { code: 'insufficient_scope', message }])
  }
})

const changing = closed.filter(({ contract }) => contract.method !== 'GET')
test.each(named(changing))('%s: refuses a session on another site’s page', async (_, one) => {
  const before = await everythingOf(mine)
  for (const origin of ['https://evil.example', 'null']) {
    const { status, error } = await mySession.refused(one.contract, inputOf(one), { origin })
    const message = 'This request came from another site. Use the dashboard, or a token.'
    expect([status, error]).toEqual([401, { code: 'unauthorized', message }])
  }
  expect(await everythingOf(mine)).toEqual(before)
})

/** If the contract allows tokens, a bound one, and in turn a session and an account token, which see the same. */
function callersOf(contract: Contract): [string, Api][] {
  if (contract.scope === 'session') return [['session', mySession]]
  const isOdd = closed.findIndex((one) => one.contract === contract) % 2 === 1
  return [['bound token', mine.api], isOdd ? ['session', mySession] : ['account token', myAccount]]
}

/** In one statement: the tests compare thousands of them. */
async function everythingOf({ projectId, userId }: TestProject) {
  const { rows } = await sql<Record<string, unknown[] | null>>`
    select
      (select jsonb_agg(p) from projects p where id = ${projectId}) as project,
      (select jsonb_agg(s order by id) from stories s where project_id = ${projectId}) as stories,
      (select jsonb_agg(q order by id) from queue_items q where project_id = ${projectId}) as items,
      (select jsonb_agg(c order by id) from social_connections c where project_id = ${projectId}) as connections,
      (select jsonb_agg(jsonb_build_array(id, revoked_at, scopes, expires_at) order by id)
        from api_tokens where user_id = ${userId}) as tokens,
      (select jsonb_agg(w order by id) from webhook_endpoints w where project_id = ${projectId}) as endpoints,
      -- Without previews: a job of another test may create them meanwhile.
      (select jsonb_agg(jsonb_build_array(id, name, category, tags, sha256) order by id)
        from assets where project_id = ${projectId}) as assets,
      (select jsonb_agg(id order by id) from events where project_id = ${projectId}) as events`.execute(database())
  return rows[0] ?? {}
}

test.each(named(byId))('%s: another tenant’s id gets the same bytes as a missing one', async (_, one) => {
  const before = await everythingOf(theirs)
  const theirOwn = Object.fromEntries(
    thingsIn(one.contract).map(([name, thing]) => [name, theirs.ids[thing ?? 'story']]),
  )
  for (const [caller, api] of callersOf(one.contract)) {
    const missing = await answerOf(api, one, inputOf(one))
    const other = await answerOf(api, one, inputOf(one, theirOwn))
    expect([caller, missing.status, JSON.parse(missing.text).error.code]).toEqual([caller, 404, 'not_found'])
    expect([caller, other]).toEqual([caller, missing])
  }
  expect(await everythingOf(theirs)).toEqual(before)
})

/** Everything except tokens, which the test itself creates. */
async function contentOf(project: TestProject) {
  const { tokens: _, ...content } = await everythingOf(project)
  return content
}

/** The caller's own ids, so that only the project is wrong. */
function ownIdsFor({ contract }: NamedContract): { id?: string } {
  if (!contract.params) return {}
  const thing = thingAt[contract.path.split('/:id')[0] ?? ''] ?? 'story'
  const id = myIds[thing]
  if (!id) throw new Error(`${contract.path} needs a ${thing} of ours.`)
  return { id }
}

test.each(named(byProject))('%s: another tenant’s project gets the same response as a missing one', async (_, one) => {
  const before = [await everythingOf(theirs), await contentOf(mine)]
  const own = ownIdsFor(one)
  for (const [caller, api] of callersOf(one.contract)) {
    for (const member of ['project_id', 'projectId'].filter((name) => names(one.contract, name))) {
      const input = (projectId: string) => {
        const { project_id: _, ...rest } = inputOf(one, own)
        return { ...rest, [member]: projectId }
      }
      const missing = await answerOf(api, one, input(unknownId))
      const other = await answerOf(api, one, input(theirs.projectId))
      expect([caller, member, other]).toEqual([caller, member, missing])
      expect([caller, member, missing.status]).toEqual([caller, member, 404])
    }
  }
  expect([await everythingOf(theirs), await contentOf(mine)]).toEqual(before)
})

test('bulk create treats another tenant’s project like a missing one', async () => {
  const before = await everythingOf(theirs)
  for (const [caller, api] of callersOf(bulkCreateStories)) {
    const stories = [unknownId, theirs.projectId].flatMap((id) => [
      { caption: 'Fresh bread', channels: ['x'] as const, project_id: id },
      { caption: 'Fresh bread', channels: ['x'] as const, projectId: id },
    ])
    const { errors, count } = await api.post(bulkCreateStories, { stories })
    expect([caller, count, errors.map(({ code }) => code)]).toEqual([caller, 0, Array(4).fill('not_found')])
    expect(new Set(errors.map(({ message }) => message)).size).toBe(1)
  }
  expect(await everythingOf(theirs)).toEqual(before)
})

test('a project token cannot see other projects of its owner', async () => {
  const second = await mySession.post(createProject, { name: 'Second' })
  for (const one of [...byProject, ...byId.filter(({ contract }) => contract.path.includes('/projects/:id'))]) {
    if (one.contract.scope === 'session') continue
    const isProject = one.contract.path.includes('/projects/:id')
    const ids = isProject ? { id: second.id } : { ...ownIdsFor(one), project_id: second.id }
    const { status } = await mine.api.refused(one.contract, inputOf(one, ids))
    expect([one.name, status]).toEqual([one.name, 404])
  }
})
