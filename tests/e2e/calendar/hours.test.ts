import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { aBrowser, hasChromium, open, signUp } from '@/tests/support/browser/browser'
import { insertStory } from '@/tests/support/database/story-rows'
import { ready } from './calendar'

/** Hour views open at 07:00 and keep the scroll position. */

const browser = aBrowser()

/** The first visible hour. FullCalendar sizes the hours in several steps. */
const firstHour = (page: Page): Promise<number | string> =>
  page.getByRole('group', { name: 'Hours' }).evaluate((box) => {
    const day = box.querySelector<HTMLElement>('.calendar-lane')?.offsetHeight ?? 0
    return day < box.clientHeight ? 'not drawn yet' : Math.round((box.scrollTop / day) * 24)
  })

test.skipIf(!hasChromium)('hour views start at 07:00, opened by shortcut and by URL', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const hour = 3_600
  for (let number = 0; number < 60; number++) {
    await insertStory(database(), {
      projectId,
      channels: ['x'],
      caption: `Bread ${number}`,
      dueIn: hour * (24 + 4 * number),
    })
  }
  const inFiveDays = new Date(Date.now() + 5 * 24 * hour * 1_000).toISOString().slice(0, 10)
  const calendar = `/${projectId}/calendar?date=${inFiveDays}&view=`
  await open(page, `${calendar}month`)
  await ready(page)
  for (const key of ['d', 'm', 'd', 'w']) {
    await page.keyboard.press(key)
    if (key !== 'm') await expect.poll(() => firstHour(page)).toBe(7)
  }
  await open(page, `${calendar}day`)
  await expect.poll(() => firstHour(page)).toBe(7)
  // Resizing the window keeps the scroll position.
  const box = page.getByRole('group', { name: 'Hours' })
  await box.evaluate((element) => element.scrollTo(0, 0))
  await page.setViewportSize({ width: 900, height: 700 })
  await page.waitForTimeout(300)
  expect(await firstHour(page)).toBe(0)
  expect(page.errors).toEqual([])
})
