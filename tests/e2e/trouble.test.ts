import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, post, signUp, type TestPage } from '../support/browser'

const browser = aBrowser()

const requestId = 'r-under-which-the-log-has-it'

const refuse = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({
    status,
    headers: { 'x-request-id': requestId, 'retry-after': '23' },
    json: { error: { code, message } },
  })

/** What can come between a page and its server, and the words that it is told in. */
const troubles: Record<string, { answer: (route: Route) => Promise<void>; says: RegExp; hasId: boolean }> = {
  'the server is away': { answer: (route) => route.abort(), says: /server cannot be reached/, hasId: false },
  'too many requests': {
    answer: refuse(429, 'rate_limited', 'More than 600 requests in this minute. Try again in 23 s.'),
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
    says: /an answer that cannot be read/,
    hasId: false,
  },
}

/** What a person does on each screen that asks the server for something. */
const screens: Record<string, { path: (ids: Ids) => string; act: (page: Page) => Promise<unknown> }> = {
  'the list of stories': {
    path: ({ projectId }) => `/${projectId}/stories`,
    act: (page) => page.getByLabel('Status').selectOption('draft'),
  },
  'the queue': {
    path: ({ projectId }) => `/${projectId}/queue`,
    act: (page) => page.getByLabel('Show').selectOption('failed'),
  },
  'an action on a story': {
    path: ({ projectId, storyId }) => `/${projectId}/stories/${storyId}`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Archive' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    },
  },
  'saving what was composed': {
    path: ({ projectId }) => `/${projectId}/compose`,
    act: async (page) => {
      await page.getByLabel('Threads').check()
      await page.getByLabel('Caption', { exact: true }).fill('Words')
      await page.getByRole('button', { name: 'Save draft' }).click()
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
      await page.getByRole('button', { name: 'Make token' }).click()
    },
  },
}

type Ids = { projectId: string; storyId: string }

// Whatever goes wrong between browser and server is told on the screen, with what to do and the id for the log.
describe.each(Object.entries(troubles))('when %s', (_, { answer, says, hasId }) => {
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

  test.skipIf(!hasChromium).each(Object.entries(screens))('%s says so', async (_name, { path, act }) => {
    await open(page, path(ids))
    await page.route('**/api/v1/**', answer)
    await act(page)
    const note = page.getByRole('alert').filter({ hasText: says })
    await note.first().waitFor()
    if (hasId) expect(await note.first().textContent()).toContain(requestId)
    await page.unroute('**/api/v1/**')
    expect(page.faults.splice(0)).toEqual([])
  })
})

test.skipIf(!hasChromium)('a list that could not be asked for again recovers by itself', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await post(page, createStory.path, { project_id: projectId, caption: 'A draft', channels: ['x'] })
  await open(page, `/${projectId}/stories`)
  await page.route('**/api/v1/**', (route) => route.abort())
  await page.getByLabel('Status').selectOption('draft')
  await page.getByText('The list may be out of date').waitFor()
  await page.unroute('**/api/v1/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'A draft' }).waitFor()
  await page.getByText('The list may be out of date').waitFor({ state: 'detached' })
})
