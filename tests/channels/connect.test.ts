import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { ChannelError } from '@/lib/channels/channel-error'
import type { AccountChoice } from '@/lib/channels/connecting/connect'
import { connects } from '@/lib/channels/connects'
import { reloadEnv } from '@/lib/env'
import type { Json } from '@/lib/json'
import { apps } from '@/sandbox/oauth/apps'
import { type RunningSandbox, startSandbox } from '@/sandbox/server'
import { sandboxEnv } from '@/scripts/demo/sandbox-env'
import { controlAt } from '@/tests/support/sandbox/accounts'
import { type Decision, decide } from '@/tests/support/sandbox/consent-page'

const before = { ...process.env }
const clock = { ms: Date.now() }
let sandbox: RunningSandbox
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'storycast-connect-'))
  sandbox = await startSandbox({ port: 0, directory, clock: () => new Date(clock.ms) })
})
beforeEach(() => {
  clock.ms = Date.now()
  Object.assign(process.env, sandboxEnv(sandbox.url), { PUBLISH_CALL_TIMEOUT_SECONDS: '2' })
  reloadEnv()
})
afterEach(async () => {
  await control('DELETE', '/control/faults')
  process.env = { ...before }
  reloadEnv()
})
afterAll(async () => {
  await sandbox.stop()
  await rm(directory, { recursive: true, force: true })
})

const control = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  controlAt(sandbox.url, method, path, body)

const call = () => ({ signal: AbortSignal.timeout(20_000) })
const state = 'an-unguessable-state'
const redirectOf = (channel: ChannelId) => `http://localhost:3000/connect/${channel}/callback`

/** Starts a connection, as the product does. */
async function begin(channel: ChannelId, isAgain = false): Promise<{ url: string; secret: Json }> {
  const { consent } = connects[channel]
  if (!consent) throw new Error(`${channel} has no consent.`)
  return consent.start({ redirectUri: redirectOf(channel), state, isAgain }, call())
}

async function finish(channel: ChannelId, back: URL, secret: Json): Promise<AccountChoice[]> {
  const { consent } = connects[channel]
  if (!consent) throw new Error(`${channel} has no consent.`)
  return consent.finish({ query: back.searchParams, redirectUri: redirectOf(channel), secret }, call())
}

async function connect(channel: ChannelId, decision?: Decision): Promise<AccountChoice[]> {
  const { url, secret } = await begin(channel)
  return finish(channel, await decide(url, decision), secret)
}

async function faultOf(work: Promise<unknown>): Promise<ChannelError> {
  const error = await work.then(
    () => new Error('It went well.'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ChannelError) return error
  throw error
}

const consenting = ['instagram', 'facebook', 'threads', 'x', 'linkedin', 'pinterest'] as const
const open = (network: ChannelId, more: object = {}) =>
  sandbox.openAccount({ network, account_id: undefined, name: `A ${network} account`, ...more })

describe.each(consenting)('%s', (channel) => {
  test('returns the consenting account with its name and a working credential', async () => {
    const account = open(channel)
    const choices = await connect(channel, { account: account.account_id, shared: [account.account_id] })
    const choice = choices.find(({ accountId }) => accountId === account.account_id)
    expect(choice).toMatchObject({ accountName: account.account_name, obstacle: null })
    expect(await connects[channel].identify({ ...choice!, credentials: choice!.credentials }, call())).toMatchObject({
      accountId: account.account_id,
      accountName: account.account_name,
    })
    // A new token, not the account’s first one.
    expect(JSON.stringify(choice?.credentials)).not.toContain(Object.values(account.credentials)[0])
  })

  test('sends a state and gets it back', async () => {
    open(channel)
    const { url } = await begin(channel)
    expect((await decide(url)).searchParams.get('state')).toBe(state)
  })

  test('reports that the user refused', async () => {
    open(channel)
    const { url, secret } = await begin(channel)
    const back = await decide(url, { refuses: true })
    const fault = await faultOf(finish(channel, back, secret))
    expect([fault.code, fault.outcome]).toEqual(['consent_cancelled', 'refused'])
    expect(fault.message).toMatch(/^You did not grant Storycast access to your \w+ account\.$/)
  })

  test('a callback works once', async () => {
    open(channel)
    const { url, secret } = await begin(channel)
    const back = await decide(url)
    await finish(channel, back, secret)
    const fault = await faultOf(finish(channel, back, secret))
    expect([fault.outcome, fault.category, fault.isRetryable]).toEqual(['refused', 'connection', false])
  })

  test('reports a wrong app secret as a configuration error', async () => {
    open(channel)
    const { url, secret } = await begin(channel)
    const back = await decide(url)
    process.env[`${channel.toUpperCase()}_CLIENT_SECRET`] = 'wrong-secret-of-the-app'
    process.env.X_API_SECRET = 'wrong-secret-of-the-app'
    reloadEnv()
    const fault = await faultOf(finish(channel, back, secret))
    expect(fault.outcome).toBe('refused')
    // With OAuth 1.0a the secret signs, so X only reports a wrong signature.
    if (channel !== 'x') expect([fault.category, fault.isAuthDead]).toEqual(['other', false])
    expect(`${fault.message} ${fault.answer}`).not.toContain('wrong-secret')
  })

  test('distinguishes an unavailable network from a refusal', async () => {
    open(channel)
    for (const [given, isRate] of [
      [{ fault: 'error_after', status: 503 }, false],
      [{ fault: 'rate_limit', retry_after_seconds: 60 }, true],
      [{ fault: 'reset_before' }, false],
    ] as const) {
      const { url, secret } = await begin(channel)
      const back = await decide(url)
      await control('POST', '/control/faults', { network: channel, call: 'token', times: 1, ...given })
      const fault = await faultOf(finish(channel, back, secret))
      expect([fault.isRetryable, fault.category === 'rate', fault.isAuthDead]).toEqual([true, isRate, false])
    }
  })

  test('names the missing variables when no app is configured', async () => {
    for (const name of connects[channel].appVariables) process.env[name] = ''
    reloadEnv()
    const fault = await faultOf(begin(channel))
    expect(fault.code).toBe('app_not_configured')
    for (const name of connects[channel].appVariables) expect(fault.message).toContain(name)
  })
})

const withScopes = ['instagram', 'facebook', 'linkedin', 'pinterest'] as const

describe.each(withScopes)('%s', (channel) => {
  test('reports granted and missing permissions', async () => {
    const account = open(channel)
    const asked = connects[channel].scopes.map(({ name }) => name)
    const [all] = await connect(channel, { account: account.account_id, shared: [account.account_id] })
    expect(all?.scopes).toEqual(expect.arrayContaining(asked))
    for (const refused of asked) {
      const [choice] = await connect(channel, {
        account: account.account_id,
        shared: [account.account_id],
        without: [refused],
      })
      expect(choice?.scopes).toEqual(asked.filter((name) => name !== refused))
    }
  })
})

describe('Instagram', () => {
  test('reads both forms of the response to a code, and the token lasts 60 days', async () => {
    const account = open('instagram')
    for (const token_answer of ['wrapped', 'plain']) {
      await control('POST', '/control/settings', { network: 'instagram', token_answer })
      const [choice] = await connect('instagram', { account: account.account_id })
      expect(choice).toMatchObject({ accountId: account.account_id, kind: 'profile' })
      const days = ((choice?.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000
      expect(Math.round(days)).toBe(60)
    }
  })

  test('reports why a personal account cannot be connected', async () => {
    const account = open('instagram', { account_type: 'PERSONAL' })
    const [choice] = await connect('instagram', { account: account.account_id })
    expect(choice?.obstacle).toMatch(/personal account.*professional/)
  })

  test('removes the suffix from the code', async () => {
    open('instagram')
    const { url, secret } = await begin('instagram')
    const back = await decide(url)
    expect(back.hash).toBe('#_')
    back.searchParams.set('code', `${back.searchParams.get('code')}#_`)
    expect(await finish('instagram', back, secret)).toHaveLength(1)
  })
})

describe('Facebook', () => {
  test('lists pages of the user and of businesses once, with tokens that never expire', async () => {
    const own = open('facebook')
    const ofBusiness = open('facebook', { business: 'Harbour Group' })
    const choices = await connect('facebook', { shared: [own.account_id, ofBusiness.account_id] })
    expect(choices.map(({ accountId, expiresAt, kind }) => [accountId, expiresAt, kind])).toEqual([
      [own.account_id, null, 'page'],
      [ofBusiness.account_id, null, 'page'],
    ])
    // After 60 days the user token has expired and the page token has not.
    clock.ms += 90 * 86_400_000
    expect(await connects.facebook.identify(choices[0]!, call())).toMatchObject({ accountId: own.account_id })
  })

  test('reads more than 100 pages', async () => {
    const ids = Array.from({ length: 130 }, () => open('facebook').account_id)
    const choices = await connect('facebook', { shared: ids })
    expect(new Set(choices.map(({ accountId }) => accountId))).toEqual(new Set(ids))
  })

  test('no pages when none is shared, and a reason for a page without the right to post', async () => {
    const page = open('facebook', { tasks: ['ANALYZE', 'MODERATE'] })
    expect(await connect('facebook', { shared: [] })).toEqual([])
    const [choice] = await connect('facebook', { shared: [page.account_id] })
    expect(choice?.obstacle).toMatch(/does not allow posting/)
  })

  test('asks again for declined permissions only on request', async () => {
    expect(new URL((await begin('facebook', true)).url).searchParams.get('auth_type')).toBe('rerequest')
    expect(new URL((await begin('facebook')).url).searchParams.has('auth_type')).toBe(false)
  })
})

describe('Threads', () => {
  test('an id above 2^53 keeps all its digits', async () => {
    const account = open('threads', { account_id: '26999999999999993' })
    const [choice] = await connect('threads', { account: account.account_id })
    expect(choice?.accountId).toBe('26999999999999993')
  })

  test.each([['threads_content_publish'], ['threads_manage_insights']])(
    'the missing permission %s is detected although Threads does not report it',
    async (scope) => {
      const account = open('threads')
      const [choice] = await connect('threads', { account: account.account_id, without: [scope] })
      expect(choice?.scopes).toContain('threads_basic')
      expect(choice?.scopes).not.toContain(scope)
      expect((await connect('threads', { account: account.account_id }))[0]?.scopes).toBeNull()
    },
  )
})

describe('X', () => {
  const setOAuth2 = () => {
    process.env.X_CLIENT_ID = apps.x_oauth2.id
    process.env.X_CLIENT_SECRET = apps.x_oauth2.secret
    reloadEnv()
  }

  test('OAuth 1.0a returns tokens that never expire', async () => {
    const account = open('x')
    const [choice] = await connect('x', { account: account.account_id })
    expect(choice).toMatchObject({
      accountId: account.account_id,
      handle: account.handle,
      credentials: { kind: 'oauth1', apiKey: apps.x.id },
      expiresAt: null,
      scopes: null,
    })
  })

  test('refuses a callback for another request token', async () => {
    open('x')
    const mine = await begin('x')
    const other = await begin('x')
    const fault = await faultOf(finish('x', await decide(other.url), mine.secret))
    expect(fault.code).toBe('consent_refused')
  })

  test('uses OAuth 2.0 with a refresh token when a client is configured', async () => {
    setOAuth2()
    const account = open('x')
    const [choice] = await connect('x', { account: account.account_id })
    expect(choice).toMatchObject({ accountId: account.account_id, credentials: { kind: 'bearer' } })
    expect(choice?.credentials.kind === 'bearer' && choice.credentials.refreshToken).toBeTruthy()
    expect(Math.round(((choice?.expiresAt?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(120)
  })

  test('PKCE: a wrong verifier is refused', async () => {
    setOAuth2()
    open('x')
    const mine = await begin('x')
    const other = await begin('x')
    const fault = await faultOf(finish('x', await decide(mine.url), other.secret))
    expect([fault.outcome, fault.category]).toEqual(['refused', 'connection'])
  })

  test('a code expires after 30 seconds', async () => {
    setOAuth2()
    open('x')
    const { url, secret } = await begin('x')
    const back = await decide(url)
    clock.ms += 31_000
    expect((await faultOf(finish('x', back, secret))).outcome).toBe('refused')
  })
})

describe('LinkedIn', () => {
  test('lists the member and the organizations they administer, with names', async () => {
    const person = open('linkedin', { account_id: 'urn:li:person:mara-1' })
    const organization = open('linkedin', { account_id: 'urn:li:organization:5515715', name: 'Harbour Bakery Ltd' })
    const choices = await connect('linkedin', { account: person.account_id, shared: [organization.account_id] })
    expect(choices.map(({ accountId, accountName, kind }) => [accountId, accountName, kind])).toEqual([
      [person.account_id, person.account_name, 'profile'],
      [organization.account_id, 'Harbour Bakery Ltd', 'organization'],
    ])
    expect(await connects.linkedin.identify(choices[1]!, call())).toMatchObject({ accountName: 'Harbour Bakery Ltd' })
  })

  test('an app without organization access does not ask for organizations', async () => {
    process.env.LINKEDIN_SCOPES = ''
    reloadEnv()
    const { url } = await begin('linkedin')
    expect(new URL(url).searchParams.get('scope')).toBe('openid profile w_member_social')
    const person = open('linkedin', { account_id: 'urn:li:person:mara-2' })
    expect(await connect('linkedin', { account: person.account_id })).toHaveLength(1)
  })

  test('an organization app without OpenID Connect still identifies the member', async () => {
    process.env.LINKEDIN_SCOPES = 'r_basicprofile w_member_social w_organization_social rw_organization_admin'
    reloadEnv()
    const person = open('linkedin', { account_id: 'urn:li:person:mara-4' })
    const [choice] = await connect('linkedin', { account: person.account_id, shared: [] })
    expect(choice).toMatchObject({ accountId: person.account_id, accountName: person.account_name })
    expect(await connects.linkedin.identify(choice!, call())).toMatchObject({ accountId: person.account_id })
  })

  test('reports a scope that the app does not have as an error of the app', async () => {
    process.env.LINKEDIN_SCOPES = 'openid profile w_member_social r_everything'
    reloadEnv()
    const { url, secret } = await begin('linkedin')
    expect((await faultOf(finish('linkedin', await decide(url), secret))).code).toBe('scope_not_allowed')
  })

  test('returns the refresh token with its expiry', async () => {
    await control('POST', '/control/settings', { network: 'linkedin', gives_refresh_tokens: true })
    const person = open('linkedin', { account_id: 'urn:li:person:mara-3' })
    const [choice] = await connect('linkedin', { account: person.account_id })
    await control('POST', '/control/settings', { network: 'linkedin', gives_refresh_tokens: null })
    expect(choice?.credentials.kind === 'bearer' && choice.credentials.refreshToken).toBeTruthy()
    expect(Math.round(((choice?.refreshExpiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(365)
  })
})

test('Pinterest returns a refresh token with its expiry', async () => {
  const account = open('pinterest')
  const [choice] = await connect('pinterest', { account: account.account_id })
  expect(choice?.credentials.kind === 'bearer' && choice.credentials.refreshToken).toMatch(/^pinr_/)
  expect(Math.round(((choice?.refreshExpiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(60)
  expect(Math.round(((choice?.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(30)
})

test('checks a Ghost key with an authenticated call', async () => {
  const site = open('ghost', { name: 'Notes from the pier' })
  const { site_url: siteUrl = '', admin_api_key: adminApiKey = '' } = site.credentials
  const account = (key: string) => ({
    accountId: '',
    accountName: null,
    handle: null,
    credentials: { kind: 'ghost', siteUrl, adminApiKey: key } as const,
  })
  expect(await connects.ghost.identify(account(adminApiKey), call())).toEqual({
    accountId: siteUrl.replace('http://', ''),
    accountName: 'Notes from the pier',
    handle: null,
  })
  const wrong = `${adminApiKey.slice(0, -4)}${adminApiKey.endsWith('0000') ? '1111' : '0000'}`
  const fault = await faultOf(connects.ghost.identify(account(wrong), call()))
  expect(fault.isAuthDead).toBe(true)
})
