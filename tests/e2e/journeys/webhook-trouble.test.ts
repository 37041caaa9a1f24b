import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { insertEndpoint } from '@/tests/support/webhooks'
import { aBrowser, hasChromium, open, overflowOf, seriousFindings, signUp } from '../../support/browser'
import { aMemberPage, userIdOf } from '../people'

/** Holds that an endpoint which was turned off says so and is reactivated, and that who may not change one is told who may. */

const browser = aBrowser()

async function turnedOff(projectId: string, userId: string, { isAccountWide = false } = {}) {
  const url = 'https://shop.example/hook'
  const endpoint = await insertEndpoint({ project: { projectId, userId }, url, isAccountWide })
  const db = database()
  await db
    .updateTable('webhook_endpoints')
    .set({ active: false, health_status: 'auto_disabled', consecutive_failures: 10, failure_count: 2 })
    .where('id', '=', endpoint.id)
    .execute()
  const message = 'https://shop.example/hook failed 10 times in a row and was turned off.'
  await db
    .insertInto('webhook_alerts')
    .values({ id: newId(), endpoint_id: endpoint.id, kind: 'auto_disabled', message })
    .execute()
  return { ...endpoint, message }
}

/** A delivery that failed and was to be retried when its endpoint was turned off. */
async function waitingDelivery(projectId: string, endpointId: string): Promise<void> {
  const event = { id: newId(), project_id: projectId, event: 'story.failed', data: '{}', fanned_out_at: new Date() }
  await database().insertInto('events').values(event).execute()
  const retry = { status: 'failed', attempt_count: 1, next_attempt_at: new Date(Date.now() + 86_400_000) }
  await database()
    .insertInto('webhook_deliveries')
    .values({ id: newId(), endpoint_id: endpointId, event_id: event.id, event: event.event, ...retry })
    .execute()
}

test.skipIf(!hasChromium)('an endpoint that was turned off is told of everywhere, and reactivated', async () => {
  const page = await browser.newPage()
  const { projectId, email } = await signUp(page)
  const { id, message } = await turnedOff(projectId, await userIdOf(email))
  await waitingDelivery(projectId, id)

  // In the bell first, wherever the person is.
  await open(page, `/${projectId}/queue`)
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click()
  await page.getByRole('link', { name: 'New: The webhook endpoint shop.example was turned off' }).click()
  await page.getByText('Turned off', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

  await page.getByRole('link', { name: 'Webhooks' }).first().click()
  await page.getByText(message).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await page.getByText(message).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'https://shop.example/hook' }).click()
  await page.getByText('On hold', { exact: true }).waitFor()
  expect(await page.getByText('Will be retried').count()).toBe(0)
  expect(
    await page
      .getByRole('button', { name: /^Replay/ })
      .first()
      .isDisabled(),
  ).toBe(true)
  await page.getByRole('button', { name: 'Reactivate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reactivate this endpoint?' })
  expect(await dialog.getByLabel('Send waiting deliveries').isChecked()).toBe(true)
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText('The endpoint is on. Sending 1 waiting delivery.').waitFor()
  await page.getByText('Healthy', { exact: true }).waitFor()
  expect(page.faults).toEqual([])
})

test.skipIf(!hasChromium).each(['viewer', 'editor'] as const)('a %s sees endpoints and changes none', async (role) => {
  const owner = await browser.newPage()
  const { projectId, email } = await signUp(owner)
  const { id, message } = await turnedOff(projectId, await userIdOf(email))
  const page = await aMemberPage(browser, projectId, role, { viewport: { width: 320, height: 720 } })
  await open(page, `/${projectId}/webhooks`)
  await page.getByText(/ask an admin or owner of the project to set up webhooks/).waitFor()
  await page.getByText(message).waitFor()
  expect(await page.getByRole('button', { name: 'New endpoint' }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Mark as read' }).count()).toBe(0)
  await page.getByRole('link', { name: 'https://shop.example/hook' }).click()
  await page.waitForURL(`**/webhooks/${id}`)
  for (const name of ['Reactivate', 'Edit', 'Rotate secret', 'Delete', 'Send test ping', 'Replay a time']) {
    expect([name, await page.getByRole('button', { name }).isDisabled()]).toEqual([name, true])
  }
  await page.getByText(/ask an admin or owner of the project to set up webhooks/).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
  expect(page.faults).toEqual([])
})

test.skipIf(!hasChromium)('one’s own endpoint of all projects is listed and changed, whatever the role', async () => {
  const owner = await browser.newPage()
  const { projectId, email } = await signUp(owner)
  const page = await browser.newPage({ viewport: { width: 320, height: 720 } })
  const viewer = await signUp(page)
  const db = database()
  const user_id = await userIdOf(viewer.email)
  await db.insertInto('project_members').values({ project_id: projectId, user_id, role: 'viewer' }).execute()
  await turnedOff(projectId, await userIdOf(email), { isAccountWide: true })
  const { id, message } = await turnedOff(projectId, user_id, { isAccountWide: true })

  await open(page, `/${projectId}/webhooks`)
  // The owner’s is nobody else’s business.
  expect(await page.getByText(message).count()).toBe(1)
  await page.getByText('Of your account').waitFor()
  expect(await page.getByRole('button', { name: 'New endpoint' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await page.getByText(message).waitFor({ state: 'detached' })
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('link', { name: 'https://shop.example/hook' }).click()
  await page.waitForURL(`**/webhooks/${id}`)
  await page.getByText('It hears of all your projects, and only you see it.').waitFor()
  expect(await page.getByText(/ask an admin or owner/).count()).toBe(0)
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText('Healthy', { exact: true }).waitFor()
  expect(page.faults).toEqual([])
})
