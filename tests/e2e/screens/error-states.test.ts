import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, post, signUp, type TestPage } from '@/tests/support/browser/browser'
import { finish } from '@/tests/support/browser/composer'
import { chooseSegment, setFilter, storyAction } from '@/tests/support/browser/controls'

const browser = aBrowser()

const requestId = 'r-under-which-the-log-has-it'

const refuse = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({
    status,
    headers: { 'x-request-id': requestId, 'retry-after': '23' },
    json: { error: { code, message } },
  })

type ErrorCase = { answer: (route: Route) => Promise<void>; says: RegExp; hasId: boolean }

/** Errors between page and server, and the message of each. */
const errors: Record<string, ErrorCase> = {
  'the server is away': { answer: (route) => route.abort(), says: /Cannot reach the server/, hasId: false },
  'too many requests': {
    answer: refuse(429, 'rate_limited', 'More than 600 requests per minute. Try again in 23 s.'),
    says: /Try again in 23 s/,
    hasId: true,
  },
  'the database is away': {
    answer: refuse(503, 'unavailable', 'The service is not available just now. Try again in a moment.'),
    says: /not available just now/,
    hasId: true,
  },
  'the session has ended': {
    answer: refuse(401, 'unauthorized', 'Sign in.'),
    says: /You are signed out.*Sign in in another tab/,
    hasId: true,
  },
  'a proxy answers in its own words': {
    answer: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    says: /an invalid response/,
    hasId: false,
  },
}

type Screen = { path: (ids: Ids) => string; act: (page: Page) => Promise<unknown> }

/** An action on each screen that sends a request. */
const screens: Record<string, Screen> = {
  'the list of stories': {
    path: ({ projectId }) => `/${projectId}/stories`,
    act: (page) => setFilter(page, 'Status', 'Draft'),
  },
  'the queue': {
    path: ({ projectId }) => `/${projectId}/queue`,
    act: (page) => chooseSegment(page, 'Show', 'Failed'),
  },
  'an action on a story': {
    path: ({ projectId, storyId }) => `/${projectId}/stories/${storyId}`,
    act: async (page) => {
      await storyAction(page, 'Delete')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    },
  },
  'saving what was composed': {
    path: ({ projectId }) => `/${projectId}/compose`,
    act: async (page) => {
      await page.getByRole('checkbox', { name: /^Threads/ }).check()
      await page.getByLabel('Caption', { exact: true }).fill('Words')
      await finish(page, 'Save draft')
    },
  },
  'saving settings': {
    path: ({ projectId }) => `/${projectId}/settings`,
    act: (page) => page.getByRole('button', { name: 'Save settings' }).click(),
  },
  'making a token': {
    path: () => '/developer',
    act: async (page) => {
      await page.getByRole('button', { name: 'New token' }).first().click()
      await page.getByLabel('Name').fill('Import')
      await page.getByRole('button', { name: 'Create token' }).click()
    },
  },
}

type Ids = { projectId: string; storyId: string }

const firstError = 'the server is away'
const firstScreen = 'the list of stories'

/** Every screen with one error, and every error on one screen: each screen shows errors by the same component. */
const cases = Object.keys(errors).flatMap((error) =>
  Object.keys(screens)
    .filter((screen) => error === firstError || screen === firstScreen)
    .map((screen) => ({ error, screen })),
)

describe('errors between browser and server are shown, with what to do and the request id', () => {
  let page: TestPage
  let ids: Ids
  beforeAll(async () => {
    if (!hasChromium) return
    page = await browser.newPage()
    const { projectId } = await signUp(page)
    const draft = { project_id: projectId, caption: 'A draft', channels: ['x'] }
    const { story } = await post(page, createStory.path, draft)
    ids = { projectId, storyId: (story as { id: string }).id }
  })

  test.skipIf(!hasChromium).each(cases)('$error: $screen', async ({ error, screen }) => {
    const { answer, says, hasId } = errors[error] as ErrorCase
    const { path, act } = screens[screen] as Screen
    await open(page, path(ids))
    await page.route('**/api/v1/**', answer)
    await act(page)
    const note = page.getByRole('alert').filter({ hasText: says })
    await note.first().waitFor()
    if (hasId) expect(await note.first().textContent()).toContain(requestId)
    await page.unroute('**/api/v1/**')
    expect(page.errors.splice(0)).toEqual([])
  })
})

test.skipIf(!hasChromium)('a list recovers after a failed request', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await post(page, createStory.path, { project_id: projectId, caption: 'A draft', channels: ['x'] })
  await open(page, `/${projectId}/stories`)
  await page.route('**/api/v1/**', (route) => route.abort())
  await setFilter(page, 'Status', 'Draft')
  await page.getByText('The list may be out of date').waitFor()
  await page.unroute('**/api/v1/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'A draft' }).waitFor()
  await page.getByText('The list may be out of date').waitFor({ state: 'detached' })
})

test.skipIf(!hasChromium)('a banner shows while the database is away', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await page.clock.install()
  await open(page, `/${projectId}/analytics`)
  await page.route('**/api/health/ready', refuse(503, 'unavailable', 'The database is not available.'))
  await page.clock.fastForward('00:31')
  const banner = page.getByText('Storycast is not available right now')
  await banner.waitFor()
  await page.unroute('**/api/health/ready')
  await page.clock.fastForward('00:06')
  await banner.waitFor({ state: 'detached' })
})
