import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { createAccount } from '@/lib/sign-up/contract'
import { findChromium, quietChromium } from '@/scripts/support/chromium'

/** Browser tests run where a Chromium is found. */
export const hasChromium = findChromium() !== null

/** The zone in which everybody in the browser tests lives. */
export const testZone = 'Europe/Berlin'

export type TestPage = Page & { faults: string[] }

export type TestBrowser = { newPage: (options?: BrowserContextOptions) => Promise<TestPage> }

/** A browser for the tests of a file, closed after the last of them. */
export function aBrowser(): TestBrowser {
  let browser: Browser | undefined
  beforeAll(async () => {
    if (hasChromium) browser = await chromium.launch({ executablePath: findChromium() ?? '', args: quietChromium })
  })
  afterAll(() => browser?.close())
  return {
    newPage(options = {}) {
      if (!browser) throw new Error('A page was asked for outside of a test, or where there is no Chromium.')
      return newPage(browser, options)
    },
  }
}

/** A page of its own person: no cookie is shared. What the browser complains of is collected. */
async function newPage(browser: Browser, options: BrowserContextOptions): Promise<TestPage> {
  const context = await browser.newContext({
    baseURL: inject('productUrl'),
    locale: 'en-GB',
    timezoneId: testZone,
    viewport: { width: 1280, height: 900 },
    // Everybody comes from somewhere else: sign-ups are counted by address.
    extraHTTPHeaders: { 'x-forwarded-for': randomUUID() },
    ...options,
  })
  // Reported as an error of the page, so every test that looks at its faults holds the policy.
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`Content-Security-Policy: ${violatedDirective} blocked ${blockedURI} in ${sourceFile}`),
    ),
  )
  const page = (await context.newPage()) as TestPage
  page.setDefaultTimeout(15_000)
  page.faults = []
  page.on('pageerror', (error) => page.faults.push(error.message))
  page.on('console', (message) => {
    // A refusal that a page asked for is reported by the browser as well; the page itself tells it in words.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) page.faults.push(message.text())
  })
  return page
}

export type Person = { name: string; email: string; password: string }

/** Opens an address and waits until the page answers: a person takes longer to find the first field. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
}

const aPerson = (): Person => ({
  name: 'Robin Tester',
  email: `${randomUUID()}@example.com`,
  password: randomUUID(),
})

/** Somebody with an account and a project, signed in by the requests that the forms send; no screen is shown yet. */
export async function signUp(page: Page): Promise<Person & { projectId: string }> {
  const person = aPerson()
  const { project_id } = await post(page, createAccount.path, { ...person, timezone: testZone })
  const { csrfToken } = (await (await page.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const form = { csrfToken, email: person.email, password: person.password, json: 'true' }
  const answer = await page.request.post('/api/auth/callback/credentials', {
    form,
    headers: { origin: inject('productUrl') },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return { ...person, projectId: String(project_id) }
}

/** Goes through the sign-up as a stranger would, and ends on the connections of a new project. */
export async function signUpByForm(page: Page): Promise<Person & { projectId: string }> {
  const person = aPerson()
  await open(page, '/sign-up')
  await page.getByLabel('Your name').fill(person.name)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL(/\/connections$/)
  return { ...person, projectId: new URL(page.url()).pathname.split('/')[1] ?? '' }
}

export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await open(page, '/sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Calls the API as the person of the page. */
export async function post(page: Page, path: string, data: object): Promise<Record<string, unknown>> {
  const answer = await page.request.post(path, { data, headers: { origin: inject('productUrl') } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Record<string, unknown>
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Finding = { id: string; impact: string | null; nodes: { html: string; failureSummary: string }[] }

/** What axe finds serious or critical on the page as it stands, a line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run(document)')) as { violations: Finding[] }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
}

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
