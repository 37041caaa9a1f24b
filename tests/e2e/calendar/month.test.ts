import { expect, test } from 'vitest'
import { aBrowser, hasChromium, open, signUp } from '@/tests/support/browser/browser'
import { chip, plan, ready } from './calendar'

const browser = aBrowser()

test.skipIf(!hasChromium)('month: four weeks fit 1280 × 720, and busy weeks grow', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  const { projectId } = await signUp(page)
  const captions = ['Bread', 'Cake', 'Tea', 'Soup']
  for (const [hour, caption] of captions.entries()) {
    await plan(page, projectId, caption, `2031-03-12T1${hour}:00:00Z`)
  }
  await open(page, `/${projectId}/calendar?view=month&date=2031-04-10`)
  await ready(page)
  const top = (await page.getByRole('heading', { name: 'Calendar', level: 1 }).boundingBox())?.y ?? 0
  const week = await page.locator('[data-date="2031-04-23"]').boundingBox()
  expect((week?.y ?? 0) + (week?.height ?? 0) - top).toBeLessThan(720)

  await open(page, `/${projectId}/calendar?view=month&date=2031-03-12`)
  await ready(page)
  await chip(page, 'Soup').waitFor()
  const day = await page.locator('[data-date="2031-03-12"]').boundingBox()
  let above = day?.y ?? 0
  for (const caption of captions) {
    const box = await chip(page, caption).boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(above)
    above = (box?.y ?? 0) + (box?.height ?? 0)
  }
  expect(above).toBeLessThanOrEqual((day?.y ?? 0) + (day?.height ?? 0))
  expect(page.errors).toEqual([])
})
