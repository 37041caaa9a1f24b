import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ensureUser } from '@/lib/auth/provision'
import { signIn } from '@/lib/auth/sign-in'
import { database } from '@/lib/db/pool'
import { listProjects } from '@/lib/projects/contract'
import { mintToken } from '@/lib/tokens/mint'
import { Api, aProject } from '@/tests/support/api/api'
import { anInvitation } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'
import { codeOf, withTwoFactor } from '@/tests/support/api/two-factor'
import { CookieJar } from '@/tests/support/servers/cookie-jar'
import { OAuthServer, type ProviderAccount } from '@/tests/support/servers/oauth-server'
import { type Server, startServer } from '@/tests/support/servers/product'

const provider = new OAuthServer()
const servers: Server[] = []
const serve = async (env: Record<string, string> = {}): Promise<string> => {
  const server = await startServer({ ...inject('productEnv'), ...provider.env, ...env })
  servers.push(server)
  return server.url
}

let open: string
beforeAll(async () => {
  await provider.start()
  open = await serve()
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await provider.stop()
})

type ProviderId = 'github' | 'google'

const anAccount = (known: Partial<ProviderAccount> = {}): ProviderAccount => ({
  id: String(randomInt(1_000_000_000)),
  name: 'Ann Baker',
  email: `${randomUUID()}@example.com`,
  isVerified: true,
  ...known,
})

/**
 * Signs in like a browser.
 *
 * @returns the final path, and the browser
 */
async function arrive(id: ProviderId, account: ProviderAccount | null, { at = open, next = '/' } = {}) {
  const jar = new CookieJar(at)
  provider.account = account
  const toProvider = await jar.post(`/api/auth/signin/${id}`, { callbackUrl: `${at}${next}` })
  const back = (await fetch(toProvider, { redirect: 'manual' })).headers.get('location') ?? ''
  const { pathname, search } = new URL(back)
  const end = new URL((await jar.send(pathname + search)).headers.get('location') ?? '', at)
  return { jar, end: end.pathname + end.search }
}

const isSignedIn = (jar: CookieJar): boolean => jar.has('storycast.session')

const accountOf = async (jar: CookieJar) =>
  (await (await jar.send('/api/v1/account')).json()) as { id: string; email: string; has_password: boolean }

const identitiesOf = (userId: string) =>
  database().selectFrom('user_identities').select(['provider', 'email']).where('user_id', '=', userId).execute()

describe.each<ProviderId>(['github', 'google'])('%s', (id) => {
  test('creates a user without a password and a first project; the next sign-in finds the same user', async () => {
    const account = anAccount()
    const first = await arrive(id, account, { next: '/account' })
    expect(first.end).toBe('/account')
    const user = await accountOf(first.jar)
    expect(user).toMatchObject({ email: account.email, name: 'Ann Baker', has_password: false, email_confirmed: true })
    const { projects } = (await (await first.jar.send('/api/v1/projects')).json()) as { projects: object[] }
    expect(projects).toHaveLength(1)
    // Found by the provider account, even with a changed email.
    const again = await arrive(id, { ...account, email: `${randomUUID()}@example.com` })
    expect((await accountOf(again.jar)).id).toBe(user.id)
  })

  test('links a verified email to the account that has it', async () => {
    const account = anAccount()
    const userId = await ensureUser(database(), { email: account.email, password: 'a long password' })
    const { jar } = await arrive(id, { ...account, email: account.email.toUpperCase() })
    expect(await accountOf(jar)).toMatchObject({ id: userId, has_password: true })
    expect(await identitiesOf(userId)).toEqual([{ provider: id, email: account.email.toUpperCase() }])
  })

  test('an unverified email links and creates nothing', async () => {
    const account = anAccount({ isVerified: false })
    const userId = await ensureUser(database(), { email: account.email, password: 'a long password' })
    const { jar, end } = await arrive(id, account)
    expect(end).toMatch(/^\/sign-in\?error=email_not_verified/)
    expect([isSignedIn(jar), await identitiesOf(userId)]).toEqual([false, []])
  })
})

test('an unconfirmed account loses its password, sessions and tokens when the owner of the address signs in', async () => {
  const account = anAccount()
  const squatter = { email: account.email, password: 'a long password' }
  const userId = await ensureUser(database(), squatter)
  await database().updateTable('users').set({ email_confirmed_at: null }).where('id', '=', userId).execute()
  const session = await signedIn(userId)
  const wanted = { userId, projectId: null, name: 'test', scopes: ['projects:read'] as const, expiresAt: null }
  const { token } = await mintToken(database(), wanted)
  const { jar } = await arrive('github', account)
  expect((await accountOf(jar)).id).toBe(userId)
  expect((await session.visit('/api/v1/account')).status).toBe(401)
  expect((await new Api(open, token).refused(listProjects)).status).toBe(401)
  expect(await signIn(database(), { ...squatter, address: '10.1.2.3' })).toEqual({ refusal: 'wrong' })
})

test('two concurrent sign-ins of a new account create one user', async () => {
  const account = anAccount()
  const both = await Promise.all([arrive('github', account), arrive('github', account)])
  const [one, other] = await Promise.all(both.map(({ jar }) => accountOf(jar)))
  expect(one?.id).toBe(other?.id)
})

test('cancelling at the provider shows an error and keeps the return path', async () => {
  const { jar, end } = await arrive('github', null, { next: '/account?x=1' })
  expect([end, isSignedIn(jar)]).toEqual([
    expect.stringMatching(/^\/(api\/auth\/error|sign-in)\?error=Callback/),
    false,
  ])
  expect(await (await jar.send('/sign-in?error=Callback')).text()).toContain('/sign-up?next=%2Faccount%3Fx%3D1')
})

test('a callback without a started sign-in does not sign in', async () => {
  const victim = new CookieJar(open)
  const attacker = new CookieJar(open)
  provider.account = anAccount()
  const toProvider = await attacker.post('/api/auth/signin/github', { callbackUrl: open })
  const back = new URL((await fetch(toProvider, { redirect: 'manual' })).headers.get('location') ?? '')
  await victim.send(back.pathname + back.search)
  expect(isSignedIn(victim)).toBe(false)
})

test('two-factor also requires a code after a provider sign-in', async () => {
  const account = anAccount()
  const userId = await ensureUser(database(), { email: account.email, password: 'a long password' })
  const { secret } = await withTwoFactor(await signedIn(userId), userId, 'a long password')
  const { jar, end } = await arrive('google', account, { next: '/account' })
  expect([end, isSignedIn(jar)]).toEqual(['/sign-in/two-factor?next=%2Faccount', false])
  expect((await jar.send('/api/v1/account')).status).toBe(401)
  await jar.post('/api/auth/callback/two-factor', { code: codeOf(secret) })
  expect((await accountOf(jar)).id).toBe(userId)
})

describe('SIGN_UP', () => {
  let byInvitation: string
  beforeAll(async () => {
    byInvitation = await serve({ SIGN_UP: 'invite' })
  })

  test('invite: an invitation link works only for its address', async () => {
    const project = await aProject()
    const { token, email } = await anInvitation(project)
    const next = `/invitations/${token}`
    const outsider = await arrive('github', anAccount(), { at: byInvitation, next })
    expect([isSignedIn(outsider.jar), outsider.end]).toEqual([false, expect.stringContaining('invitation_needed')])
    const invited = await arrive('github', anAccount({ email }), { at: byInvitation, next })
    expect(invited.end).toBe(next)
    const { projects } = (await (await invited.jar.send('/api/v1/projects')).json()) as { projects: { id: string }[] }
    expect(projects.map(({ id }) => id)).toEqual([project.projectId])
    // The invitation page redirects to the project.
    expect((await invited.jar.send(next)).headers.get('location')).toBe(`/${project.projectId}`)
  })

  test('closed: only existing users can sign in', async () => {
    const at = await serve({ SIGN_UP: 'closed' })
    expect((await arrive('google', anAccount(), { at })).end).toContain('sign_up_closed')
    const account = anAccount()
    await ensureUser(database(), { email: account.email, password: 'a long password' })
    expect(isSignedIn((await arrive('google', account, { at })).jar)).toBe(true)
  })
})

test('buttons are shown only for configured providers', async () => {
  const shownAt = async (at: string): Promise<string[]> => {
    // React renders a comment between the text and the name.
    const page = (await (await fetch(`${at}/sign-in`)).text()).replaceAll('<!-- -->', '')
    return ['GitHub', 'Google'].filter((name) => page.includes(`Continue with ${name}`))
  }
  expect(await shownAt(open)).toEqual(['GitHub', 'Google'])
  expect(await shownAt(inject('productUrl'))).toEqual([])
})
