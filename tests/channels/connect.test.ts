import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '@/lib/channels/channel'
import type { AccountChoice } from '@/lib/channels/connect'
import { connects } from '@/lib/channels/connects'
import { ChannelFault } from '@/lib/channels/fault'
import type { ChannelId } from '@/lib/channels/ids'
import { reloadEnv } from '@/lib/env'
import { apps } from '@/lib/sandbox/oauth/apps'
import { type RunningSandbox, startSandbox } from '@/lib/sandbox/server'
import { sandboxEnv } from '@/scripts/support/sandbox-env'
import { controlAt } from '../support/accounts'
import { type Decision, decide } from '../support/consent'

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
const state = 'a-state-that-nobody-guesses'
const redirectOf = (channel: ChannelId) => `http://localhost:3000/connect/${channel}/callback`

/** Begins at a network, as the product does. */
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

async function faultOf(work: Promise<unknown>): Promise<ChannelFault> {
  const error = await work.then(
    () => new Error('It went well.'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ChannelFault) return error
  throw error
}

const consenting = ['instagram', 'facebook', 'threads', 'x', 'linkedin', 'pinterest'] as const
const open = (network: ChannelId, more: object = {}) =>
  sandbox.openAccount({ network, account_id: undefined, name: `A ${network} account`, ...more })

describe.each(consenting)('%s', (channel) => {
  test('gives the account that consented, named, with a credential that works', async () => {
    const account = open(channel)
    const choices = await connect(channel, { account: account.account_id, shared: [account.account_id] })
    const choice = choices.find(({ accountId }) => accountId === account.account_id)
    expect(choice).toMatchObject({ accountName: account.account_name, obstacle: null })
    expect(await connects[channel].identify({ ...choice!, credentials: choice!.credentials }, call())).toMatchObject({
      accountId: account.account_id,
      accountName: account.account_name,
    })
    // The token is never the one that the account was opened with.
    expect(JSON.stringify(choice?.credentials)).not.toContain(Object.values(account.credentials)[0])
  })

  test('sends the state along, and gets it back', async () => {
    open(channel)
    const { url } = await begin(channel)
    expect((await decide(url)).searchParams.get('state')).toBe(state)
  })

  test('a person who refuses is heard', async () => {
    open(channel)
    const { url, secret } = await begin(channel)
    const back = await decide(url, { refuses: true })
    const fault = await faultOf(finish(channel, back, secret))
    expect([fault.code, fault.outcome]).toEqual(['consent_cancelled', 'refused'])
    expect(fault.message).toMatch(/^You did not give Storycast access to your \w+ account\.$/)
  })

  test('what came back works once', async () => {
    open(channel)
    const { url, secret } = await begin(channel)
    const back = await decide(url)
    await finish(channel, back, secret)
    const fault = await faultOf(finish(channel, back, secret))
    expect([fault.outcome, fault.category, fault.isRetryable]).toEqual(['refused', 'connection', false])
  })

  test('the app’s secret is checked, and a wrong one is the operator’s to repair', async () => {
    open(channel)
    const { url, secret } = await begin(channel)
    const back = await decide(url)
    process.env[`${channel.toUpperCase()}_CLIENT_SECRET`] = 'wrong-secret-of-the-app'
    process.env.X_API_SECRET = 'wrong-secret-of-the-app'
    reloadEnv()
    const fault = await faultOf(finish(channel, back, secret))
    expect(fault.outcome).toBe('refused')
    // X's first scheme signs with the secret, and a wrong signature is all that it can say.
    if (channel !== 'x') expect([fault.category, fault.isAuthDead]).toEqual(['other', false])
    expect(`${fault.message} ${fault.answer}`).not.toContain('wrong-secret')
  })

  test('a network that breaks off or is busy is told from one that refuses', async () => {
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

  test('without an app it says which variables to set', async () => {
    for (const name of connects[channel].appVariables) process.env[name] = ''
    reloadEnv()
    const fault = await faultOf(begin(channel))
    expect(fault.code).toBe('app_not_configured')
    for (const name of connects[channel].appVariables) expect(fault.message).toContain(name)
  })
})

const withScopes = ['instagram', 'facebook', 'linkedin', 'pinterest'] as const

describe.each(withScopes)('%s', (channel) => {
  test('tells what was granted, and what was not', async () => {
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
  test('both forms of the answer to a code are read, and the token lasts sixty days', async () => {
    const account = open('instagram')
    for (const token_answer of ['wrapped', 'plain']) {
      await control('POST', '/control/settings', { network: 'instagram', token_answer })
      const [choice] = await connect('instagram', { account: account.account_id })
      expect(choice).toMatchObject({ accountId: account.account_id, kind: 'profile' })
      const days = ((choice?.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000
      expect(Math.round(days)).toBe(60)
    }
  })

  test('a personal account is shown with what stands in its way', async () => {
    const account = open('instagram', { account_type: 'PERSONAL' })
    const [choice] = await connect('instagram', { account: account.account_id })
    expect(choice?.obstacle).toMatch(/personal account.*professional/)
  })

  test('the two characters behind the code are cut off', async () => {
    open('instagram')
    const { url, secret } = await begin('instagram')
    const back = await decide(url)
    expect(back.hash).toBe('#_')
    back.searchParams.set('code', `${back.searchParams.get('code')}#_`)
    expect(await finish('instagram', back, secret)).toHaveLength(1)
  })
})

describe('Facebook', () => {
  test('pages come from the person and from businesses, each once, and their tokens have no end', async () => {
    const own = open('facebook')
    const ofBusiness = open('facebook', { business: 'Harbour Group' })
    const choices = await connect('facebook', { shared: [own.account_id, ofBusiness.account_id] })
    expect(choices.map(({ accountId, expiresAt, kind }) => [accountId, expiresAt, kind])).toEqual([
      [own.account_id, null, 'page'],
      [ofBusiness.account_id, null, 'page'],
    ])
    // Sixty days later the person's token is over, and the page's is not.
    clock.ms += 90 * 86_400_000
    expect(await connects.facebook.identify(choices[0]!, call())).toMatchObject({ accountId: own.account_id })
  })

  test('a list of more than a hundred pages is read to its end', async () => {
    const ids = Array.from({ length: 130 }, () => open('facebook').account_id)
    const choices = await connect('facebook', { shared: ids })
    expect(new Set(choices.map(({ accountId }) => accountId))).toEqual(new Set(ids))
  })

  test('no page shared is no choice; a page without the right to post says so', async () => {
    const page = open('facebook', { tasks: ['ANALYZE', 'MODERATE'] })
    expect(await connect('facebook', { shared: [] })).toEqual([])
    const [choice] = await connect('facebook', { shared: [page.account_id] })
    expect(choice?.obstacle).toMatch(/does not let you post/)
  })

  test('what was refused once is asked again only when one says so', async () => {
    expect(new URL((await begin('facebook', true)).url).searchParams.get('auth_type')).toBe('rerequest')
    expect(new URL((await begin('facebook')).url).searchParams.has('auth_type')).toBe(false)
  })
})

describe('Threads', () => {
  test('an id beyond 2^53 keeps all its digits', async () => {
    const account = open('threads', { account_id: '26999999999999993' })
    const [choice] = await connect('threads', { account: account.account_id })
    expect(choice?.accountId).toBe('26999999999999993')
  })

  test.each([['threads_content_publish'], ['threads_manage_insights']])(
    'the permission %s is missed although Threads does not tell',
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

  test('OAuth 1.0a gives a pair that never ends', async () => {
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

  test('an answer for another request token is not taken', async () => {
    open('x')
    const mine = await begin('x')
    const other = await begin('x')
    const fault = await faultOf(finish('x', await decide(other.url), mine.secret))
    expect(fault.code).toBe('consent_refused')
  })

  test('OAuth 2.0 is taken when a client is set, with a refresh token', async () => {
    setOAuth2()
    const account = open('x')
    const [choice] = await connect('x', { account: account.account_id })
    expect(choice).toMatchObject({ accountId: account.account_id, credentials: { kind: 'bearer' } })
    expect(choice?.credentials.kind === 'bearer' && choice.credentials.refreshToken).toBeTruthy()
    expect(Math.round(((choice?.expiresAt?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(120)
  })

  test('PKCE: another verifier does not open the code', async () => {
    setOAuth2()
    open('x')
    const mine = await begin('x')
    const other = await begin('x')
    const fault = await faultOf(finish('x', await decide(mine.url), other.secret))
    expect([fault.outcome, fault.category]).toEqual(['refused', 'connection'])
  })

  test('a code is over after half a minute', async () => {
    setOAuth2()
    open('x')
    const { url, secret } = await begin('x')
    const back = await decide(url)
    clock.ms += 31_000
    expect((await faultOf(finish('x', back, secret))).outcome).toBe('refused')
  })
})

describe('LinkedIn', () => {
  test('the person and the organisations that they administer, by name', async () => {
    const person = open('linkedin', { account_id: 'urn:li:person:mara-1' })
    const organization = open('linkedin', { account_id: 'urn:li:organization:5515715', name: 'Harbour Bakery Ltd' })
    const choices = await connect('linkedin', { account: person.account_id, shared: [organization.account_id] })
    expect(choices.map(({ accountId, accountName, kind }) => [accountId, accountName, kind])).toEqual([
      [person.account_id, person.account_name, 'profile'],
      [organization.account_id, 'Harbour Bakery Ltd', 'organization'],
    ])
    expect(await connects.linkedin.identify(choices[1]!, call())).toMatchObject({ accountName: 'Harbour Bakery Ltd' })
  })

  test('an app with the two open products asks for no organisation', async () => {
    process.env.LINKEDIN_SCOPES = ''
    reloadEnv()
    const { url } = await begin('linkedin')
    expect(new URL(url).searchParams.get('scope')).toBe('openid profile w_member_social')
    const person = open('linkedin', { account_id: 'urn:li:person:mara-2' })
    expect(await connect('linkedin', { account: person.account_id })).toHaveLength(1)
  })

  test('an app for organisations, which has no OpenID Connect, knows its member all the same', async () => {
    process.env.LINKEDIN_SCOPES = 'r_basicprofile w_member_social w_organization_social rw_organization_admin'
    reloadEnv()
    const person = open('linkedin', { account_id: 'urn:li:person:mara-4' })
    const [choice] = await connect('linkedin', { account: person.account_id, shared: [] })
    expect(choice).toMatchObject({ accountId: person.account_id, accountName: person.account_name })
    expect(await connects.linkedin.identify(choice!, call())).toMatchObject({ accountId: person.account_id })
  })

  test('a permission that the app was not granted is told as the app’s', async () => {
    process.env.LINKEDIN_SCOPES = 'openid profile w_member_social r_everything'
    reloadEnv()
    const { url, secret } = await begin('linkedin')
    expect((await faultOf(finish('linkedin', await decide(url), secret))).code).toBe('scope_not_allowed')
  })

  test('a refresh token comes with its end where LinkedIn gives one', async () => {
    await control('POST', '/control/settings', { network: 'linkedin', gives_refresh_tokens: true })
    const person = open('linkedin', { account_id: 'urn:li:person:mara-3' })
    const [choice] = await connect('linkedin', { account: person.account_id })
    await control('POST', '/control/settings', { network: 'linkedin', gives_refresh_tokens: null })
    expect(choice?.credentials.kind === 'bearer' && choice.credentials.refreshToken).toBeTruthy()
    expect(Math.round(((choice?.refreshExpiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(365)
  })
})

test('Pinterest gives a refresh token with its end', async () => {
  const account = open('pinterest')
  const [choice] = await connect('pinterest', { account: account.account_id })
  expect(choice?.credentials.kind === 'bearer' && choice.credentials.refreshToken).toMatch(/^pinr_/)
  expect(Math.round(((choice?.refreshExpiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(60)
  expect(Math.round(((choice?.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(30)
})

test('a Ghost key is tried with a call that needs it', async () => {
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
