import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { tellOfTier } from '@/lib/connections/notices'
import { database } from '@/lib/db/pool'
import { createStory } from '@/lib/stories/contract'
import { aSandboxAccount, control } from '../support/api'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings, signUpByForm } from '../support/browser'
import { insertStory } from '../support/rows'
import { aMemberPage } from './people'

/** Holds that what goes wrong reaches the person wherever they work, within seconds, and leads to the very thing. */

const browser = aBrowser()

/** A Threads account that refuses the next posts. */
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

test.skipIf(!hasChromium)('a post that fails reaches the bell, with the way to the story and the channel', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await connectRefusing(page, projectId)
  await open(page, `/${projectId}/analytics`)
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  const { story } = (await postNow(page, projectId, 'Bread at eight')) as { story: { id: string } }

  // Without a reload, and without the person doing anything: told, counted, and counted in the title.
  const title = '“Bread at eight” was not posted to Threads'
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('link', { name: title })
    .waitFor({ timeout: 60_000 })
  expect(await page.title()).toMatch(/^\(1\) Analytics/)
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const item = panel.getByRole('listitem').filter({ hasText: title })
  await item
    .getByText(/Threads/)
    .first()
    .waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await item.getByRole('link', { name: `New: ${title}` }).click()
  await page.waitForURL(`**/stories/${story.id}#threads`)
  await panel.waitFor({ state: 'hidden' })
  await page.locator('#threads').getByText('Failed', { exact: true }).waitFor()

  // Following it marked it as read; the title of the next page has no count.
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await expect.poll(() => page.title()).not.toMatch(/^\(/)

  // By keyboard: opened, and closed with Esc, which gives the focus back.
  const bell = page.getByRole('button', { name: 'Notifications', exact: true })
  await bell.focus()
  await page.keyboard.press('Enter')
  await panel.getByRole('link', { name: title }).waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  expect(await bell.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(page.faults).toEqual([])
})

test.skipIf(!hasChromium)('who looks at the story that fails is not told of it twice', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await connectRefusing(page, projectId)
  const scheduled_at = new Date(Date.now() + 8_000).toISOString()
  const made = { project_id: projectId, caption: 'Watched', channels: ['threads'], scheduled_at }
  const { story } = (await post(page, createStory.path, made)) as { story: { id: string } }
  await open(page, `/${projectId}/stories/${story.id}`)
  await page.getByRole('button', { name: 'Notifications, 1 new' }).waitFor({ timeout: 60_000 })
  // Of another story they are told, so it is not that nothing is.
  await postNow(page, projectId, 'Elsewhere')
  const told = page.getByRole('region', { name: 'Notifications' })
  await told.getByRole('link', { name: '“Elsewhere” was not posted to Threads' }).waitFor({ timeout: 60_000 })
  expect(await told.getByRole('link', { name: /Watched/ }).count()).toBe(0)
})

test.skipIf(!hasChromium)(
  'an access that ends reaches an admin, who is led to the account, and no viewer',
  async () => {
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
    await tellOfTier(database(), connection.id)
    await page.getByRole('button', { name: 'Notifications, 2 new' }).waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Notifications, 2 new' }).click()
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    await panel.getByRole('link', { name: /“Waiting” waits for your approval/ }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)
    await panel.getByRole('link', { name: /^New: The access to .* on Facebook ends soon/ }).click()
    await page.waitForURL(`**/connections#facebook`)

    // All of it, and all of it read at once.
    await page.getByRole('button', { name: 'Notifications, 1 new' }).click()
    await panel.getByRole('link', { name: 'All notifications' }).click()
    await page.getByRole('heading', { name: 'One story waits for your approval' }).waitFor()
    await page.getByText('This access does not renew itself.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)
    await page.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    expect(page.faults).toEqual([])

    // Neither the account nor the approval is the viewer's business.
    await viewer.reload()
    await viewer.getByText('Nothing went wrong').waitFor()
    expect(await viewer.getByRole('checkbox').count()).toBe(5)
    expect(await seriousFindings(viewer)).toEqual([])
  },
)

test.skipIf(!hasChromium)('each person chooses what to hear of, and whether the desktop tells it', async () => {
  const page = await browser.newPage()
  await page.context().grantPermissions(['notifications'])
  // What the desktop would show is noted; the page is taken for one that nobody looks at.
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
  await page.getByLabel('Also on the desktop').check()
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
  await postNow(page, projectId, 'First')
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told)
  await expect.poll(told, { timeout: 60_000 }).toEqual(['“First” was not posted to Threads'])
  await page.getByRole('main').getByText('“First” was not posted to Threads').waitFor()

  const kind = page.getByLabel('A post fails')
  // The switch stands where the choice was noted, which is a moment after the click.
  const turn = async (isOn: boolean): Promise<void> => {
    await kind.click()
    await expect.poll(() => kind.isChecked()).toBe(isOn)
  }
  await turn(false)
  await page.getByText('Nothing went wrong').waitFor()
  await open(page, `/${projectId}/notifications`)
  await page.getByText('Nothing went wrong').waitFor()
  expect(await kind.isChecked()).toBe(false)
  await turn(true)
  await page.getByRole('main').getByText('“First” was not posted to Threads').waitFor()
  expect(page.faults).toEqual([])
})
