import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { editStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, signUp } from '../../support/browser'
import { insertStory } from '../../support/rows'
import { chip, dayCell, dayOf, drag, plan, ready, timeOf } from './calendar'

/** Dragging in the month keeps the time of day across a clock change, can be taken back, and never undoes another's change. */

const browser = aBrowser()

// In March 2031 clocks in Berlin go forward on the 30th.
const month = (projectId: string) => `/${projectId}/calendar?view=month&date=2031-03-15`

test.skipIf(!hasChromium)(
  'a story is dragged across a clock change, keeps its time of day, and comes back',
  async () => {
    // The browser is far away; what counts is the project's zone.
    const page = await browser.newPage({ timezoneId: 'America/New_York' })
    const { projectId } = await signUp(page)
    await database().updateTable('projects').set({ timezone: 'Europe/Berlin' }).where('id', '=', projectId).execute()
    const id = await plan(page, projectId, 'Spring bread', '2031-03-28T08:00:00Z')
    await open(page, month(projectId))
    await ready(page)
    await page.getByText('Times are in Europe/Berlin.').waitFor()
    await drag(page, chip(page, 'Spring bread'), dayCell(page, '2031-03-31'))
    await page.getByText(/“Spring bread” moved to Mon.* 31 Mar/).waitFor()
    await expect.poll(() => timeOf(page, id)).toBe('2031-03-31T07:00:00.000Z')
    await expect.poll(() => dayOf(page, 'Spring bread')).toBe('2031-03-31')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => timeOf(page, id)).toBe('2031-03-28T08:00:00.000Z')
    // What is not so any more is not said any more.
    await page.getByText('“Spring bread” is back at').waitFor()
    expect(await page.getByText('“Spring bread” moved to').count()).toBe(0)
    await drag(page, chip(page, 'Spring bread'), dayCell(page, '2031-03-29'))
    await page.getByText(/“Spring bread” moved to Sat.* 29 Mar/).waitFor()
    await page.keyboard.press('Control+z')
    await expect.poll(() => timeOf(page, id)).toBe('2031-03-28T08:00:00.000Z')
    await expect.poll(() => page.getByText('“Spring bread” moved to').count()).toBe(0)
    // Taken back before the answer is there.
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
    expect(page.faults).toEqual([])
  },
)

test.skipIf(!hasChromium)(
  'what is published stays, the past takes nothing, and another’s change is not written over',
  async () => {
    // So high that the whole month is in view.
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
    await page.getByText('It is published, so it stays where it went out.').waitFor()

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
    await page.getByText(/Somebody else changed this story/).waitFor()
    expect(await timeOf(page, id)).toBe(before)
  },
)
