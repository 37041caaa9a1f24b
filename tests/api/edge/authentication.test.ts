import { randomInt, randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { newToken } from '@/lib/auth/tokens'
import { database } from '@/lib/db/pool'
import { getHealth } from '@/lib/health/contract'
import { createProject, listProjects } from '@/lib/projects/contract'
import { getOpenApi } from '@/lib/reference/contract'
import { createAccount } from '@/lib/sign-up/contract'
import { createStory, listStories } from '@/lib/stories/contract'
import { createToken, listTokens, revokeToken } from '@/lib/tokens/contract'
import { Api, aProject } from '@/tests/support/api'
import { signedIn } from '@/tests/support/session'

const url = (): string => inject('productUrl')
const withHeader = (authorization: string) => new Api(url(), null).refused(getHealth, {}, { authorization })

const invalidToken = {
  code: 'unauthorized',
  message: 'The token is not valid: it may be mistyped, revoked or expired.',
}

test('without a token the answer says how to send one', async () => {
  const { status, headers, error } = await new Api(url(), null).refused(getHealth)
  expect([status, headers.get('www-authenticate'), error]).toEqual([
    401,
    'Bearer',
    {
      code: 'unauthorized',
      message: 'Send a token: Authorization: Bearer svc_pat_… (make one on the developer page).',
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
])('the header %# is refused in the same words', async (authorization) => {
  const { status, headers, error } = await withHeader(authorization)
  expect([status, headers.get('www-authenticate'), error]).toEqual([401, 'Bearer', invalidToken])
})

test('the scheme may be written in any case', async () => {
  const { token } = await aProject()
  for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) {
    const response = await new Api(url(), null).send(getHealth, {}, { authorization: `${scheme} ${token}` })
    expect(response.status).toBe(200)
  }
})

test('a token in the query is not one', async () => {
  const { token } = await aProject()
  const { status } = await new Api(url(), null).refused(getHealth, { access_token: token })
  expect(status).toBe(401)
})

test('an expired token is as good as none, from its very second on', async () => {
  const { withToken } = await aProject()
  const past = await withToken({ expiresAt: new Date(Date.now() - 1_000) })
  expect(await past.refused(getHealth)).toMatchObject({ status: 401, error: invalidToken })
  const future = await withToken({ expiresAt: new Date(Date.now() + 3_600_000) })
  expect((await future.get(getHealth)).ok).toBe(true)
})

test('a token that was revoked under load ends with the very next request', async () => {
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

test('a token ends with its project and with its owner’s place in it', async () => {
  const one = await aProject()
  await database().deleteFrom('project_members').where('project_id', '=', one.projectId).execute()
  expect(await one.api.refused(getHealth)).toMatchObject({ status: 401, error: invalidToken })
  const other = await aProject()
  await database().updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', other.projectId).execute()
  expect(await other.api.refused(getHealth)).toMatchObject({ status: 401, error: invalidToken })
})

test('a missing scope is named', async () => {
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
    { code: 'insufficient_scope', message: 'Tokens cannot do this. Do it in the dashboard, signed in.' },
  ])
})

test('a token can do no more than its owner’s role in the project', async () => {
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

test('a public door asks nobody who they are', async () => {
  for (const headers of [{ authorization: 'Bearer rubbish' }, { cookie: 'storycast.session=rubbish' }] as Record<
    string,
    string
  >[]) {
    const response = await new Api(url(), null).send(getOpenApi, {}, headers)
    expect([response.status, Number(response.headers.get('x-ratelimit-limit'))]).toEqual([200, 100_000])
  }
})

/** A browser's cookies, and the forms of next-auth. */
class Browser {
  private readonly jar = new Map<string, string>()
  private readonly address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

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

  /** @returns null when signed in, else the error that the page is told */
  async signIn(email: string, password: string, changes: Record<string, string> = {}): Promise<string | null> {
    const { csrfToken } = (await (await this.open('/api/auth/csrf')).json()) as { csrfToken: string }
    const response = await this.open('/api/auth/callback/credentials', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, email, password, json: 'true', callbackUrl: url(), ...changes }),
    })
    const { url: target } = (await response.json()) as { url: string }
    return new URL(target).searchParams.get('error')
  }
}

async function aPerson(): Promise<{ email: string; password: string; user_id: string; project_id: string | null }> {
  const person = { email: `${randomUUID()}@example.com`, password: 'a long enough word', name: 'Ann Baker' }
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  return { ...person, ...(await new Api(url(), null).post(createAccount, person, { 'x-forwarded-for': address })) }
}

test('a person signs up, signs in, and acts with the cookie on our own pages alone', async () => {
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

test('a cookie that was changed, or is not ours, is nobody', async () => {
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

test('a wrong password and an e-mail that nobody has are told in one word, and without a csrf token nothing is', async () => {
  const person = await aPerson()
  const browser = new Browser()
  expect(await browser.signIn(person.email, 'another word')).toBe('wrong')
  expect(await browser.signIn(`${randomUUID()}@example.com`, person.password)).toBe('wrong')
  expect(await browser.signIn(person.email, person.password, { csrfToken: 'rubbish' })).not.toBe('wrong')
  expect(browser.sessionCookie).toBeUndefined()
})

test.each([
  ['a NUL', 'a\0b@example.com', 'password'],
  ['nothing', '', ''],
  ['a megabyte', `${'a'.repeat(500_000)}@example.com`, 'b'.repeat(500_000)],
  ['a quote', "' or 1=1 --@example.com", 'password'],
])('an e-mail or a password that is %s is wrong, and shows nothing of the inside', async (_, email, password) => {
  expect(await new Browser().signIn(email, password)).toBe('wrong')
})

test('ten failures for an e-mail, and not even the right password opens for a while, from any address', async () => {
  const person = await aPerson()
  const browser = new Browser()
  for (let failure = 1; failure <= 10; failure++)
    expect([failure, await browser.signIn(person.email, 'wrong word')]).toEqual([failure, 'wrong'])
  expect(await browser.signIn(person.email, person.password)).toBe('throttled')
  expect(await new Browser().signIn(person.email.toUpperCase(), person.password)).toBe('throttled')
  const other = await aPerson()
  expect(await browser.signIn(other.email, other.password)).toBe('throttled')
  expect(await new Browser().signIn(other.email, other.password)).toBeNull()
})

test('guesses that come all at once are counted like guesses one by one', async () => {
  const person = await aPerson()
  const guesses = await Promise.all(Array.from({ length: 40 }, () => new Browser().signIn(person.email, 'wrong word')))
  expect(guesses.filter((error) => error === 'wrong')).toHaveLength(10)
  expect(guesses.filter((error) => error === 'throttled')).toHaveLength(30)
})

test('people who sign in rightly from one address are never too many', async () => {
  const person = await aPerson()
  const browser = new Browser()
  for (let times = 0; times < 15; times++) expect(await browser.signIn(person.email, person.password)).toBeNull()
})

test('an address is what the nearest proxy saw, whatever the caller writes before it', async () => {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  const tries: (string | null)[] = []
  for (let times = 0; times < 11; times++) {
    const browser = new Browser()
    const forwarded = `${randomInt(256)}.1.1.1, ${address}`
    const { csrfToken } = (await (await browser.open('/api/auth/csrf')).json()) as { csrfToken: string }
    const response = await browser.open('/api/auth/callback/credentials', {
      method: 'POST',
      headers: { 'x-forwarded-for': forwarded },
      body: new URLSearchParams({ csrfToken, email: `${randomUUID()}@example.com`, password: 'word', json: 'true' }),
    })
    tries.push(new URL(((await response.json()) as { url: string }).url).searchParams.get('error'))
  }
  expect(tries).toEqual([...Array(10).fill('wrong'), 'throttled'])
})
