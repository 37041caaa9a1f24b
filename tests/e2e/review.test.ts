import { expect, test } from 'vitest'
import { formatTime } from '@/components/time/formats'
import { createConnection } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { createStory } from '@/lib/stories/contract'
import { aSandboxAccount } from '../support/api'
import { aBrowser, hasChromium, open, post, signUp, testZone } from '../support/browser'
import { insertStory } from '../support/rows'

const browser = aBrowser()

test.skipIf(!hasChromium)(
  'where posts wait for an approval, one is approved and one is rejected with a reason',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUp(page)
    for (const channel of ['threads', 'facebook'] as const) {
      const { account_id, account_name, credentials } = await aSandboxAccount(channel)
      await post(page, createConnection.path, { project_id: projectId, channel, account_id, account_name, credentials })
    }
    await open(page, `/${projectId}/settings/approval`)
    await page.getByLabel('Posts wait for an approval').check()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Settings are saved.').waitFor()
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    const channels = ['threads', 'facebook']
    await post(page, createStory.path, { project_id: projectId, caption: 'For review', channels, scheduled_at })

    await open(page, `/${projectId}/queue?status=review`)
    await page.getByRole('button', { name: 'Reject for Facebook' }).click()
    await page.getByRole('dialog').getByText('“For review” will not be posted there.').waitFor()
    await page.getByLabel('Why').fill('The picture is missing.')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Rejected for Facebook. The reason stands with the post.').waitFor()
    await page.getByRole('button', { name: 'Approve for Threads' }).click()
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(`Approved for Threads. It goes out ${formatTime(scheduled_at, 'short', testZone, 'en-GB')}.`)
      .waitFor()
    await page.getByText('Nothing waits for an approval').waitFor()

    await page.getByLabel('Show').selectOption('rejected')
    await page.getByText('The picture is missing.').waitFor()
    await page.getByLabel('Show').selectOption('upcoming')
    await page.getByRole('listitem').getByText('Scheduled', { exact: true }).waitFor()
    expect(page.faults).toEqual([])
  },
)

test.skipIf(!hasChromium)('what goes out next is in sight though much waits for an approval', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  for (let number = 1; number <= 8; number++) {
    const caption = `Cup ${number}`
    await insertStory(database(), { projectId, channels: ['x'], caption, dueIn: 86_400 * number, status: 'pending' })
  }
  await open(page, `/${projectId}/queue`)
  const waiting = page.locator('section').filter({ hasText: 'Waits for your approval' }).getByRole('listitem')
  await expect.poll(() => waiting.count()).toBe(5)
  // The others stand on their days, and can be decided there as well.
  expect(await page.getByRole('button', { name: 'Approve for X' }).count()).toBe(8)
  await page.getByRole('button', { name: 'Show all that wait' }).click()
  await page.waitForURL(/status=review$/)
  await page.getByRole('link', { name: 'Cup 8' }).waitFor()
})
