import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { aBrowser, hasChromium, open, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { setFilter } from '@/tests/support/browser/controls'
import { insertStory } from '@/tests/support/database/story-rows'
import { insertConversation } from '@/tests/support/inbox/conversations'

const browser = aBrowser()

test.skipIf(!hasChromium)('the navigation counts approvals, failures and unread conversations', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const common = { projectId, channels: ['threads' as const] }
  await insertStory(database(), { ...common, caption: 'Waits', status: 'pending', dueIn: 86_400 })
  const failed = { caption: 'Failed', status: 'failed', storyStatus: 'failed', dueIn: -3_600 } as const
  for (let index = 0; index < 2; index++) await insertStory(database(), { ...common, ...failed })
  await insertConversation({ projectId })
  await open(page, `/${projectId}/queue?status=review`)
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.getByRole('link', { name: 'Queue, 1 to approve' }).waitFor()
  await nav.getByRole('link', { name: 'Stories, 2 failed in the last 30 days' }).waitFor()
  await nav.getByRole('link', { name: 'Inbox, 1 unread' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await nav.getByRole('link', { name: 'Queue, 1 to approve' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])

  await page
    .getByRole('button', { name: /^Approve/ })
    .last()
    .click()
  await nav.getByRole('link', { name: 'Queue', exact: true }).waitFor()
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('switching screens keeps filters and scroll position', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  for (let index = 0; index < 30; index++)
    await insertStory(database(), { projectId, channels: ['x'], caption: `Draft ${index}`, status: 'draft' })
  await open(page, `/${projectId}/stories`)
  await setFilter(page, 'Status', 'Draft')
  await page.waitForURL(/\?.*status=draft/)
  await page.getByRole('link', { name: 'Draft 29', exact: true }).waitFor()
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 600)
  const top = () => page.evaluate(() => Math.round(window.scrollY))
  await expect.poll(top).toBe(600)
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.getByRole('link', { name: 'Queue' }).click()
  await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor()
  expect(await top()).toBe(0)

  await nav.getByRole('link', { name: 'Stories' }).click()
  await page.waitForURL(/stories\?.*status=draft/)
  await expect.poll(top).toBe(600)

  // The link to the shown screen resets it.
  await nav.getByRole('link', { name: 'Stories' }).click()
  await page.waitForURL((url) => url.pathname.endsWith('/stories') && url.search === '')
  await expect.poll(top).toBe(0)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)(
  'all groups of the sidebar fit a laptop screen; a lower one hints that it scrolls',
  async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const { projectId } = await signUp(page)
    await open(page, `/${projectId}/settings`)
    const nav = page.getByRole('navigation', { name: 'Main' })
    const look = () =>
      nav.evaluate((list) => ({
        hidden: list.scrollHeight - list.clientHeight,
        lowestRow: Math.min(...[...list.querySelectorAll('a')].map((row) => row.getBoundingClientRect().height)),
      }))
    const fits = async (): Promise<void> => {
      await expect.poll(async () => (await look()).hidden).toBe(0)
      expect((await look()).lowestRow).toBeGreaterThanOrEqual(24)
    }
    for (const height of [900, 720]) {
      await page.setViewportSize({ width: height === 900 ? 1440 : 1280, height })
      await fits()
      await page.getByRole('button', { name: 'Collapse sidebar' }).click()
      await page.getByRole('button', { name: 'Expand sidebar' }).waitFor()
      await fits()
      await page.getByRole('button', { name: 'Expand sidebar' }).click()
      await page.getByRole('button', { name: 'Collapse sidebar' }).waitFor()
    }
    await page.setViewportSize({ width: 1280, height: 500 })
    await expect.poll(async () => (await look()).hidden).toBeGreaterThan(0)
    expect(await nav.evaluate((list) => getComputedStyle(list).backgroundAttachment)).toBe(
      'local, local, scroll, scroll',
    )
    expect(page.errors).toEqual([])
  },
)

test.skipIf(!hasChromium)('the navigation works with the keyboard', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/stories`)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  // Skips the account name and the notifications, up to the projects.
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  for (let presses = 0; presses < 4 && !(await focused()).includes('project'); presses++)
    await page.keyboard.press('Tab')
  expect(await focused()).toMatch(/project$/)
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitem')
  await items.first().waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // In a narrow window it shows only icons, until the reader opens it. The server renders that too.
  const served = async () => (await page.request.get(`/${projectId}/stories`)).text()
  await page.setViewportSize({ width: 820, height: 900 })
  await page.getByRole('button', { name: 'Expand sidebar' }).waitFor()
  expect(await served()).toContain('Expand sidebar')
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  expect(await served()).toContain('Collapse sidebar')
})
