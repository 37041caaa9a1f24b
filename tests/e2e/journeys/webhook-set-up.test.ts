import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createStory } from '@/lib/stories/contract'
import { verify } from '@/lib/webhooks/signing/verify'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  post,
  seriousFindings,
  signUp,
  signUpByForm,
  type TestPage,
} from '@/tests/support/browser/browser'
import { chooseOption, setFilter } from '@/tests/support/browser/controls'
import { recordSecret } from '@/tests/support/processes/leak-log'
import { type Arrival, type Receiver, startReceiver } from '@/tests/support/servers/webhook-receiver'

/** An endpoint is created, tested, inspected after a failure and sent the missed events, all in the browser. */

const browser = aBrowser()
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.stop())

const eventOf = ({ headers }: Arrival): string => String(headers['x-svc-event'])
const arrived = (event: string): Arrival[] => receiver.arrivals.filter((one) => eventOf(one) === event)

async function shownSecret(page: Page): Promise<string> {
  const secret = (await page.getByTestId('secret').textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  recordSecret(secret)
  await page.getByRole('button', { name: 'Done' }).click()
  return secret
}

async function expectNoPageIssues(page: TestPage): Promise<void> {
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
  expect(page.errors.splice(0)).toEqual([])
}

const scheduleOne = (page: Page, projectId: string, caption: string) =>
  post(page, createStory.path, {
    project_id: projectId,
    caption,
    channels: ['x'],
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    connection_check: 'skip',
  })

test.skipIf(!hasChromium)('a webhook is set up, tested and replayed', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await page.getByRole('link', { name: 'Webhooks' }).first().click()
  await page.getByText('No endpoints yet').waitFor()
  await expectNoPageIssues(page)

  // Create: a refused URL shows an error at its field and keeps the input.
  await page.getByRole('button', { name: 'New endpoint' }).click()
  const form = page.getByRole('dialog', { name: 'New endpoint' })
  await form.getByLabel('URL').fill('shop.example')
  await form.getByLabel('All events').uncheck()
  await form.getByRole('button', { name: 'Create endpoint' }).click()
  await form.getByText('Choose at least one event.').waitFor()
  await form.getByLabel('story.scheduled').check()
  await form.getByLabel('story.failed').check()
  await form.getByRole('button', { name: 'Create endpoint' }).click()
  await expect.poll(() => form.getByLabel('URL').getAttribute('aria-invalid')).toBe('true')
  await expectNoPageIssues(page)
  await form.getByLabel('URL').fill(`${receiver.url}/shop`)
  await form.getByLabel('Description').fill('Shop')
  await form.getByRole('button', { name: 'Create endpoint' }).click()
  const secret = await shownSecret(page)
  await page.reload()
  await page.getByRole('link', { name: 'Shop' }).waitFor()
  expect(await page.content()).not.toContain(secret)

  // Test: a signed ping and its result.
  await page.getByRole('link', { name: 'Shop' }).click()
  await page.getByRole('button', { name: 'Send test ping' }).click()
  await page.getByText('The endpoint works').waitFor()
  const [ping] = arrived('test.ping')
  if (!ping) throw new Error('No ping was received.')
  expect(verify({ ...ping, secret })).toBe(true)

  // A failure: the attempt shows the request and the response.
  receiver.answer('/shop', { kind: 'status', status: 500, body: 'The till is closed.' })
  await scheduleOne(page, projectId, 'Warm bread at eight')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^story.scheduled/ }) })
  await row.getByText('Will be retried').waitFor({ timeout: 30_000 })
  await holdRetries(projectId)
  await row.getByRole('button', { name: /^story.scheduled/ }).click()
  await row.getByText('1. Response 500').waitFor()
  await row.getByText('The till is closed.').waitFor()
  await row.getByText('Request headers').click()
  await row.getByText(/x-svc-event: story.scheduled/).waitFor()
  expect(await row.textContent()).toContain('Warm bread at eight')
  await expectNoPageIssues(page)

  // Replay of one delivery, then of a time range, with the same event id.
  receiver.answer('/shop', { kind: 'status', status: 200 })
  await row.getByRole('button', { name: /^Replay/ }).click()
  await expect.poll(() => arrived('story.scheduled').length, { timeout: 30_000 }).toBe(2)
  await page.getByText('replay', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Replay a time range' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay a time range' })
  await dialog.getByLabel('From').fill('2026-01-02T10:00')
  await dialog.getByLabel('Until').fill('2026-01-01T10:00')
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await dialog.getByText(/must be after/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Replay a time range' }).click()
  await chooseOption(dialog.getByLabel('Deliveries'), 'All deliveries')
  await expectNoPageIssues(page)
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await page.getByText('Replaying 1 event.').waitFor()
  await expect.poll(() => arrived('story.scheduled').length, { timeout: 30_000 }).toBe(3)
  const ids = arrived('story.scheduled').map(({ headers }) => headers['x-svc-event-id'])
  expect(new Set(ids).size).toBe(1)
  await setFilter(page, 'Status', 'Failed')
  await expect.poll(() => page.getByRole('button', { name: /^story.scheduled/ }).count()).toBe(1)

  await rotateAndLeave(page, secret)
})

/** Postpones retries: on a busy machine a minute is too short for the checks before the next attempt. */
async function holdRetries(projectId: string): Promise<void> {
  const { numUpdatedRows } = await database()
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: new Date(Date.now() + 3_600_000) })
    .where('status', '=', 'failed')
    .where('endpoint_id', 'in', (query) =>
      query.selectFrom('webhook_endpoints').select('id').where('project_id', '=', projectId),
    )
    .executeTakeFirstOrThrow()
  expect(numUpdatedRows).toBe(1n)
}

/** Rotates the secret, then pauses, reactivates and deletes the endpoint. */
async function rotateAndLeave(page: TestPage, secret: string): Promise<void> {
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await page.getByText(/Requests are also signed with the previous secret for 24 hours/).waitFor()
  const next = await shownSecret(page)
  await page.getByText(/The previous secret is also used until/).waitFor()
  await page.getByRole('button', { name: 'Send test ping' }).click()
  await expect.poll(() => arrived('test.ping').length).toBe(2)
  const rotated = arrived('test.ping').at(-1)
  if (!rotated) throw new Error('No ping was received.')
  expect([secret, next].map((one) => verify({ ...rotated, secret: one }))).toEqual([true, true])

  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText('Healthy', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No endpoints yet').waitFor()
  expect(page.errors).toEqual([])
}

test.skipIf(!hasChromium)('the list fits 320 pixels', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 720 }, colorScheme: 'dark' })
  const { projectId } = await signUp(page)
  const long = `${receiver.url}/${'a-very-long-path-without-any-place-to-break/'.repeat(4)}`
  await post(page, '/api/v1/webhooks', { project_id: projectId, url: long, events: ['*'] })
  await open(page, `/${projectId}/webhooks`)
  await expectNoPageIssues(page)
  await page.getByRole('link', { name: /a-very-long-path/ }).click()
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
  await expectNoPageIssues(page)
})
