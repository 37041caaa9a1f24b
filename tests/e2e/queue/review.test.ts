import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { formatTime } from '@/components/time/formats'
import type { ChannelId } from '@/lib/channel-ids'
import { createConnection } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { createStory } from '@/lib/stories/contract'
import { aSandboxAccount } from '@/tests/support/api/api'
import { aBrowser, hasChromium, open, post, signUp, testZone } from '@/tests/support/browser/browser'
import { chooseSegment } from '@/tests/support/browser/controls'
import { insertStory } from '@/tests/support/database/story-rows'

const browser = aBrowser()

async function connect(page: Page, project_id: string, channel: ChannelId): Promise<void> {
  const { account_id, account_name, credentials } = await aSandboxAccount(channel)
  await post(page, createConnection.path, { project_id, channel, account_id, account_name, credentials })
}

test.skipIf(!hasChromium)('approve one post and reject another with a reason', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  for (const channel of ['threads', 'facebook'] as const) await connect(page, projectId, channel)
  await open(page, `/${projectId}/settings/approval`)
  await page.getByLabel('New posts need approval').check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved.').waitFor()
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
  const channels = ['threads', 'facebook']
  await post(page, createStory.path, { project_id: projectId, caption: 'For review', channels, scheduled_at })

  await open(page, `/${projectId}/queue?status=review`)
  await page.getByRole('button', { name: 'Approve for Facebook and Threads' }).waitFor()
  await page.getByRole('button', { name: 'Show channels' }).click()
  await page.getByRole('button', { name: 'Reject for Facebook', exact: true }).click()
  await page.getByRole('dialog').getByText('“For review” will not be published on Facebook.').waitFor()
  await page.getByLabel('Reason').fill('The image is missing.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reject for Facebook', exact: true }).click()
  expect(await page.getByLabel('Reason').inputValue()).toBe('The image is missing.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Rejected for Facebook.').waitFor()
  await page.getByRole('button', { name: 'Approve for Threads' }).click()
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByText(`Approved for Threads. Publishing ${formatTime(scheduled_at, 'short', testZone, 'en-GB')}.`)
    .waitFor()
  await page.getByText('No posts need approval').waitFor()
  await page.getByRole('button', { name: 'Show upcoming posts' }).waitFor()

  await chooseSegment(page, 'Show', 'Rejected or cancelled')
  await page.getByText('The image is missing.').waitFor()
  await chooseSegment(page, 'Show', 'Upcoming')
  await page.getByRole('listitem').getByText('Scheduled', { exact: true }).waitFor()
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('upcoming posts stay visible when many need approval', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  for (let number = 1; number <= 8; number++) {
    const caption = `Cup ${number}`
    await insertStory(database(), { projectId, channels: ['x'], caption, dueIn: 86_400 * number, status: 'pending' })
  }
  await open(page, `/${projectId}/queue`)
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Needs your approval' }) })
  const waiting = section.locator('li').filter({ has: page.getByRole('link') })
  await expect.poll(() => waiting.count()).toBe(5)
  // The others are listed under their days, with buttons.
  expect(await page.getByRole('button', { name: 'Approve for X' }).count()).toBe(8)
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.waitForURL(/status=review$/)
  await page.getByRole('link', { name: 'Cup 8' }).waitFor()
})

test.skipIf(!hasChromium)('approve whole stories with the keyboard, one after the other, then all', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const channels = ['x', 'threads'] as const
  for (const channel of channels) await connect(page, projectId, channel)
  await database().updateTable('projects').set({ require_approval: true }).where('id', '=', projectId).execute()
  for (const number of [1, 2, 3, 4]) {
    const scheduled_at = new Date(Date.now() + number * 86_400_000).toISOString()
    const caption = `Cup ${number}`
    await post(page, createStory.path, { project_id: projectId, caption, channels, scheduled_at })
  }
  await open(page, `/${projectId}/queue?status=review`)
  const rows = page.locator('main li').filter({ has: page.locator('a[href*="/stories/"]') })
  const approve = 'Approve for X and Threads'
  await expect.poll(() => page.getByRole('button', { name: approve }).count()).toBe(4)
  await rows.filter({ hasText: 'Cup 1' }).getByRole('button', { name: approve }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(3)
  expect(await page.getByRole('alert').filter({ hasText: /./ }).allTextContents()).toEqual([])
  const focused = rows.filter({ has: page.locator('button:focus') })
  expect(await focused.getByRole('link').allInnerTexts()).toEqual(['Cup 2'])
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.count()).toBe(2)
  expect(await focused.getByRole('link').allInnerTexts()).toEqual(['Cup 3'])
  await page.getByRole('button', { name: 'Approve all…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve 4 posts?' })
  await dialog.getByRole('button', { name: 'Approve all' }).click()
  await page.getByText('2 stories approved.').waitFor()
  await page.getByText('No posts need approval').waitFor()
  const approved = await database()
    .selectFrom('queue_items')
    .select('channel')
    .where('project_id', '=', projectId)
    .where('status', '=', 'approved')
    .execute()
  expect(approved).toHaveLength(8)
  expect(page.errors).toEqual([])
})
