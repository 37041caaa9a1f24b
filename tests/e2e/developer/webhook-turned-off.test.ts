import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { aBrowser, hasChromium, open, overflowOf, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { aMemberPage, userIdOf } from '@/tests/support/browser/member-page'
import { insertEndpoint } from '@/tests/support/webhooks/webhooks'

/** A disabled endpoint is shown as disabled and can be reactivated. Other roles see whom to ask. */

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

/** A failed delivery whose endpoint was disabled before the retry. */
async function waitingDelivery(projectId: string, endpointId: string): Promise<void> {
  const event = { id: newId(), project_id: projectId, event: 'story.failed', data: '{}', fanned_out_at: new Date() }
  await database().insertInto('events').values(event).execute()
  const retry = { status: 'failed' as const, attempt_count: 1, next_attempt_at: new Date(Date.now() + 86_400_000) }
  await database()
    .insertInto('webhook_deliveries')
    .values({ id: newId(), endpoint_id: endpointId, event_id: event.id, event: event.event, ...retry })
    .execute()
}

test.skipIf(!hasChromium)('a disabled endpoint is shown on every screen and can be reactivated', async () => {
  const page = await browser.newPage()
  const { projectId, email } = await signUp(page)
  const { id, message } = await turnedOff(projectId, await userIdOf(email))
  await waitingDelivery(projectId, id)

  // First in the notifications, on any page.
  await open(page, `/${projectId}/queue`)
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await page.getByRole('link', { name: 'Unread: Webhook endpoint shop.example was disabled' }).click()
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
  await page.getByText('Endpoint reactivated. Sending 1 waiting delivery.').waitFor()
  await page.getByText('Healthy', { exact: true }).waitFor()
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium).each(['viewer', 'editor'] as const)(
  'a %s can see endpoints but not change them',
  async (role) => {
    const owner = await browser.newPage()
    const { projectId, email } = await signUp(owner)
    const { id, message } = await turnedOff(projectId, await userIdOf(email))
    const page = await aMemberPage(browser, projectId, role, { viewport: { width: 320, height: 720 } })
    await open(page, `/${projectId}/webhooks`)
    await page.getByText(/Ask an admin or owner to set up webhooks/).waitFor()
    await page.getByText(message).waitFor()
    expect(await page.getByRole('button', { name: 'New endpoint' }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Mark as read' }).count()).toBe(0)
    await page.getByRole('link', { name: 'https://shop.example/hook' }).click()
    await page.waitForURL(`**/webhooks/${id}`)
    for (const name of ['Reactivate', 'Edit', 'Rotate secret', 'Delete', 'Send test ping', 'Replay a time range']) {
      expect([name, await page.getByRole('button', { name }).isDisabled()]).toEqual([name, true])
    }
    await page.getByText(/Ask an admin or owner to set up webhooks/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)
    expect(page.errors).toEqual([])
  },
)

test.skipIf(!hasChromium)('users can change their own account-wide endpoints in any role', async () => {
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
  // The owner’s endpoint is not visible to others.
  expect(await page.getByText(message).count()).toBe(1)
  await page.getByText('Account-wide').waitFor()
  expect(await page.getByRole('button', { name: 'New endpoint' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await page.getByText(message).waitFor({ state: 'detached' })
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('link', { name: 'https://shop.example/hook' }).click()
  await page.waitForURL(`**/webhooks/${id}`)
  await page.getByText('Receives events of all your projects. Only you can see it.').waitFor()
  expect(await page.getByText(/Ask an admin or owner/).count()).toBe(0)
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText('Not used yet', { exact: true }).waitFor()
  expect(page.errors).toEqual([])
})
