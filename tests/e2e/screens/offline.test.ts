import { expect, test } from 'vitest'
import { aBrowser, hasChromium, open, signUp } from '@/tests/support/browser/browser'

/** Parts of the page that are loaded on demand wait for the network. */

const browser = aBrowser()

const waiting = 'You are offline. This loads when the connection is back.'

test.skipIf(!hasChromium)('opened offline: loads when back online, unless cancelled', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/webhooks`)
  await page.context().setOffline(true)
  await page.keyboard.press('Control+k')
  await page.getByRole('status').getByText(waiting).waitFor()
  await page.context().setOffline(false)
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await palette.getByPlaceholder('Search stories, screens and actions').waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'New endpoint' }).first().click()
  await page.getByRole('status').getByText(waiting).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText(waiting).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Notifications' }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await bell.getByText(waiting).waitFor()
  await page.context().setOffline(false)
  await bell.getByRole('link', { name: 'All notifications' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('a failed load can be retried', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await page.clock.install()
  await open(page, `/${projectId}/stories`)
  let isGone = true
  await page.route('**/_next/static/chunks/**', (route) => (isGone ? route.abort() : route.continue()))
  await page.keyboard.press('Control+k')
  const again = page.getByRole('status').getByRole('button', { name: 'Try again' })
  const later = async (): Promise<boolean> => {
    await page.clock.fastForward('01:00')
    return again.isVisible()
  }
  await expect.poll(later, { timeout: 15_000 }).toBe(true)
  expect(await page.getByRole('heading', { name: 'Stories', exact: true }).isVisible()).toBe(true)
  isGone = false
  await again.click()
  await page.getByRole('dialog', { name: 'Go to' }).waitFor()
})
