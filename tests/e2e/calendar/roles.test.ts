import { expect, test } from 'vitest'
import { localOf } from '@/components/time/local-time'
import { createCalendarNote } from '@/lib/calendar-notes/contract'
import { database } from '@/lib/db/pool'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  post,
  seriousFindings,
  signUp,
  testZone,
} from '@/tests/support/browser/browser'
import { aMember } from '@/tests/support/browser/team'
import { insertStory } from '@/tests/support/database/story-rows'
import { chip, dayCell, dayOf, drag, focusFor, plan, ready, timeOf } from './calendar'

/** Viewers can open stories but not move them, and see whom to ask. */

const browser = aBrowser()

test.skipIf(!hasChromium)('a viewer can open stories but not move them', async () => {
  const owner = await browser.newPage()
  const { projectId } = await signUp(owner)
  const id = await plan(owner, projectId, 'Not for viewers', '2031-03-12T08:00:00Z')
  const note = { project_id: projectId, day: '2031-03-13', text: 'Trade fair' }
  await post(owner, createCalendarNote.path, note)
  const page = await aMember(browser, projectId, 'viewer')
  const asked: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && asked.push(`${request.method()} ${request.url()}`))
  await open(page, `/${projectId}/calendar?view=month&date=2031-03-15`)
  await ready(page)
  const why = /^You are a viewer\. Ask an editor, admin or owner to schedule and move stories\.$/
  await page.getByText(why).waitFor()
  expect(await seriousFindings(page)).toEqual([])

  // Mouse: no drag, no new story, no selection.
  await drag(page, chip(page, 'Not for viewers'), dayCell(page, '2031-03-20'))
  expect(await dayOf(page, 'Not for viewers')).toBe('2031-03-12')
  await page.keyboard.press('Escape')
  await dayCell(page, '2031-03-20').click()
  await chip(page, 'Not for viewers').click({ modifiers: ['Control'] })
  await page
    .getByRole('dialog')
    .getByText(/Ask an editor, admin or owner to reschedule stories/)
    .waitFor()
  expect(await page.getByRole('button', { name: 'Reschedule', exact: true }).count()).toBe(0)
  await page.keyboard.press('Escape')
  for (const name of ['Select', 'Reschedule…']) expect(await page.getByRole('button', { name }).count()).toBe(0)
  expect(await page.getByRole('link', { name: /^New story/ }).count()).toBe(0)

  // Notes can be read.
  const strip = page.getByRole('button', { name: 'Note: Trade fair' })
  await strip.click()
  const dialog = page.getByRole('dialog', { name: /^Note on .*13 March 2031$/ })
  await dialog.getByText('Trade fair').waitFor()
  expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['', 'Close'])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  for (const key of ['Delete', 'Shift+ArrowRight', 'a']) await strip.press(key)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.locator('[data-add-note]').count()).toBe(0)

  // Keyboard: Space, X and C do nothing.
  await focusFor(page, chip(page, 'Not for viewers'))
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await page.keyboard.press('Escape')
  await focusFor(page, chip(page, 'Not for viewers'))
  for (const key of ['x', 'c', 'w']) await page.keyboard.press(key)
  await page.waitForURL(/view=week/)
  await chip(page, 'Not for viewers').waitFor()
  await page.keyboard.press('c')
  expect(await page.getByText(/selected$/).count()).toBe(0)
  expect(await page.locator('[data-slot]').count()).toBe(0)
  expect(await timeOf(page, id)).toBe('2031-03-12T08:00:00.000Z')
  expect(asked).toEqual([])
  expect(await seriousFindings(page)).toEqual([])

  await chip(page, 'Not for viewers').click()
  await page.getByRole('dialog').getByRole('link', { name: 'Open story' }).click()
  await page.getByRole('heading', { name: 'Not for viewers', level: 1 }).waitFor()
  await page.setViewportSize({ width: 320, height: 700 })
  await open(page, `/${projectId}/calendar?view=list&date=2031-03-10`)
  await page.getByText(why).waitFor()
  expect(await page.getByRole('checkbox').count()).toBe(0)
  expect(await overflowOf(page)).toBe(0)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('keyboard only: choose an hour of a week for a new story', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await database().updateTable('projects').set({ timezone: 'Europe/Berlin' }).where('id', '=', projectId).execute()
  await plan(page, projectId, 'In the way', '2031-03-12T08:30:00Z')
  await open(page, `/${projectId}/calendar?view=week&date=2031-03-12`)
  await ready(page)
  await page.keyboard.press('?')
  await page.getByText('New story: choose a day or hour with the arrow keys, then press Enter').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('c')
  const chosen = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(chosen).toBe('New story, Wed 12 Mar, 9:00')
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
  await expect.poll(chosen).toBe('New story, Thu 13 Mar, 10:30')
  expect(await seriousFindings(page)).toEqual([])
  const days = page.getByRole('region', { name: 'Hours' }).getByRole('group')
  expect(await days.evaluateAll((all) => all.map((day) => day.getAttribute('aria-label')))).toHaveLength(7)
  const wednesday = page.getByRole('group', { name: 'Wednesday, 12 March 2031' })
  expect(await wednesday.getByRole('listitem').count()).toBe(1)

  // Into the next week, and Escape restores the focus.
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press('ArrowRight')
  await page.waitForURL(/date=2031-03-17/)
  await expect.poll(chosen).toBe('New story, Mon 17 Mar, 10:30')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('[data-slot]').count()).toBe(0)
  await page.keyboard.press('c')
  await expect.poll(chosen).toBe('New story, Mon 17 Mar, 9:00')
  await page.keyboard.press('ArrowUp')
  await expect.poll(chosen).toBe('New story, Mon 17 Mar, 8:30')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/compose\?at=2031-03-17T08:30$/)

  // Past slots show an error.
  await open(page, `/${projectId}/calendar?view=day&date=2020-03-12`)
  await ready(page)
  await page.keyboard.press('c')
  await expect.poll(chosen).toBe('New story, Thu 12 Mar, 9:00')
  await page.keyboard.press('Enter')
  await page
    .getByRole('alert')
    .getByText(/is in the past\.$/)
    .waitFor()
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('keyboard only: choose a day of a month for a new story', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await database().updateTable('projects').set({ timezone: 'Europe/Berlin' }).where('id', '=', projectId).execute()
  await plan(page, projectId, 'From here', '2031-03-12T08:30:00Z')
  const chosen = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await open(page, `/${projectId}/calendar?view=month&date=2031-03-15`)
  await ready(page)
  await focusFor(page, chip(page, 'From here'))
  await page.keyboard.press('c')
  await expect.poll(chosen).toBe('New story, Wed 12 Mar, 9:00')
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
  await expect.poll(chosen).toBe('New story, Tue 25 Mar, 9:00')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('[data-slot]').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('From here')
  await page.keyboard.press('c')
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press('ArrowDown')
  await page.waitForURL(/date=2031-04-09/)
  await expect.poll(chosen).toBe('New story, Wed 9 Apr, 9:00')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/compose\?at=2031-04-09T09:00$/)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('with single-key shortcuts off, C works only on a focused stop', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await plan(page, projectId, 'Has the focus', '2031-03-12T08:30:00Z')
  await open(page, `/${projectId}/calendar?view=week&date=2031-03-12`)
  await ready(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  for (const key of ['c', 'm', 't']) await page.keyboard.press(key)
  expect(await page.locator('[data-slot]').count()).toBe(0)
  expect(page.url()).toMatch(/view=week&date=2031-03-12$/)
  await focusFor(page, chip(page, 'Has the focus'))
  await page.keyboard.press('c')
  await page.getByRole('button', { name: /^New story, Wed 12 Mar/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
})

test.skipIf(!hasChromium)('an overdue story that needs approval shows “Needs approval” everywhere', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const day = localOf(new Date(Date.now() - 7_200_000), testZone).slice(0, 10)
  await insertStory(database(), {
    projectId,
    channels: ['x'],
    caption: 'Waits for a nod',
    dueIn: -7_200,
    status: 'pending',
  })
  for (const view of ['month', 'week', 'day', 'list']) {
    await open(page, `/${projectId}/calendar?view=${view}&date=${day}`)
    const name = view === 'list' ? 'Waits for a nod' : /^Needs approval, .*Waits for a nod$/
    const story = page.getByRole('button', { name, exact: true })
    await story.first().waitFor()
    // The line of the current time is behind the cards. Two hours ago can be in another day or week.
    const line = page.locator('div:has(> .calendar-now)')
    if (await line.count()) expect(await line.evaluate((box) => getComputedStyle(box).zIndex)).toBe('0')
    await story.first().press('Enter')
    await page.getByRole('dialog').getByText('Needs approval', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
  }
  for (const screen of ['stories', 'queue']) {
    await open(page, `/${projectId}/${screen}`)
    await page.getByText('Waits for a nod').first().waitFor()
    const main = page.getByRole('main')
    expect(await main.getByText('Needs approval', { exact: true }).count(), screen).toBeGreaterThan(0)
    for (const wrong of ['Late', 'Publishing']) expect(await main.getByText(wrong, { exact: true }).count()).toBe(0)
  }
})
