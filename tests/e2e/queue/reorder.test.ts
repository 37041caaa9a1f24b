/** The posts of a channel swap their times by keyboard, drag and menu; a free slot takes one post. All with undo. */
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { putPostingSlots } from '@/lib/posting-slots/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { plan } from '../calendar/calendar'

const browser = aBrowser()

test.skipIf(!hasChromium)('reorder the queue of a channel', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const days = ['2031-03-10', '2031-03-11', '2031-03-12']
  for (const [index, name] of ['Apple', 'Bread', 'Cake'].entries())
    await plan(page, projectId, name, `${days[index]}T08:00:00Z`)
  const order = async (): Promise<string[]> => {
    const rows = await database()
      .selectFrom('queue_items as item')
      .innerJoin('stories as story', 'story.id', 'item.story_id')
      .select(['story.caption', 'item.scheduled_at'])
      .where('item.project_id', '=', projectId)
      .orderBy('item.scheduled_at')
      .execute()
    return rows.map(({ caption, scheduled_at }) => `${caption} ${scheduled_at?.toISOString().slice(0, 10)}`)
  }
  const before = [`Apple ${days[0]}`, `Bread ${days[1]}`, `Cake ${days[2]}`]
  const undo = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Moved back.').waitFor()
    expect(await order()).toEqual(before)
    await open(page, page.url())
  }
  // With all channels, a button leads to the view of one, as does the menu of a post.
  await open(page, `/${projectId}/queue`)
  await page.getByRole('button', { name: 'Actions for “Apple”' }).click()
  await page.getByRole('menuitem', { name: 'Reorder X posts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Reorder/ }).click()
  await page.getByRole('menuitem', { name: 'X', exact: true }).click()

  // Enabled once the posting slots are loaded.
  const handle = (name: string) => page.getByRole('button', { name: `Move “${name}”`, disabled: false })
  await handle('Apple').focus()
  await page.keyboard.press('Space')
  await page.getByText(/^Moving “Apple”, now Mon.*10 Mar/).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.getByText(/^Wed,? 12 Mar, 0?9:00$/).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Space')
  await page
    .getByText(/^Moved to Wed.*12 Mar/)
    .first()
    .waitFor()
  const last = [`Bread ${days[0]}`, `Cake ${days[1]}`, `Apple ${days[2]}`]
  await expect.poll(order).toEqual(last)
  expect(await handle('Apple').evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+z')
  await page.getByText('Moved back.').waitFor()
  expect(await order()).toEqual(before)
  await open(page, page.url())

  // The code for dragging is loaded after the page.
  await page.locator('li[draggable="true"]').first().waitFor()
  await handle('Cake').dragTo(page.getByRole('listitem').filter({ hasText: 'Apple' }))
  await expect.poll(order).toEqual([`Cake ${days[0]}`, `Apple ${days[1]}`, `Bread ${days[2]}`])
  await undo()

  await page.getByRole('button', { name: 'Actions for “Bread”' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect.poll(order).toEqual([`Bread ${days[0]}`, `Apple ${days[1]}`, `Cake ${days[2]}`])
  await undo()

  await page.getByRole('button', { name: 'Actions for “Cake”' }).click()
  await page.getByRole('menuitem', { name: 'Move to slot…' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Set slots' }).click()
  const slots = page.getByRole('dialog', { name: 'Posting slots' })
  await slots.getByRole('tab', { name: 'X', selected: true }).waitFor()
  await slots.getByRole('button', { name: 'Cancel' }).click()
  await slots.waitFor({ state: 'detached' })

  const setSlots = (...x: { weekday: number; time: string }[]) =>
    post(page, putPostingSlots.path, { project_id: projectId, channels: { x } }, 'PUT')

  // Bread is on Tuesday, which is no slot: it stays, and its place cannot be taken.
  await setSlots({ weekday: 1, time: '09:00' }, { weekday: 3, time: '09:00' })
  await open(page, page.url())
  await page.getByTitle('Time set by hand').waitFor()
  await page.locator('li[draggable="true"]').first().waitFor()
  await handle('Cake').dragTo(page.getByRole('listitem').filter({ hasText: 'Bread' }), { steps: 10 })
  await page.getByText('Not moved. The time of that post was set by hand.').waitFor()
  await handle('Cake').dragTo(page.getByRole('listitem').filter({ hasText: 'Apple' }))
  await page
    .getByText(/^Moved to Mon.*10 Mar.*\. 1 other post moved too\.$/)
    .first()
    .waitFor()
  expect(await order()).toEqual([`Cake ${days[0]}`, `Bread ${days[1]}`, `Apple ${days[2]}`])
  await undo()
  await handle('Bread').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.getByText(/, free slot$/).waitFor()
  await page.keyboard.press('Escape')

  await setSlots({ weekday: 1, time: '12:30' })
  await page.setViewportSize({ width: 320, height: 720 })
  await open(page, page.url())
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('button', { name: 'Actions for “Cake”' }).click()
  await page.getByRole('menuitem', { name: 'Move to slot…' }).click()
  await page.getByRole('list', { name: 'Free slots' }).getByRole('button').first().click()
  await expect.poll(async () => (await order())[0]).toMatch(/^Cake/)
  await undo()
  expect(page.errors).toEqual([])
})
