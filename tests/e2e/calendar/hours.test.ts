import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { instantOf } from '@/components/time/local-time'
import { database } from '@/lib/db/pool'
import { aBrowser, hasChromium, open, signUp, testZone } from '@/tests/support/browser/browser'
import { insertStory } from '@/tests/support/database/story-rows'
import { ready } from './calendar'

/** Hour views open at 07:00 and keep the scroll position. */

const browser = aBrowser()

/** The first visible hour. FullCalendar sizes the hours in several steps. */
const firstHour = (page: Page): Promise<number | string> =>
  page.getByRole('region', { name: 'Hours' }).evaluate((box) => {
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
  const box = page.getByRole('region', { name: 'Hours' })
  await box.evaluate((element) => element.scrollTo(0, 0))
  await page.setViewportSize({ width: 900, height: 700 })
  await page.waitForTimeout(300)
  expect(await firstHour(page)).toBe(0)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('a day with evening stories only opens an hour before the first', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const at = instantOf(`${day}T16:10`, testZone)?.getTime() ?? 0
  const dueIn = (at - Date.now()) / 1_000
  await insertStory(database(), { projectId, channels: ['x'], caption: 'Bread', dueIn })
  await open(page, `/${projectId}/calendar?date=${day}&view=day`)
  await expect.poll(() => firstHour(page)).toBe(15)
  // The list is opened while the data of the day is still shown.
  await page.keyboard.press('l')
  await page.getByRole('heading', { name: 'Bread' }).waitFor()
  expect(page.errors).toEqual([])
})
