import type { Locator, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { checklistCookie } from '@/components/checklist/checklist-cookie'
import { createRecurringTemplate } from '@/lib/recurring/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { atRest, chip, dayCell, plan, ready } from './calendar'

const browser = aBrowser()

/** A recurring post on Wednesdays at 8:30. It has no story in 2031 yet. */
const onWednesdays = (page: Page, projectId: string) =>
  post(page, createRecurringTemplate.path.replace(':id', projectId), {
    name: 'Bread of the week',
    story: { caption: 'Bread of the week', channels: ['x'] },
    cadence: { kind: 'weekly', time: '08:30', weekdays: [3] },
    timezone: 'Europe/Berlin',
  })

test.skipIf(!hasChromium)('a month fills the window: equal rows with tall cards, lines or “+N more”', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  const { projectId } = await signUp(page)
  await page.context().addCookies([{ name: checklistCookie(projectId), value: '1', url: inject('productUrl') }])
  await plan(page, projectId, 'Alone', '2031-03-11T09:00:00Z')
  const captions = ['Bread', 'Cake', 'Tea', 'Soup']
  for (const [hour, caption] of captions.entries()) {
    await plan(page, projectId, caption, `2031-03-12T1${hour}:00:00Z`)
  }
  // Six weeks.
  await open(page, `/${projectId}/calendar?view=month&date=2031-03-12`)
  await atRest(page)
  const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? 0
  const rows = () => Promise.all(['03-03', '03-12', '03-31'].map((day) => heightOf(dayCell(page, `2031-${day}`))))
  const scrolls = () => page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight)
  expect(await scrolls()).toBe(false)
  const heights = await rows()
  expect(Math.max(...heights) - Math.min(...heights), `${heights}`).toBeLessThanOrEqual(1)
  expect(await heightOf(chip(page, 'Alone'))).toBe(60)
  expect(await heightOf(chip(page, 'Bread'))).toBe(24)
  await page.getByRole('button', { name: /^3 more on .*12 March 2031$/ }).waitFor()

  await page.setViewportSize({ width: 1440, height: 1000 })
  await chip(page, 'Soup').waitFor()
  expect(await scrolls()).toBe(false)
  const day = await dayCell(page, '2031-03-12').boundingBox()
  let above = day?.y ?? 0
  for (const caption of captions) {
    const box = await chip(page, caption).boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(above)
    above = (box?.y ?? 0) + (box?.height ?? 0)
  }
  expect(above).toBeLessThanOrEqual((day?.y ?? 0) + (day?.height ?? 0))
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('a phone shows dots, and the stories of the chosen day below', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 720 }, hasTouch: true })
  const { projectId } = await signUp(page)
  await plan(page, projectId, 'Fresh bread', '2031-03-12T08:30:00Z')
  await plan(page, projectId, 'Warm soup', '2031-03-12T11:00:00Z')
  await onWednesdays(page, projectId)
  await open(page, `/${projectId}/calendar?view=month&date=2031-03-10`)
  await page.getByText('Nothing scheduled.').waitFor()
  await page.getByRole('button', { name: /19 March 2031, no stories, 1 recurring post$/ }).tap()
  await page.getByRole('link', { name: 'Bread of the week' }).waitFor()
  await page.getByRole('button', { name: /12 March 2031, 2 stories, 1 recurring post$/ }).tap()
  await page.getByRole('heading', { name: /12 March 2031$/ }).waitFor()
  expect(await overflowOf(page)).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Warm soup' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Warm soup' })
  await dialog.getByText('Scheduled').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /^New story on .*12 March 2031$/ }).tap()
  await page.waitForURL(/\/compose\?at=2031-03-12T09:00$/)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('“+N more” opens the stories of the day', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  for (const hour of ['08', '09', '10', '11', '12', '13'])
    await plan(page, projectId, `Loaf ${hour}`, `2031-03-12T${hour}:00:00Z`)
  await onWednesdays(page, projectId)
  await open(page, `/${projectId}/calendar?view=month&date=2031-03-12`)
  await ready(page)
  await page.getByRole('button', { name: /^\d more on .*12 March 2031$/ }).click()
  const panel = page.getByRole('dialog', { name: /12 March 2031$/ })
  await panel.getByRole('button', { name: 'Loaf 13' }).waitFor()
  expect(await panel.getByRole('button', { name: /^Loaf/ }).count()).toBe(6)
  // The recurring post is among them, at its time.
  expect(await panel.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    'Bread of the week',
    ...['08', '09', '10', '11', '12', '13'].map((hour) => `Loaf ${hour}`),
  ])
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^\+\d more/)
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Loaf 13' }).click()
  await page.getByRole('dialog', { name: 'Loaf 13' }).waitFor()
  expect(page.errors).toEqual([])
})
