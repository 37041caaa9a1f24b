import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { notifyExpiryTier } from '@/lib/connections/refresh/notices'
import { database } from '@/lib/db/pool'
import { kindsOf } from '@/lib/notifications/kinds'
import { createStory } from '@/lib/stories/contract'
import { aSandboxAccount, control } from '@/tests/support/api/api'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  post,
  seriousFindings,
  signUpByForm,
} from '@/tests/support/browser/browser'
import { aMemberPage } from '@/tests/support/browser/member-page'
import { insertStory } from '@/tests/support/database/story-rows'

/** Notifications appear within seconds on every screen and link to their subject. */

const browser = aBrowser()

/** A Threads account whose next posts fail. */
async function connectRefusing(page: Page, projectId: string): Promise<void> {
  const { account_id, account_name, credentials } = await aSandboxAccount('threads')
  await control('POST', '/control/faults', {
    network: 'threads',
    account_id,
    call: 'publish',
    fault: 'refuse',
    preset: 'content',
  })
  await post(page, createConnection.path, {
    project_id: projectId,
    channel: 'threads',
    account_id,
    account_name,
    credentials,
  })
}

const postNow = (page: Page, projectId: string, caption: string) =>
  post(page, createStory.path, {
    project_id: projectId,
    caption,
    channels: ['threads'],
    scheduled_at: new Date().toISOString(),
  })

test.skipIf(!hasChromium)('a failed post appears in the bell and links to the story and channel', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await connectRefusing(page, projectId)
  await open(page, `/${projectId}/analytics`)
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  const { story } = (await postNow(page, projectId, 'Bread at eight')) as { story: { id: string } }

  // Without a reload: a toast, the count, and the count in the title.
  const title = '“Bread at eight” failed on Threads'
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('link', { name: title })
    .waitFor({ timeout: 60_000 })
  expect(await page.title()).toMatch(/^\(1\) Analytics/)
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const item = panel.getByRole('listitem').filter({ hasText: title })
  await item
    .getByText(/Threads/)
    .first()
    .waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await item.getByRole('link', { name: `Unread: ${title}` }).click()
  await page.waitForURL(`**/stories/${story.id}#threads`)
  await panel.waitFor({ state: 'hidden' })
  await page.locator('#threads').getByText('Failed', { exact: true }).waitFor()

  // Following the link marks it as read.
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await expect.poll(() => page.title()).not.toMatch(/^\(/)

  // Keyboard: Esc closes and restores the focus.
  const bell = page.getByRole('button', { name: 'Notifications', exact: true })
  await bell.focus()
  await page.keyboard.press('Enter')
  await panel.getByRole('link', { name: title }).waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  expect(await bell.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('no toast on the page of the failed story', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await connectRefusing(page, projectId)
  const scheduled_at = new Date(Date.now() + 8_000).toISOString()
  const made = { project_id: projectId, caption: 'Watched', channels: ['threads'], scheduled_at }
  const { story } = (await post(page, createStory.path, made)) as { story: { id: string } }
  await open(page, `/${projectId}/stories/${story.id}`)
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor({ timeout: 60_000 })
  // Another story does get a toast.
  await postNow(page, projectId, 'Elsewhere')
  const told = page.getByRole('region', { name: 'Notifications' })
  await told.getByRole('link', { name: '“Elsewhere” failed on Threads' }).waitFor({ timeout: 60_000 })
  expect(await told.getByRole('link', { name: /Watched/ }).count()).toBe(0)
})

test.skipIf(!hasChromium)('an expiring connection notifies admins, not viewers', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 720 }, colorScheme: 'dark' })
  const { projectId } = await signUpByForm(page)
  const { account_id, account_name, credentials } = await aSandboxAccount('facebook')
  const { connection } = (await post(page, createConnection.path, {
    project_id: projectId,
    channel: 'facebook',
    account_id,
    account_name,
    credentials,
    expires_at: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  })) as { connection: { id: string } }
  await insertStory(database(), { projectId, channels: ['x'], caption: 'Waiting', dueIn: 3_600, status: 'pending' })
  const viewer = await aMemberPage(browser, projectId, 'viewer')
  await open(viewer, `/${projectId}/notifications`)
  await open(page, `/${projectId}/queue`)
  await notifyExpiryTier(database(), connection.id)
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('link', { name: /“Waiting” needs your approval/ }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
  await panel.getByRole('link', { name: /^Unread: Connection to .* on Facebook expires soon/ }).click()
  await page.waitForURL(`**/connections#facebook`)

  // The full list, marked as read at once.
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await panel.getByRole('link', { name: 'All notifications' }).click()
  await page.getByRole('heading', { name: '1 story needs your approval' }).waitFor()
  await page.getByText('or posts will fail').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  expect(page.errors).toEqual([])

  // Viewers get neither.
  await viewer.reload()
  await viewer.getByText('No notifications').waitFor()
  // And the switch for desktop notifications.
  expect(await viewer.getByRole('checkbox').count()).toBe(kindsOf('viewer').length + 1)
  expect(await seriousFindings(viewer)).toEqual([])
})

test.skipIf(!hasChromium)('each user chooses alerts and desktop notifications', async () => {
  const page = await browser.newPage()
  await page.context().grantPermissions(['notifications'])
  // Record desktop notifications and treat the page as hidden.
  await page.addInitScript(() => {
    const told: string[] = []
    class Noted {
      static permission: NotificationPermission = 'default'
      static async requestPermission() {
        Noted.permission = 'granted'
        return Noted.permission
      }
      constructor(title: string) {
        told.push(title)
      }
    }
    Object.assign(window, { Notification: Noted, told })
  })
  const { projectId } = await signUpByForm(page)
  await connectRefusing(page, projectId)
  await open(page, `/${projectId}/notifications`)
  await page.getByLabel('Desktop notifications').check()
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
  await postNow(page, projectId, 'First')
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told)
  await expect.poll(told, { timeout: 60_000 }).toEqual(['“First” failed on Threads'])
  await page.getByRole('main').getByText('“First” failed on Threads').waitFor()

  const kind = page.getByLabel('Post failed')
  // The switch changes a moment after the click.
  const turn = async (isOn: boolean): Promise<void> => {
    await kind.click()
    await expect.poll(() => kind.isChecked()).toBe(isOn)
  }
  await turn(false)
  await page.getByText('No notifications').waitFor()
  await open(page, `/${projectId}/notifications`)
  await page.getByText('No notifications').waitFor()
  expect(await kind.isChecked()).toBe(false)
  await turn(true)
  await page.getByRole('main').getByText('“First” failed on Threads').waitFor()
  expect(page.errors).toEqual([])
})
