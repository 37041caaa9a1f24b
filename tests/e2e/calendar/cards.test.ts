import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { aBrowser, hasChromium, open, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { atRest, chip, focusFor, plan, timeOf } from './calendar'

const browser = aBrowser()

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test.skipIf(!hasChromium)('a list of 1,000 stories renders what is near the window, and keeps the focus', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  const { projectId } = await signUp(page)
  await sql`
    insert into stories (id, project_id, caption, channels, post_type, status, scheduled_at)
    select gen_random_uuid(), ${projectId}, 'Loaf ' || n, '{x}', 'single', 'scheduled',
      timestamptz '2031-05-01 06:00+00' + make_interval(mins => n * 43)
    from generate_series(1, 1000) n`.execute(database())
  await open(page, `/${projectId}/calendar?view=list&date=2031-05-01`)
  const rows = page.locator('[data-story]')
  await page.getByRole('button', { name: 'Loaf 1', exact: true }).waitFor()
  expect(await rows.count()).toBeLessThan(60)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Loaf 1', exact: true }).focus()
  for (let presses = 0; presses < 30; presses++) await page.keyboard.press('ArrowDown')
  // 19 per day, then “+N more”.
  const focused = await focusedText(page)
  expect(focused).toMatch(/^Loaf (3|4)\d$/)
  await page.evaluate(() => window.scrollTo(0, 20_000))
  await expect.poll(() => page.getByText(/^Loaf [5-9]\d\d$/).count()).toBeGreaterThan(5)
  expect(await focusedText(page)).toBe(focused)
  expect(await rows.count()).toBeLessThan(60)
  expect(await page.locator('li[aria-setsize="19"]').count()).toBeGreaterThan(5)
  // Another period starts at its top.
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(200)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('actions on hover and with the keyboard, without moving the cards', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const { projectId } = await signUp(page)
  const id = await plan(page, projectId, 'Fresh bread', '2031-03-12T08:00:00Z')
  const draft = JSON.stringify({ draft: { caption: 'Fresher bread' }, base: { caption: 'Fresh bread' } })
  await page.addInitScript(
    ([key = '', text = '']) => localStorage.setItem(key, text),
    [`storycast.draft.${projectId}.${id}`, draft],
  )
  await open(page, `/${projectId}/calendar?view=month&date=2031-03-12`)
  await atRest(page)
  await page.getByRole('button', { name: /Fresh bread\. Has unsaved changes on this device\.$/ }).waitFor()
  const card = chip(page, 'Fresh bread')
  const before = await card.boundingBox()
  await card.hover()
  const actions = page.getByRole('group', { name: 'Actions for “Fresh bread”' })
  await actions.getByRole('link', { name: 'Edit' }).waitFor()
  expect(await card.boundingBox()).toEqual(before)
  expect(await seriousFindings(page)).toEqual([])
  await actions.getByRole('button', { name: 'Reschedule' }).click()
  const field = page.getByRole('dialog').getByLabel('New time')
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await field.fill('13 Mar 2031 10:00')
  await page.keyboard.press('Enter')
  await expect.poll(() => timeOf(page, id)).toBe('2031-03-13T09:00:00.000Z')

  await page.mouse.move(5, 5)
  await focusFor(page, card)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Duplicate')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/stories\/[^/]+\/edit$/)
  expect(page.url()).not.toContain(id)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('a week cuts off no text: twelve at once, half an hour apart, and across hours', async () => {
  const page = await browser.newPage({ viewport: { width: 820, height: 900 } })
  const { projectId } = await signUp(page)
  const times = [
    ...Array.from({ length: 12 }, () => '2031-03-12 08:00'),
    ...['09:00', '09:30', '10:00', '10:30'].map((time) => `2031-03-13 ${time}`),
    ...['08:45', '08:50', '08:55', '09:00', '09:05', '09:10'].map((time) => `2031-03-14 ${time}`),
  ]
  for (const [number, time] of times.entries())
    await sql`
      insert into stories (id, project_id, caption, channels, post_type, status, scheduled_at)
      values (gen_random_uuid(), ${projectId}, ${`Loaf ${number}`}, '{x}', 'single', 'scheduled',
        ${`${time}+00`}::timestamptz)`.execute(database())
  for (const width of [820, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await open(page, `/${projectId}/calendar?view=week&date=2031-03-12`)
    await atRest(page)
    // Text below the edge of a card, and counts that are cut off.
    const cutOff = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-stop][data-story], button[aria-label*=" more on "]')]
        .filter((card) => {
          const text = card.querySelector('[aria-hidden]')
          const parts = text ? [...text.children].filter((part) => part.getClientRects().length > 0) : []
          const bottom = card.getBoundingClientRect().bottom
          return (
            card.scrollWidth > card.clientWidth || parts.some((part) => part.getBoundingClientRect().bottom > bottom)
          )
        })
        .map((card) => card.textContent),
    )
    expect(cutOff).toEqual([])
    // The toolbar has one row, and the corner names the zone.
    const header = page.locator('header').filter({ has: page.getByRole('group', { name: 'View' }) })
    if (width === 1280) expect((await header.boundingBox())?.height).toBeLessThan(56)
    await page.getByText('GMT+1', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^11 more on / }).count()).toBe(1)
    // Three in each of two half hours.
    expect(await page.getByRole('button', { name: /^2 more on / }).count()).toBe(2)
  }
  expect(page.errors).toEqual([])
})
