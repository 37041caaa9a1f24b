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

test.skipIf(!hasChromium)('the week scrolls sideways on a phone, with sticky hours and header', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const { projectId } = await signUp(page)
  const id = await plan(page, projectId, 'Fresh bread', '2031-03-12T08:00:00Z')
  await plan(page, projectId, 'Late bread', '2031-03-15T08:00:00Z')
  const hours = page.getByRole('region', { name: 'Hours' })
  const boxOf = async (words: string | RegExp) => {
    const box = await hours.getByText(words, { exact: true }).first().boundingBox()
    return box ?? { x: -1, y: -1, width: 0, height: 0 }
  }
  for (const width of [320, 390, 430]) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, `/${projectId}/calendar?view=week&date=2031-03-12`)
    await ready(page)
    const around = await hours.boundingBox()
    if (!around) throw new Error('The hours are not visible.')
    await expect.poll(() => hours.evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
    const isInView = ({ x, y, width: own }: { x: number; y: number; width: number }): boolean =>
      x >= around.x - 1 && x + own <= around.x + around.width + 1 && y >= around.y - 1
    // The chosen day is visible first, and only the week is wider than the screen.
    expect(isInView(await boxOf('Wed')), `${width}`).toBe(true)
    expect(await overflowOf(page)).toBe(0)
    await hours.evaluate((box) => box.scrollTo(box.scrollWidth, 400))
    expect(isInView(await boxOf('Sun'))).toBe(true)
    const eleven = await boxOf('11:00')
    expect([eleven.x >= around.x, eleven.x < around.x + 40]).toEqual([true, true])
    const [head, column] = [
      await boxOf('Sat'),
      await page.locator('.calendar-lane[data-date="2031-03-15"]').boundingBox(),
    ]
    expect(head.x >= (column?.x ?? 0) && head.x + head.width <= (column?.x ?? 0) + (column?.width ?? 0)).toBe(true)
    expect(await chip(page, 'Late bread').isVisible()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
  }
  // Dragging to the edge scrolls.
  await open(page, `/${projectId}/calendar?view=week&date=2031-03-12`)
  await ready(page)
  await chip(page, 'Fresh bread').scrollIntoViewIfNeeded()
  const before = await hours.evaluate((box) => box.scrollLeft)
  const from = await chip(page, 'Fresh bread').boundingBox()
  const around = await hours.boundingBox()
  if (!from || !around) throw new Error('An element is not visible.')
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(around.x + around.width - 15, from.y + 10, { steps: 8 })
  await expect.poll(() => hours.evaluate((box) => box.scrollLeft)).toBeGreaterThan(before + 60)
  // Drop when the middle of the chip is over a day.
  await page.mouse.move(around.x + around.width - 100, from.y + 10, { steps: 4 })
  await page.mouse.up()
  await page.getByText(/“Fresh bread” moved to .*, 9:00/).waitFor()
  expect(await timeOf(page, id)).toMatch(/^2031-03-1[3-6]T08:00/)
  expect(page.errors).toEqual([])
})
