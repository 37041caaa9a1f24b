import { randomUUID } from 'node:crypto'
import { decode, encode } from 'next-auth/jwt'
import { expect, inject, test } from 'vitest'
import { newToken } from '@/lib/auth/tokens'
import { database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { getHealth } from '@/lib/health/contract'
import { getOpenApi } from '@/lib/openapi/description-contract'
import { createProject, listProjects } from '@/lib/projects/contract'
import { createAccount } from '@/lib/sign-up/contract'
import { createStory, listStories } from '@/lib/stories/contract'
import { createToken, listTokens, revokeToken } from '@/lib/tokens/contract'
import { anAddress } from '@/tests/support/api/address'
import { Api, aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'

const url = (): string => inject('productUrl')
const challenge = (): string => `Bearer resource_metadata="${url()}/.well-known/oauth-protected-resource"`
const withHeader = (authorization: string) => new Api(url(), null).refused(getHealth, {}, { authorization })

const invalidToken = {
  code: 'unauthorized',
  message: 'The token is not valid: it may be mistyped, revoked or expired.',
}

test('401 without a token, saying how to send one', async () => {
  const { status, headers, error } = await new Api(url(), null).refused(getHealth)
  expect([status, headers.get('www-authenticate'), error]).toEqual([
    401,
    challenge(),
    {
      code: 'unauthorized',
      message: 'Send a token: Authorization: Bearer svc_pat_… (create one on the developer page).',
    },
  ])
})

test.each([
  '',
  'Bearer',
  'Bearer ',
  'svc_pat_',
  'Basic dXNlcjpwYXNz',
  'Token svc_pat_0123456789012345678901234567890123456789',
  'Bearer svc_pat_short',
  'Bearer svc_ort_0123456789012345678901234567890123456789',
  'Bearer svc_pat_0123456789012345678901234567890123456789 and more',
  'Bearer svc_pat_0123456789012345678901234567890123456789, Bearer x',
  'Bearer svc_pat_012345678901234567890123456789012345678é',
  `Bearer svc_pat_${'0'.repeat(12_000)}`,
  `Bearer${' '.repeat(12_000)}x`,
  "Bearer svc_pat_0123456789012345678901234567890123' or '1'='1",
  `Bearer ${newToken('personal')}`,
  `Bearer ${newToken('oauth')}`,
])('401 with the same message for header %#', async (authorization) => {
  const { status, headers, error } = await withHeader(authorization)
  expect([status, headers.get('www-authenticate'), error]).toEqual([401, challenge(), invalidToken])
})

test('the scheme is case-insensitive', async () => {
  const { token } = await aProject()
  for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) {
    const response = await new Api(url(), null).send(getHealth, {}, { authorization: `${scheme} ${token}` })
    expect(response.status).toBe(200)
  }
})

test('a token in the query is ignored', async () => {
  const { token } = await aProject()
  const { status } = await new Api(url(), null).refused(getHealth, { access_token: token })
  expect(status).toBe(401)
})

test('an expired token is refused from its exact second', async () => {
  const { withToken } = await aProject()
  const past = await withToken({ expiresAt: new Date(Date.now() - 1_000) })
  expect(await past.refused(getHealth)).toMatchObject({ status: 401, error: invalidToken })
  const future = await withToken({ expiresAt: new Date(Date.now() + 3_600_000) })
  expect((await future.get(getHealth)).ok).toBe(true)
})

test('a revoked token is refused on the next request, even under load', async () => {
  const { userId } = await aProject()
  const session = await signedIn(userId)
  const { token, api_token } = await session.post(createToken, { name: 'Short', scopes: ['projects:read'] })
  const api = new Api(url(), token)
  let isRevoked = false
  const statusesAfter: number[] = []
  const callers = Array.from({ length: 8 }, async () => {
    for (let calls = 0; calls < 40; calls++) {
      const wasRevoked = isRevoked
      const { status } = await api.send(getHealth)
      if (wasRevoked) statusesAfter.push(status)
    }
  })
  await Promise.all(Array.from({ length: 10 }, () => api.get(getHealth)))
  await session.delete(revokeToken, { id: api_token.id })
  isRevoked = true
  await Promise.all(callers)
  expect(statusesAfter.length).toBeGreaterThan(0)
  expect(new Set(statusesAfter)).toEqual(new Set([401]))
})

test('a token ends with its project and with its owner’s membership', async () => {
  const one = await aProject()
  await database().deleteFrom('project_members').where('project_id', '=', one.projectId).execute()
  expect(await one.api.refused(getHealth)).toMatchObject({ status: 401, error: invalidToken })
  const other = await aProject()
  await database().updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', other.projectId).execute()
  expect(await other.api.refused(getHealth)).toMatchObject({ status: 401, error: invalidToken })
})

test('403 naming the missing scope', async () => {
  const { withToken } = await aProject()
  const api = await withToken({ scopes: ['stories:read'] })
  const { status, error } = await api.refused(createStory, { caption: 'a' })
  expect([status, error]).toEqual([
    403,
    { code: 'insufficient_scope', message: 'This needs the scope stories:write, which the token does not have.' },
  ])
  const session = await api.refused(listTokens)
  expect([session.status, session.error]).toEqual([
    403,
    { code: 'insufficient_scope', message: 'Tokens cannot do this. Sign in to the dashboard instead.' },
  ])
})

test('a token has no more rights than its owner’s role', async () => {
  const project = await aProject()
  await database()
    .updateTable('project_members')
    .set({ role: 'viewer' })
    .where('project_id', '=', project.projectId)
    .execute()
  const account = await project.withToken({ isAccount: true })
  for (const api of [project.api, account]) {
    const { status, error } = await api.refused(createStory, { caption: 'a', project_id: project.projectId })
    expect([status, error]).toEqual([
      403,
      {
        code: 'insufficient_scope',
        message: "The token's owner is viewer in this project, which does not allow stories:write.",
      },
    ])
    expect((await api.get(listStories, { project_id: project.projectId })).stories).toEqual([])
  }
})

test('public endpoints need no authentication', async () => {
  for (const headers of [{ authorization: 'Bearer rubbish' }, { cookie: 'storycast.session=rubbish' }] as Record<
    string,
    string
  >[]) {
    const response = await new Api(url(), null).send(getOpenApi, {}, headers)
    expect([response.status, Number(response.headers.get('x-ratelimit-limit'))]).toEqual([200, 100_000])
  }
})

/** A browser with cookies that submits next-auth's forms. */
class Browser {
  private readonly jar = new Map<string, string>()
  /** URL to return to after a form. */
  target: string | undefined

  constructor(readonly address = anAddress()) {}

  async open(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    const response = await fetch(new URL(path, url()), {
      ...init,
      redirect: 'manual',
      headers: { 'x-forwarded-for': this.address, ...init.headers, cookie: this.cookies },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      this.jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }

  get cookies(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  get sessionCookie(): string | undefined {
    return this.jar.get('storycast.session')
  }

  /** @returns null when signed in, else the error code */
  async signIn(email: string, password: string, changes: Record<string, string> = {}): Promise<string | null> {
    return this.submit('/api/auth/callback/credentials', { email, password, ...changes })
  }

  async signOut(changes: Record<string, string> = {}): Promise<void> {
    await this.submit('/api/auth/signout', changes)
  }

  private async submit(path: string, fields: Record<string, string>): Promise<string | null> {
    const { csrfToken } = (await (await this.open('/api/auth/csrf')).json()) as { csrfToken: string }
    const body = new URLSearchParams({ csrfToken, json: 'true', callbackUrl: url(), ...fields })
    const response = await this.open(path, { method: 'POST', body })
    this.target = ((await response.json()) as { url: string }).url
    return new URL(this.target).searchParams.get('error')
  }
}

async function aPerson(): Promise<{ email: string; password: string; user_id: string; project_id: string | null }> {
  const person = { email: `${randomUUID()}@example.com`, password: 'a long enough word', name: 'Ann Baker' }
  return { ...person, ...(await new Api(url(), null).post(createAccount, person, { 'x-forwarded-for': anAddress() })) }
}

test('a user signs up, signs in and uses the cookie on our own pages only', async () => {
  const person = await aPerson()
  const browser = new Browser()
  expect(await browser.signIn(` ${person.email.toUpperCase()} `, person.password)).toBeNull()
  expect(browser.sessionCookie).toBeTruthy()
  const cookie = { cookie: browser.cookies }
  const api = new Api(url(), null)
  const { projects } = await api.get(listProjects, {}, cookie)
  expect(projects.map(({ id }) => id)).toEqual([person.project_id])
  expect(await api.get(getHealth, {}, cookie)).toMatchObject({ user_id: person.user_id, project_id: null, scopes: [] })

  const { project } = { project: await api.post(createProject, { name: 'Two' }, { ...cookie, origin: url() }) }
  expect(project.name).toBe('Two')
  const crossSite = {
    code: 'unauthorized',
    message: 'This request came from another site. Use the dashboard, or a token.',
  }
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'not an address' },
    { origin: `${url()}.evil.example` },
    { origin: 'https://localhost' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    {},
  ] as Record<string, string>[]
  for (const headers of foreign) {
    const { status, error } = await api.refused(createProject, { name: 'Three' }, { ...cookie, ...headers })
    expect([headers, status, error]).toEqual([headers, 401, crossSite])
  }
  const sameOrigin = await api.post(createProject, { name: 'Four' }, { ...cookie, 'sec-fetch-site': 'same-origin' })
  expect(sameOrigin.name).toBe('Four')
})

test('401 for a changed or foreign cookie', async () => {
  const person = await aPerson()
  const browser = new Browser()
  await browser.signIn(person.email, person.password)
  const good = browser.sessionCookie ?? ''
  const changed = `${good.slice(0, -4)}${good.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
  for (const word of [changed, 'rubbish', '', '%E0%A4%A', 'a.b.c.d.e', good.slice(0, 40)]) {
    const { status } = await new Api(url(), null).refused(getHealth, {}, { cookie: `storycast.session=${word}` })
    expect([word, status]).toEqual([word, 401])
  }
  const both = { cookie: `theme=dark; storycast.session=${good}; other=1`, authorization: 'Bearer rubbish' }
  expect((await new Api(url(), null).refused(getHealth, {}, both)).error).toEqual(invalidToken)
})

test('a wrong password and an unknown email get the same error; sign-in requires a csrf token', async () => {
  const person = await aPerson()
  const browser = new Browser()
  expect(await browser.signIn(person.email, 'another word')).toBe('wrong')
  expect(await browser.signIn(`${randomUUID()}@example.com`, person.password)).toBe('wrong')
  expect(await browser.signIn(person.email, person.password, { csrfToken: 'rubbish' })).not.toBe('wrong')
  expect(browser.sessionCookie).toBeUndefined()
})

test.each([
  ['a NUL', 'a\0b@example.com', 'password'],
  ['an empty string', '', ''],
  ['one megabyte', `${'a'.repeat(500_000)}@example.com`, 'b'.repeat(500_000)],
  ['a single quote', "' or 1=1 --@example.com", 'password'],
])('refuses %s as email or password, without internal details', async (_, email, password) => {
  expect(await new Browser().signIn(email, password)).toBe('wrong')
})

test('wrong passwords slow down only their own address', async () => {
  const person = await aPerson()
  const attacker = new Browser()
  for (let failure = 1; failure <= 5; failure++)
    expect([failure, await attacker.signIn(person.email, 'wrong word')]).toEqual([failure, 'wrong'])
  // Delayed by a second, not refused.
  expect(await attacker.signIn(person.email, person.password)).toBeNull()
  const row = { window_start: new Date(), failures: 40, next_attempt_at: new Date(Date.now() + 10_000) }
  const subject = `password:${person.email}|${attacker.address}`
  await database()
    .insertInto('sign_in_attempts')
    .values({ subject, ...row })
    .execute()
  expect(await attacker.signIn(person.email.toUpperCase(), person.password)).toMatch(/^throttled:(1[6-9]|2[0-5])$/)
  expect(await new Browser().signIn(person.email, person.password)).toBeNull()
})

test('successful sign-ins from one address are not limited', async () => {
  const person = await aPerson()
  const browser = new Browser()
  for (let times = 0; times < 15; times++) expect(await browser.signIn(person.email, person.password)).toBeNull()
})

test('the client address is what the nearest proxy saw', async () => {
  const address = anAddress()
  const browser = new Browser(`1.1.1.1, ${address}`)
  expect(await browser.signIn(`${randomUUID()}@example.com`, 'wrong word')).toBe('wrong')
  const attempts = database().selectFrom('sign_in_attempts').select('failures')
  expect(await attempts.where('subject', '=', `attempts:${address}`).execute()).toEqual([{ failures: 1 }])
  expect(await attempts.where('subject', '=', 'attempts:1.1.1.1').execute()).toEqual([])
})

test('signing out refuses the cookie and does not renew it', async () => {
  const person = await aPerson()
  const browser = new Browser()
  await browser.signIn(person.email, person.password)
  const cookie = { cookie: browser.cookies }
  const { exp } = await claimsOf(browser.sessionCookie)
  const response = await browser.open('/api/auth/session')
  expect(await response.json()).toMatchObject({ user: { id: person.user_id } })
  expect(Math.abs(Number((await claimsOf(browser.sessionCookie)).exp) - Number(exp))).toBeLessThanOrEqual(1)

  await browser.signOut()
  expect(browser.sessionCookie).toBe('')
  expect((await new Api(url(), null).refused(getHealth, {}, cookie)).error).toEqual({
    code: 'unauthorized',
    message: 'Your session has ended. Sign in again.',
  })
  const withOldCookie = { headers: cookie, redirect: 'manual' } as const
  const page = await fetch(new URL('/account/security', url()), withOldCookie)
  expect([page.status, page.headers.get('location')]).toEqual([307, '/sign-in?next=%2Faccount%2Fsecurity'])
  const session = await fetch(new URL('/api/auth/session', url()), withOldCookie)
  expect(await session.json()).toEqual({})
  expect(session.headers.getSetCookie().join()).toMatch(/storycast\.session=;.*Max-Age=0/)
})

const claimsOf = async (cookie: string | undefined) =>
  (await decode({ token: decodeURIComponent(cookie ?? ''), secret: env().NEXTAUTH_SECRET ?? '' })) ?? {}

test('refuses a cookie without a session id', async () => {
  const person = await aPerson()
  const token = await encode({ token: { sub: person.user_id }, secret: env().NEXTAUTH_SECRET ?? '' })
  const old = { cookie: `storycast.session=${token}` }
  expect((await new Api(url(), null).refused(getHealth, {}, old)).status).toBe(401)
})

test.each(['//evil.example', 'https://evil.example', '/\t/evil.example', '/.//evil.example', '\\\\evil.example'])(
  'signing in and out never redirects to %j',
  async (callbackUrl) => {
    const person = await aPerson()
    const browser = new Browser()
    expect(await browser.signIn(person.email, person.password, { callbackUrl })).toBeNull()
    expect(browser.target).toBe(`${url()}/`)
    await browser.signOut({ callbackUrl })
    expect(browser.target).toBe(`${url()}/`)
    for (const door of ['sign-in', 'sign-out']) {
      const page = await browser.open(`/${door}?${new URLSearchParams({ next: callbackUrl })}`)
      expect(await page.text()).toMatch(/next\\?":\\?"\/\\?"/)
    }
  },
)
