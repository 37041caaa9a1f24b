import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { getHealth } from '@/lib/health/contract'
import { createStory } from '@/lib/stories/contract'
import { Api } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { aBrowser, fillSignUp, hasChromium, open, signUpByForm } from '@/tests/support/browser/browser'
import { ask, discover, insecure, tokensOf } from '@/tests/support/oauth/oauth'
import { recordSecret } from '@/tests/support/processes/leak-log'

const browser = aBrowser()

/** The app: a website with the redirect URI. */
const visits: URL[] = []
const site = createServer((request, response) => {
  visits.push(new URL(request.url ?? '', base()))
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Back in the app</h1>')
})
const base = (): string => `http://127.0.0.1:${(site.address() as AddressInfo).port}`
beforeAll(() => once(site.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => site.close().closeAllConnections())

test.skipIf(!hasChromium)('a developer registers an app, a user allows it, sees it, and revokes it', async () => {
  const developer = await browser.newPage()
  await signUpByForm(developer)
  await open(developer, '/developer')
  await developer.getByRole('link', { name: 'OAuth apps' }).click()
  await developer.getByRole('button', { name: 'New app' }).first().click()
  const form = developer.getByRole('dialog', { name: 'New app' })
  await form.getByLabel('Name').fill('Bread planner')
  await form.getByLabel('Redirect URIs').fill('http://bread.example/back')
  await form.getByRole('button', { name: 'Create app' }).click()
  await form.getByText('Each redirect URI must start with https://.').waitFor()
  const redirectUri = `${base()}/back`
  await form.getByLabel('Redirect URIs').fill(redirectUri)
  await form.getByRole('button', { name: 'Create app' }).click()
  const clientId = (await developer.getByTestId('Client ID').textContent()) ?? ''
  const secret = (await developer.getByTestId('Client secret').textContent()) ?? ''
  recordSecret(secret)
  await developer.reload()
  await developer.getByRole('heading', { name: 'Bread planner' }).waitFor()
  expect(await developer.content()).not.toContain(secret)

  // A member who is signed out comes from the app.
  const owner = await browser.newPage()
  const { projectId } = await signUpByForm(owner)
  const password = 'a long password'
  const { email } = await aMember(projectId, 'editor', { name: 'Ann', password })
  const page = await browser.newPage()
  const client = { client_id: clientId }
  const asked = await ask({ client, redirectUri }, { scope: 'stories:read stories:write webhooks:write' })
  await page.goto(`/oauth/authorize?${asked.query}`)
  expect(new URL(page.url()).pathname).toBe('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Allow Bread planner to use Storycast?' }).waitFor()
  await page.getByText('Create, edit and delete stories').waitFor()
  await page.getByText('The rest is left out: your role in this project is editor.').waitFor()
  await page.getByText('Storycast has not verified this app.').waitFor()
  await page.getByRole('button', { name: 'Allow access' }).click()
  await page.getByRole('heading', { name: 'Back in the app' }).waitFor()

  const as = await discover()
  const back = oauth.validateAuthResponse(as, client, visits.at(-1) ?? new URL('x:'), asked.state)
  const auth = oauth.ClientSecretBasic(secret)
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    auth,
    back,
    redirectUri,
    asked.verifier,
    insecure,
  )
  const { access, answer } = tokensOf(await oauth.processAuthorizationCodeResponse(as, client, response))
  expect(answer.scope).toBe('stories:read stories:write')
  const api = new Api(inject('productUrl'), access)
  await api.post(createStory, { caption: 'Planned by an app', channels: ['x'] })

  await open(page, '/account')
  await page.getByRole('link', { name: 'Connected apps' }).click()
  await page.getByRole('heading', { name: 'Bread planner' }).waitFor()
  await page.getByText('2 permissions').click()
  await page.getByText('Create, edit and delete stories').waitFor()
  await page.getByRole('button', { name: 'Revoke Bread planner' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('None yet.').waitFor()
  expect((await api.refused(getHealth)).error.code).toBe('unauthorized')
  expect([...developer.errors, ...page.errors]).toEqual([])
})

test.skipIf(!hasChromium)('the consent page cannot be framed, and tells the app when a new user cancels', async () => {
  const page = await browser.newPage()
  const registered = await fetch(new URL('/oauth/register', inject('productUrl')), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'A terminal', redirect_uris: ['http://127.0.0.1/back'] }),
  })
  const client = (await registered.json()) as { client_id: string }
  const app = { client, redirectUri: `${base()}/back` }
  const { query, state } = await ask(app)
  // Nobody is signed in. The sign-up leads back to the consent page.
  await open(page, `/oauth/authorize?${query}`)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Sign up' }).waitFor()
  await fillSignUp(page)
  await page.getByText('You will be sent to a program on this device.').waitFor()
  const response = await page.reload()
  expect(response?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(response?.headers()['content-security-policy']).toContain("form-action 'self'")
  expect(await page.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Back in the app' }).waitFor()
  expect(Object.fromEntries(visits.at(-1)?.searchParams ?? [])).toMatchObject({ error: 'access_denied', state })

  // Errors are shown first. The app is told if its address is right.
  const { query: plain } = await ask(app, { code_challenge_method: 'plain' })
  await page.goto(`/oauth/authorize?${plain}`)
  await page.getByText('PKCE is required').waitFor()
  await page.getByRole('link', { name: 'Back to the app' }).click()
  await page.getByRole('heading', { name: 'Back in the app' }).waitFor()
  expect(visits.at(-1)?.searchParams.get('error')).toBe('invalid_request')
  const { query: elsewhere } = await ask({ ...app, redirectUri: 'https://evil.example/' })
  await page.goto(`/oauth/authorize?${elsewhere}`)
  await page.getByRole('heading', { name: 'This app cannot get access' }).waitFor()
  await page.getByText('The redirect_uri is not registered for A terminal.').waitFor()
})
