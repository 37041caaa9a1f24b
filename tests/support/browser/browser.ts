import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { createAccount } from '@/lib/sign-up/contract'
import { findChromium } from '@/scripts/testing/chromium'
import { untilHydrated } from './hydration'

/** Browser tests are skipped without a Chromium. */
export const hasChromium = findChromium() !== null

/** Time zone of every browser and project in the browser tests. */
export const testZone = 'Europe/Berlin'

export type TestPage = Page & { errors: string[] }

export type TestBrowser = { newPage: (options?: BrowserContextOptions) => Promise<TestPage> }

/**
 * Opens pages in the one Chromium of the run (`setup/global-setup-browser.ts`). A page closes after the test that opened
 * it, because open pages keep using the CPU; a page of a `beforeAll` hook closes after the file's last test.
 */
export function aBrowser(): TestBrowser {
  let browser: Browser | undefined
  let ofTest: BrowserContext[] | null = null
  beforeAll(async () => {
    const endpoint = inject('chromiumUrl')
    if (endpoint) browser = await chromium.connect(endpoint)
  })
  beforeEach(() => {
    ofTest = []
  })
  afterEach(async () => {
    await Promise.all((ofTest ?? []).map((context) => context.close()))
    ofTest = null
  })
  afterAll(() => browser?.close())
  return {
    async newPage(options = {}) {
      if (!browser) throw new Error('Call newPage in a test or hook, and only where a Chromium is installed.')
      const page = await newPage(browser, options)
      ofTest?.push(page.context())
      return page
    },
  }
}

/** A page in a separate context, so it shares no cookies. Collects the errors that the browser reports. */
async function newPage(browser: Browser, options: BrowserContextOptions): Promise<TestPage> {
  const context = await browser.newContext({
    baseURL: inject('productUrl'),
    locale: 'en-GB',
    timezoneId: testZone,
    viewport: { width: 1280, height: 900 },
    // Animations cost CPU, and clicks wait for them.
    reducedMotion: 'reduce',
    // Tests that need the service worker allow it.
    serviceWorkers: 'block',
    // Sign-ups are limited by address, so each page has its own.
    extraHTTPHeaders: { 'x-forwarded-for': randomUUID() },
    ...options,
  })
  // Reports policy violations as page errors, so that every test checks the policy.
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`Content-Security-Policy: ${violatedDirective} blocked ${blockedURI} in ${sourceFile}`),
    ),
  )
  const page = (await context.newPage()) as TestPage
  page.setDefaultTimeout(15_000)
  page.errors = []
  page.on('pageerror', (error) => page.errors.push(error.message))
  page.on('console', (message) => {
    // The browser also reports every 4xx and 5xx, which the page shows.
    const isHttpError = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isHttpError) page.errors.push(message.text())
  })
  return page
}

export type Person = { name: string; email: string; password: string }

/** Opens a URL and waits for hydration: earlier clicks and input would be lost. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await untilHydrated(page)
}

const aPerson = (): Person => ({
  name: 'Robin Tester',
  email: `${randomUUID()}@example.com`,
  password: randomUUID(),
})

/** Creates and signs in a user with a project, with the requests of the forms. Opens no page. */
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

/** Signs up through the form. Ends on the setup of the new project. */
export async function signUpByForm(page: Page): Promise<Person & { projectId: string }> {
  await open(page, '/sign-up')
  const person = await fillSignUp(page)
  await page.waitForURL(/\/start$/)
  return { ...person, projectId: new URL(page.url()).pathname.split('/')[1] ?? '' }
}

/** Fills in and sends the form of the open page. */
export async function fillSignUp(page: Page): Promise<Person> {
  const person = aPerson()
  await page.getByLabel('Your name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  return person
}

export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await open(page, '/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Calls the API with the cookies of the page. */
export async function post(
  page: Page,
  path: string,
  data: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Record<string, unknown>> {
  const answer = await page.request.fetch(path, { method, data, headers: { origin: inject('productUrl') } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Record<string, unknown>
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Without the lists of passed checks, which cost most of the time. */
const axeRun = "axe.run(document, { resultTypes: ['violations'] })"

type Finding = { id: string; impact: string | null; nodes: { html: string; failureSummary: string }[] }

/** Accessibility problems that axe rates as serious or critical. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = (await page.evaluate(axeRun)) as { violations: Finding[] }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
}

/** Number of pixels that the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
