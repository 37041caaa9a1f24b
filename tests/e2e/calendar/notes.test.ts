import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listCalendarNotes } from '@/lib/calendar-notes/contract'
import { aBrowser, hasChromium, open, overflowOf, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { atRest, chip, dayCell, drag, plan } from './calendar'

const browser = aBrowser()

async function savedNotes(page: Page, projectId: string): Promise<string[]> {
  const query = new URLSearchParams({ project_id: projectId, from: '2031-05-01', to: '2031-05-31' })
  const answer = await page.request.get(`${listCalendarNotes.path}?${query}`)
  const { calendar_notes } = (await answer.json()) as { calendar_notes: { day: string; text: string }[] }
  return calendar_notes.map(({ day, text }) => `${day} ${text}`)
}

test.skipIf(!hasChromium)('notes: added, edited, moved by drag and by key, deleted, each with undo', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  const { projectId } = await signUp(page)
  await plan(page, projectId, 'Beside a note', '2031-05-15T08:00:00Z')
  await open(page, `/${projectId}/calendar?view=month&date=2031-05-14`)
  await atRest(page)
  const besideAt = await chip(page, 'Beside a note').boundingBox()
  await dayCell(page, '2031-05-14').hover({ position: { x: 20, y: 60 } })
  await page.getByRole('button', { name: /^Add a note on .*14 May 2031$/ }).click()
  await page.getByLabel('Text').fill('Trade')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await dayCell(page, '2031-05-14').hover({ position: { x: 20, y: 60 } })
  await page.getByRole('button', { name: /^Add a note on .*14 May 2031$/ }).click()
  expect(await page.getByLabel('Text').inputValue()).toBe('Trade')
  await page.getByLabel('Text').fill('Trade fair')
  await page.getByRole('radio', { name: 'Green' }).check({ force: true })
  await page.getByRole('button', { name: 'Add note' }).click()
  const strip = page.getByRole('button', { name: /^Note: Trade fair/ })
  await strip.waitFor()
  // Other days of the week stay as they are.
  await atRest(page)
  expect(await chip(page, 'Beside a note').boundingBox()).toEqual(besideAt)
  expect(await seriousFindings(page)).toEqual([])

  await strip.click()
  await page.getByLabel('Text').fill('Trade fair in Bonn')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => savedNotes(page, projectId)).toEqual(['2031-05-14 Trade fair in Bonn'])

  await drag(page, strip, dayCell(page, '2031-05-22'))
  await page.getByText(/^Note moved to .*22 May/).waitFor()
  await expect.poll(() => savedNotes(page, projectId)).toEqual(['2031-05-22 Trade fair in Bonn'])
  // The drop is not a click on the day.
  expect(new URL(page.url()).pathname).toMatch(/calendar$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => savedNotes(page, projectId)).toEqual(['2031-05-14 Trade fair in Bonn'])

  await strip.press('Shift+ArrowRight')
  await expect.poll(() => savedNotes(page, projectId)).toEqual(['2031-05-15 Trade fair in Bonn'])
  await expect.poll(() => strip.evaluate((note) => note === document.activeElement)).toBe(true)
  await strip.press('Delete')
  await strip.waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: 'Note deleted.' }).getByRole('button', { name: 'Undo' }).click()
  await strip.waitFor()

  // In all views, and hidden until it is turned on again.
  for (const view of ['week', 'day', 'list']) {
    await open(page, `/${projectId}/calendar?view=${view}&date=2031-05-15`)
    await strip.waitFor()
  }
  const toggle = page.getByRole('button', { name: 'Notes and holidays' })
  await toggle.click()
  await strip.waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('false')
  expect(await strip.count()).toBe(0)
  await toggle.click()
  await strip.waitFor()
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('public holidays of the countries in the settings, also on a phone', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/settings`)
  await page.getByRole('combobox', { name: 'Public holidays' }).click()
  await page.getByPlaceholder('Search countries').fill('germ')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove Germany' }).waitFor()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved.').waitFor()
  await open(page, `/${projectId}/calendar?view=month&date=2031-05-14`)
  await atRest(page)
  await page.getByText('Labour Day').first().waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  await page.getByRole('button', { name: /1 May 2031, no stories, public holiday$/ }).click()
  await page.getByText('Labour Day').first().waitFor()
  await page.getByRole('button', { name: /^Add a note on .*1 May 2031$/ }).click()
  await page.getByLabel('Text').fill('Shop closed')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('button', { name: 'Note: Shop closed' }).waitFor()
  expect(await overflowOf(page)).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  expect(page.errors).toEqual([])
})
