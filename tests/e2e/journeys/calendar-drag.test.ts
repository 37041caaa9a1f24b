import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { editStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, signUp } from '@/tests/support/browser/browser'
import { insertStory } from '@/tests/support/database/story-rows'
import { chip, dayCell, dayOf, drag, plan, ready, timeOf } from '../calendar/calendar'

/** Dragging keeps the time of day across a clock change, can be undone, and never overwrites changes of others. */

const browser = aBrowser()

// In March 2031 clocks in Berlin go forward on the 30th.
const month = (projectId: string) => `/${projectId}/calendar?view=month&date=2031-03-15`

test.skipIf(!hasChromium)('drag across a clock change: keeps the time of day, undo', async () => {
  // The project's time zone counts, not the browser's.
  const page = await browser.newPage({ timezoneId: 'America/New_York' })
  const { projectId } = await signUp(page)
  await database().updateTable('projects').set({ timezone: 'Europe/Berlin' }).where('id', '=', projectId).execute()
  const id = await plan(page, projectId, 'Spring bread', '2031-03-28T08:00:00Z')
  await open(page, month(projectId))
  await ready(page)
  await page.getByText('Times are in Berlin time.').waitFor()
  await drag(page, chip(page, 'Spring bread'), dayCell(page, '2031-03-31'))
  await page.getByText(/^Moved to Mon.* 31 Mar/).waitFor()
  await expect.poll(() => timeOf(page, id)).toBe('2031-03-31T07:00:00.000Z')
  await expect.poll(() => dayOf(page, 'Spring bread')).toBe('2031-03-31')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => timeOf(page, id)).toBe('2031-03-28T08:00:00.000Z')
  // The toast of the move is gone.
  await page.getByText('Moved back to').waitFor()
  expect(await page.getByText(/^Moved to/).count()).toBe(0)
  await drag(page, chip(page, 'Spring bread'), dayCell(page, '2031-03-29'))
  await page.getByText(/^Moved to Sat.* 29 Mar/).waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => timeOf(page, id)).toBe('2031-03-28T08:00:00.000Z')
  await expect.poll(() => page.getByText(/^Moved to/).count()).toBe(0)
  // Undo before the response.
  let answer = (): void => {}
  const isToAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/api/v1/stories/${id}`, async (route) => {
    const response = await route.fetch()
    await isToAnswer
    await route.fulfill({ response })
  })
  await drag(page, chip(page, 'Spring bread'), dayCell(page, '2031-03-30'))
  await expect.poll(() => timeOf(page, id)).toBe('2031-03-30T07:00:00.000Z')
  await page.keyboard.press('Control+z')
  answer()
  await expect.poll(() => timeOf(page, id)).toBe('2031-03-28T08:00:00.000Z')
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('no drag of published stories, into the past, or over changes of others', async () => {
  // High enough for the whole month.
  const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } })
  const { projectId } = await signUp(page)
  await insertStory(database(), {
    projectId,
    channels: ['x'],
    caption: 'Out already',
    dueIn: 0,
    status: 'posted',
    storyStatus: 'published',
  })
  await open(page, `/${projectId}/calendar?view=month`)
  await ready(page)
  const cells = page.locator('[data-date]')
  await drag(page, chip(page, 'Out already'), cells.last())
  await page.getByText('Already published.').waitFor()

  const id = await plan(page, projectId, 'Still to come', new Date(Date.now() + 3_600_000).toISOString())
  const before = await timeOf(page, id)
  await open(page, `/${projectId}/calendar?view=month`)
  await ready(page)
  await drag(page, chip(page, 'Still to come'), cells.first())
  await page
    .getByRole('alert')
    .getByText(/is in the past\.$/)
    .waitFor()
  expect(await timeOf(page, id)).toBe(before)

  const edited = await page.request.patch(editStory.path.replace(':id', id), {
    data: { title: 'Still to come, changed', connection_check: 'warn' },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(edited.ok(), await edited.text()).toBe(true)
  await drag(page, chip(page, 'Still to come'), cells.last())
  await page.getByText(/Someone else changed this story/).waitFor()
  expect(await timeOf(page, id)).toBe(before)
})

test.skipIf(!hasChromium)('a story that appears during a drag does not lose the drop', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const id = await plan(page, projectId, 'Spring bread', '2031-03-12T08:00:00Z')
  await open(page, month(projectId))
  await ready(page)
  const appears = async (): Promise<void> => {
    await plan(page, projectId, 'Rye', '2031-03-20T08:00:00Z')
    const loaded = page.waitForResponse(/\/api\/v1\/calendar/)
    // Refetches, like a return to the tab, as soon as the data is old enough.
    await page.evaluate(() => void setInterval(() => window.dispatchEvent(new Event('visibilitychange')), 250))
    await loaded
    await page.waitForTimeout(300)
  }
  await drag(page, chip(page, 'Spring bread'), dayCell(page, '2031-03-13'), undefined, appears)
  await page.getByText(/^Moved to Thu.* 13 Mar/).waitFor()
  await expect.poll(() => timeOf(page, id)).toBe('2031-03-13T08:00:00.000Z')
  await chip(page, 'Rye').waitFor()
  expect(page.errors).toEqual([])
})
