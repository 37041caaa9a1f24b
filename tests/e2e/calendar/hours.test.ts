import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { instantOf } from '@/components/time/local-time'
import { database } from '@/lib/db/pool'
import { aBrowser, hasChromium, open, seriousFindings, signUp, testZone } from '@/tests/support/browser/browser'
import { insertStory } from '@/tests/support/database/story-rows'
import { plan, ready } from './calendar'

/** Hour views open at the earliest post, count what is above and below, and keep the position. */

const browser = aBrowser()

/** The first visible hour. FullCalendar sizes the hours in several steps. */
const firstHour = (page: Page): Promise<number | string> =>
  page.getByRole('region', { name: 'Hours' }).evaluate((box) => {
    const day = box.querySelector<HTMLElement>('.calendar-lane')?.offsetHeight ?? 0
    return day < box.clientHeight ? 'not drawn yet' : Math.round((box.scrollTop / day) * 24)
  })

test.skipIf(!hasChromium)('hour views start at the earliest post, opened by shortcut and by URL', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const inEightDays = dayIn(8)
  for (let number = 0; number < 60; number++) {
    const local = `${dayIn(2 + Math.floor(number / 4))}T${10 + 3 * (number % 4)}:30`
    await insertStory(database(), { projectId, channels: ['x'], caption: `Bread ${number}`, dueIn: secondsTo(local) })
  }
  const calendar = `/${projectId}/calendar?date=${inEightDays}&view=`
  await open(page, `${calendar}month`)
  await ready(page)
  for (const key of ['d', 'm', 'd', 'w']) {
    await page.keyboard.press(key)
    if (key !== 'm') await expect.poll(() => firstHour(page)).toBe(10)
    // Up to the bottom of the window.
    if (key === 'w') expect(await bottomOf(page)).toBeGreaterThan(700)
  }
  await open(page, `${calendar}day`)
  await expect.poll(() => firstHour(page)).toBe(10)
  // Resizing the window keeps the scroll position.
  const box = page.getByRole('region', { name: 'Hours' })
  await box.evaluate((element) => element.scrollTo(0, 0))
  await page.setViewportSize({ width: 900, height: 700 })
  await page.waitForTimeout(300)
  expect(await firstHour(page)).toBe(0)
  expect(page.errors).toEqual([])
})

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const secondsTo = (local: string): number => ((instantOf(local, testZone)?.getTime() ?? 0) - Date.now()) / 1_000

const bottomOf = (page: Page): Promise<number> =>
  page.getByRole('region', { name: 'Hours' }).evaluate((box) => box.getBoundingClientRect().bottom)

test.skipIf(!hasChromium)(
  'posts above and below the visible hours are counted, and a click scrolls there',
  async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const { projectId } = await signUp(page)
    for (const time of ['02:00', '02:10', '09:00', '20:00'])
      await plan(page, projectId, `Loaf ${time}`, `2031-03-12T${time}:00Z`)
    await open(page, `/${projectId}/calendar?view=week&date=2031-03-12`)
    const count = (text: string) => page.getByRole('button', { name: new RegExp(`^${text} on .*12 March 2031$`) })
    await expect.poll(() => firstHour(page)).toBe(3)
    expect(await count('. earlier').count()).toBe(0)
    await count('2 later').click()
    await count('1 later').click()
    await count('1 later').waitFor({ state: 'detached' })
    // At the top of the column.
    const [pill, head] = [await count('3 earlier').boundingBox(), await page.locator('.calendar-head').boundingBox()]
    expect((pill?.y ?? 0) - (head?.y ?? 0) - (head?.height ?? 0)).toBeLessThan(12)
    expect(await seriousFindings(page)).toEqual([])
    await count('3 earlier').click()
    await expect.poll(() => firstHour(page)).toBe(10)
    expect(page.errors).toEqual([])
  },
)

test.skipIf(!hasChromium)('each day opens at its first story, else at 08:00', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const day = dayIn(5)
  const dueIn = secondsTo(`${day}T16:10`)
  await insertStory(database(), { projectId, channels: ['x'], caption: 'Bread', dueIn })
  await open(page, `/${projectId}/calendar?date=${day}&view=day`)
  await expect.poll(() => firstHour(page)).toBe(16)
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect.poll(() => firstHour(page)).toBe(8)
  await page.getByRole('button', { name: 'Previous day' }).click()
  await expect.poll(() => firstHour(page)).toBe(16)
  // The list is opened while the data of the day is still shown.
  await page.keyboard.press('l')
  await page.getByRole('heading', { name: 'Bread' }).waitFor()
  expect(page.errors).toEqual([])
})
