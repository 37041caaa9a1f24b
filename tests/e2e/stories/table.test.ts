import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { setFilter } from '@/tests/support/browser/controls'
import { aMemberPage } from '@/tests/support/browser/member-page'
import { insertStory } from '@/tests/support/database/story-rows'
import { recordSecret } from '@/tests/support/processes/leak-log'
import { plan, timeOf } from '../calendar/calendar'

const browser = aBrowser()

const titles = (page: Page): Promise<string[]> =>
  page.getByRole('table', { name: 'Stories' }).getByRole('heading', { level: 2 }).allTextContents()

const select = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select “${title}”` })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected stories' })

async function saveDrafts(page: Page, projectId: string, captions: string[]): Promise<void> {
  for (const caption of captions)
    await post(page, createStory.path, { project_id: projectId, caption, channels: ['x'] })
}

test.skipIf(!hasChromium)('selected stories: reschedule with undo, duplicate, archive, delete', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const planned = [
    await plan(page, projectId, 'Planned one', '2031-03-10T08:00:00Z'),
    await plan(page, projectId, 'Planned two', '2031-03-11T09:30:00Z'),
  ]
  await saveDrafts(page, projectId, ['Draft C', 'Draft B', 'Draft A'])
  const times = () => Promise.all(planned.map((id) => timeOf(page, id)))
  const before = await times()
  await open(page, `/${projectId}/stories`)
  expect(await titles(page)).toEqual(['Planned two', 'Planned one', 'Draft A', 'Draft B', 'Draft C'])

  // Shift selects the rows in between. Esc clears the selection.
  await select(page, 'Draft B').click()
  await select(page, 'Planned one').click({ modifiers: ['Shift'] })
  await bar(page).getByText('3 selected').waitFor()
  await page.keyboard.press('Escape')
  await bar(page).waitFor({ state: 'detached' })

  // Only scheduled stories can be rescheduled.
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await bar(page).getByText('5 selected').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await bar(page).getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule 2 stories' })
  await dialog.getByLabel('Days').fill('7')
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await page.getByText('2 stories rescheduled.').waitFor()
  expect(await times()).toEqual(['2031-03-17T08:00:00.000Z', '2031-03-18T09:30:00.000Z'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(times).toEqual(before)
  await bar(page).waitFor({ state: 'detached' })

  // Back to draft, and scheduled again.
  await select(page, 'Planned one').click()
  await bar(page).getByRole('button', { name: 'Back to draft' }).click()
  await page.getByText('1 story moved to drafts.').waitFor()
  expect(await times()).toEqual([null, before[1]])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(times).toEqual(before)

  // One review link for several.
  await select(page, 'Planned one').click()
  await select(page, 'Draft A').click()
  await bar(page).getByRole('button', { name: 'Send to client' }).click()
  const review = page.getByRole('dialog', { name: 'Client review of 2 stories' })
  await review.getByRole('button', { name: 'Create link' }).click()
  recordSecret((await review.getByTestId('created-link').textContent())?.split('/review/')[1] ?? '')
  await review.getByRole('button', { name: 'Close' }).click()
  await bar(page).getByRole('button', { name: 'Clear selection' }).click()

  // Copies are drafts, and undo deletes them.
  await select(page, 'Draft A').click()
  await select(page, 'Planned one').click()
  await bar(page).getByRole('button', { name: 'Duplicate' }).click()
  await page.getByText('2 stories duplicated as drafts.').waitFor()
  await expect.poll(async () => (await titles(page)).length).toBe(7)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => titles(page)).toEqual(['Planned two', 'Planned one', 'Draft A', 'Draft B', 'Draft C'])

  await select(page, 'Draft A').click()
  await bar(page).getByRole('button', { name: 'Archive' }).click()
  await page.getByText('1 story archived.').waitFor()
  await expect.poll(async () => (await titles(page)).length).toBe(4)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(async () => (await titles(page)).length).toBe(5)
  // From the menu of the row, too. The list of archived stories takes it back.
  await page.getByRole('button', { name: 'Actions for “Draft A”' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByText('Story archived.').waitFor()
  await expect.poll(async () => (await titles(page)).length).toBe(4)
  await setFilter(page, 'Status', 'Archived')
  await page.getByRole('button', { name: 'Actions for “Draft A”' }).click()
  await page.getByRole('menuitem', { name: 'Unarchive' }).click()
  await page.getByText('Story unarchived.').waitFor()
  await setFilter(page, 'Status', null)
  await select(page, 'Draft A').click()
  await bar(page).getByRole('button', { name: 'Archive' }).click()
  await expect.poll(async () => (await titles(page)).length).toBe(4)

  // What is possible for none of them says why.
  await select(page, 'Draft C').click()
  const disabled = bar(page).getByRole('button', { name: 'Reschedule' })
  expect(await disabled.getAttribute('aria-disabled')).toBe('true')
  expect(await disabled.getAttribute('aria-description')).toBe('None of these is scheduled.')

  // Deletes drafts and scheduled stories. Undo gives the times back.
  await select(page, 'Planned one').click({ modifiers: ['Shift'] })
  await bar(page).getByRole('button', { name: 'Archive 2' }).waitFor()
  const remove = bar(page).getByRole('button', { name: 'Delete' })
  expect(await seriousFindings(page)).toEqual([])
  await remove.click()
  await page.getByText('3 stories deleted.').waitFor()
  await expect.poll(() => titles(page)).toEqual(['Planned two'])
  expect(await times()).toEqual([null, before[1]])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => titles(page)).toEqual(['Planned two', 'Planned one', 'Draft B', 'Draft C'])
  expect(await times()).toEqual(before)
  await select(page, 'Draft B').click()
  await select(page, 'Draft C').click()
  await remove.click()
  await page.getByText('2 stories deleted.').waitFor()
  // The end of the toast ends the time to undo.
  await page.getByRole('button', { name: 'Dismiss' }).last().click()
  await expect.poll(() => titles(page)).toEqual(['Planned two', 'Planned one'])
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['Planned two', 'Planned one'])
  await setFilter(page, 'Status', 'Archived')
  await expect.poll(() => titles(page)).toEqual(['Draft A'])

  // What could not be approved stays selected, with the reason.
  const pending = { projectId, channels: ['x' as const], dueIn: 86_400, status: 'pending' as const }
  await insertStory(database(), { ...pending, caption: 'Ready' })
  await insertStory(database(), { ...pending, caption: `Too long ${'word '.repeat(80)}` })
  await open(page, `/${projectId}/stories?status=waiting`)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await bar(page).getByRole('button', { name: 'Approve' }).click()
  await page.getByText('1 story approved.').waitFor()
  await page.getByText(/^1 story not approved. “Too long word/).waitFor()
  await bar(page).getByText('1 selected').waitFor()
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('sort, search, columns and keyboard', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await plan(page, projectId, 'Banana bread', '2031-03-10T08:00:00Z')
  await saveDrafts(page, projectId, ['Rye 10', 'Rye 9', ...Array.from({ length: 30 }, (_, at) => `Zopf ${at + 1}`)])
  await open(page, `/${projectId}/stories`)
  await page.getByText('25 of 33 stories', { exact: true }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Time' }).getAttribute('aria-sort')).toBe('descending')

  // Selects the stories of later pages too.
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await bar(page).getByText('25 selected').waitFor()
  await bar(page).getByRole('button', { name: 'Select all that match' }).click()
  await bar(page).getByText('33 selected').waitFor()
  await page.keyboard.press('Escape')

  // Sorting loads the stories of later pages.
  const head = page.getByRole('columnheader', { name: 'Story' })
  await head.getByRole('button').click()
  await page.getByText('33 stories', { exact: true }).waitFor()
  expect((await titles(page)).slice(0, 4)).toEqual(['Banana bread', 'Rye 9', 'Rye 10', 'Zopf 1'])
  expect(await head.getAttribute('aria-sort')).toBe('ascending')
  await setFilter(page, 'Date', 'Next 7 days')
  await page.getByText('32 stories', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove filter Date' }).click()
  await page.getByText('33 stories', { exact: true }).waitFor()
  await head.getByRole('button').click()
  await expect.poll(async () => (await titles(page))[0]).toBe('Zopf 30')
  // The order is in the URL.
  await page.reload()
  await expect.poll(async () => (await titles(page))[0]).toBe('Zopf 30')

  const words = page.getByRole('searchbox', { name: 'Search stories' })
  await words.fill('zzz')
  await page.getByText('No stories for “zzz”').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect.poll(() => words.inputValue()).toBe('')
  await words.fill('rye')
  await expect.poll(() => titles(page)).toEqual(['Rye 10', 'Rye 9'])

  // Arrow keys move between rows, space selects.
  await select(page, 'Rye 10').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await bar(page).getByText('1 selected').waitFor()
  expect(await select(page, 'Rye 9').isChecked()).toBe(true)

  // Hidden columns are remembered.
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Time' }).uncheck()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('columnheader', { name: 'Time' }).count()).toBe(0)
  await page.reload()
  await expect.poll(() => page.getByRole('columnheader', { name: 'Time' }).count()).toBe(0)

  // A narrow table says which columns have no room, and can still be sorted by them.
  await page.setViewportSize({ width: 820, height: 900 })
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByText('no room').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Sort/ }).waitFor()

  // On a phone, “Select” shows the checkboxes, and a tap on a row selects it.
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => select(page, 'Rye 9').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('row', { name: /Rye 9/ }).click()
  await bar(page).getByText('1 selected').waitFor()
  expect(await overflowOf(page), 'pixels wider than the window').toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await bar(page).waitFor({ state: 'detached' })

  // Viewers cannot change stories, so there is nothing to select.
  const viewer = await aMemberPage(browser, projectId, 'viewer')
  await open(viewer, `/${projectId}/stories`)
  expect(await viewer.getByRole('checkbox').count()).toBe(0)
  expect([...page.errors, ...viewer.errors]).toEqual([])
})
