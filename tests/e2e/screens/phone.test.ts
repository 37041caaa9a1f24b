import { expect, test } from 'vitest'
import { aBrowser, hasChromium, open, overflowOf, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { chooseSegment } from '@/tests/support/browser/controls'
import { chip, plan, ready, timeOf } from '../calendar/calendar'

const browser = aBrowser()

test.skipIf(!hasChromium)('320 px: all navigation labels are visible and every screen is reachable', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/queue`)
  const nav = page.getByRole('navigation', { name: 'Main' })
  const cut = await nav.evaluate((bar) =>
    [...bar.querySelectorAll('li')].flatMap((item) => {
      const { left, right } = item.getBoundingClientRect()
      const isCut = (word: Element): boolean => {
        const box = word.getBoundingClientRect()
        return box.left < left || box.right > right || word.scrollWidth > word.clientWidth
      }
      return [...item.querySelectorAll('span:not(.sr-only, .contents)')].some(isCut) ? [item.textContent] : []
    }),
  )
  expect(cut).toEqual([])
  for (const screen of ['Connections', 'Settings', 'Developer']) {
    await nav.getByRole('button', { name: 'More' }).click()
    const drawer = page.getByRole('dialog', { name: 'More' })
    expect(await overflowOf(page)).toBe(0)
    await drawer.getByRole('link', { name: screen }).click()
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: screen }).waitFor()
  }
})

test.skipIf(!hasChromium)('the composer’s buttons are always visible on a phone', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  for (const channel of ['Instagram', 'Facebook', 'Threads', 'LinkedIn']) {
    await page.getByRole('checkbox', { name: new RegExp(`^${channel}`) }).check()
  }
  await page.getByLabel('Caption', { exact: true }).fill('Bread from today on. '.repeat(20))
  // The preview is a tab.
  await chooseSegment(page, 'View', 'Preview')
  await page.getByRole('article', { name: 'Preview for Instagram' }).waitFor()
  await chooseSegment(page, 'View', 'Edit')
  const buttons = page.getByRole('button', { name: /^(When to post|Post now|More ways to finish)/ })
  expect(await buttons.count()).toBe(3)
  for (const button of await buttons.all()) {
    const box = await button.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 320).toBe(true)
    expect(box && box.y > 0 && box.y + box.height <= 640).toBe(true)
  }
})

test.skipIf(!hasChromium)('a phone shows three days of the week, with titles and a sticky header', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const { projectId } = await signUp(page)
  const id = await plan(page, projectId, 'Fresh bread', '2031-03-12T08:00:00Z')
  await plan(page, projectId, 'Late bread', '2031-03-14T08:00:00Z')
  const hours = page.getByRole('region', { name: 'Hours' })
  const title = (text: string) => chip(page, text).locator('[aria-hidden]').getByText(text)
  for (const width of [320, 390, 430]) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, `/${projectId}/calendar?view=week&date=2031-03-12`)
    await ready(page)
    await expect.poll(() => hours.evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
    expect(await hours.getByRole('group').count()).toBe(3)
    expect(await hours.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    expect(await overflowOf(page)).toBe(0)
    for (const text of ['Fresh bread', 'Late bread']) {
      const box = await title(text).boundingBox()
      expect(box?.width, `${text} ${width}`).toBeGreaterThan(40)
    }
    await hours.evaluate((box) => box.scrollTo(0, 400))
    const [around, head] = [await hours.boundingBox(), await hours.getByText('Fri', { exact: true }).boundingBox()]
    expect(head?.y).toBeGreaterThanOrEqual((around?.y ?? 0) - 1)
    expect(await seriousFindings(page)).toEqual([])
  }
  // The next three days, and the same view in a wide window.
  await page.getByRole('button', { name: 'Next 3 days' }).click()
  await page.waitForURL(/view=week&date=2031-03-15/)
  await page.getByRole('button', { name: 'Previous 3 days' }).click()
  await page.waitForURL(/view=week&date=2031-03-12/)
  await ready(page)
  await chip(page, 'Fresh bread').scrollIntoViewIfNeeded()
  const [from, friday] = [
    await chip(page, 'Fresh bread').boundingBox(),
    await page.locator('.calendar-lane[data-date="2031-03-14"]').boundingBox(),
  ]
  if (!from || !friday) throw new Error('An element is not visible.')
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(friday.x + friday.width / 2, from.y + 10, { steps: 8 })
  await page.mouse.up()
  await page.getByText(/^Moved to .*, 9:00/).waitFor()
  expect(await timeOf(page, id)).toBe('2031-03-14T08:00:00.000Z')
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect.poll(() => hours.getByRole('group').count()).toBe(7)
  expect(page.errors).toEqual([])
})
