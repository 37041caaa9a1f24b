import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { bulkReschedule } from '@/lib/queue/contract'
import { editStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, post, signUp } from '@/tests/support/browser/browser'
import { chooseOption } from '@/tests/support/browser/controls'
import { insertStory } from '@/tests/support/database/story-rows'
import { atRest, chip, dayCell, dayOf, drag, focusFor, plan, ready, timeOf } from './calendar'

/** Bulk moves: skipped stories are listed with a reason, and one undo restores everything. */

const browser = aBrowser()

test.skipIf(!hasChromium)('select by click and range, move by days, undo', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const ids = [
    await plan(page, projectId, 'First', '2031-03-10T08:00:00Z'),
    await plan(page, projectId, 'Second', '2031-03-11T09:30:00Z'),
    await plan(page, projectId, 'Third', '2031-03-29T08:00:00Z'),
  ]
  const times = () => Promise.all(ids.map((id) => timeOf(page, id)))
  const before = await times()
  // Another user cancels the third.
  const { storyId } = await insertStory(database(), {
    projectId,
    channels: ['x'],
    caption: 'Stopped',
    status: 'rejected',
    storyStatus: 'cancelled',
  })
  const at = { scheduled_at: '2031-03-12T08:00:00Z' }
  await database().updateTable('stories').set(at).where('id', '=', storyId).execute()
  await database().updateTable('queue_items').set(at).where('story_id', '=', storyId).execute()
  await open(page, `/${projectId}/calendar?view=month&date=2031-03-15`)
  await ready(page)
  await chip(page, 'First').click({ modifiers: ['Control'] })
  await chip(page, 'Third').click({ modifiers: ['Shift'] })
  await page.getByText('4 selected').waitFor()
  await page.getByRole('button', { name: 'Reschedule…' }).click()
  await page.getByLabel('Days').fill('7')
  await page.getByRole('button', { name: 'Reschedule', exact: true }).click()
  const told = page.getByRole('dialog', { name: '3 moved, 1 not moved' })
  await told.getByText('Rejected or cancelled.').waitFor()
  await told.getByRole('button', { name: 'OK' }).click()
  // Still at 09:00 after the clock change.
  expect(await times()).toEqual(['2031-03-17T08:00:00.000Z', '2031-03-18T09:30:00.000Z', '2031-04-05T07:00:00.000Z'])
  await expect.poll(() => dayOf(page, 'First')).toBe('2031-03-17')
  // In a dialog, the keys undo what was typed.
  await chip(page, 'First').click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await times()).not.toEqual(before)
  await page.keyboard.press('Control+z')
  await expect.poll(times).toEqual(before)
})

test.skipIf(!hasChromium)('keyboard only: drag to another day, select and move by hours', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const [one, two] = [
    await plan(page, projectId, 'Carried', '2031-03-12T08:00:00Z'),
    await plan(page, projectId, 'Chosen', '2031-03-13T08:00:00Z'),
  ]
  await open(page, `/${projectId}/calendar?view=month&date=2031-03-15`)
  await atRest(page)
  await focusFor(page, chip(page, 'Carried'))
  await page.keyboard.press('Space')
  await page.getByText(/^Moving “Carried”/).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => dayOf(page, 'Carried')).toBe('2031-03-20')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Carried')
  await page.keyboard.press('Space')
  await expect.poll(() => timeOf(page, one)).toBe('2031-03-20T08:00:00.000Z')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Carried')

  await focusFor(page, chip(page, 'Chosen'))
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.getByRole('button', { name: 'Reschedule…' }).press('Enter')
  await chooseOption(page.getByLabel('Method'), 'Move by hours')
  await page.getByLabel('Hours').fill('2.5')
  await page.keyboard.press('Enter')
  await expect.poll(() => timeOf(page, two)).toBe('2031-03-13T10:30:00.000Z')
})

test.skipIf(!hasChromium)(
  'a channel with its own time has its own card; a bulk move moves all cards of a story, also on undo',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUp(page)
    const { storyId, itemIds } = await insertStory(database(), {
      projectId,
      channels: ['x', 'threads'],
      caption: 'Two times',
      dueIn: 86_400,
    })
    const place = (data: object) => post(page, bulkReschedule.path, { project_id: projectId, ...data })
    await place({ story_ids: [storyId], scheduled_at: '2031-03-12T08:00:00Z' })
    await place({ queue_item_ids: [itemIds.threads], scheduled_at: '2031-03-14T16:45:00Z' })
    const other = await plan(page, projectId, 'One time', '2031-03-13T08:00:00Z')
    const times = async () => {
      const { content_queue } = (await (await page.request.get(`/api/v1/stories/${storyId}`)).json()) as {
        content_queue: { channel: string; scheduled_at: string }[]
      }
      const own = Object.fromEntries(content_queue.map(({ channel, scheduled_at }) => [channel, scheduled_at]))
      return { ...own, other: await timeOf(page, other) }
    }
    const before = await times()
    expect(before).toMatchObject({ x: '2031-03-12T08:00:00.000Z', threads: '2031-03-14T16:45:00.000Z' })
    const moment = '2031-03-29T09:00:00.000Z'
    await open(page, `/${projectId}/calendar?view=month&date=2031-03-15`)
    await ready(page)
    const [onX, onThreads] = [/, X: Two times/, /, Threads: Two times/]
    expect(await Promise.all([onX, onThreads].map((card) => dayOf(page, card)))).toEqual(['2031-03-12', '2031-03-14'])
    // A card selects its story.
    await chip(page, onThreads).click({ modifiers: ['Control'] })
    await chip(page, 'One time').click({ modifiers: ['Control'] })
    await page.getByRole('button', { name: 'Reschedule…' }).click()
    await chooseOption(page.getByLabel('Method'), 'Move all to one date and time')
    await page.getByLabel('Date and time').fill('2031-03-29T10:00')
    await page.getByRole('button', { name: 'Reschedule', exact: true }).click()
    await page.getByText('2 stories moved.').waitFor()
    // As far from each other as before, on the wall clock: clocks change on the 30th.
    expect(await times()).toEqual({ x: moment, threads: '2031-03-31T16:45:00.000Z', other: moment })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 stories moved back.').waitFor()
    expect(await times()).toEqual(before)

    // The dialog of a card moves its channels only.
    await expect.poll(() => dayOf(page, onX)).toBe('2031-03-12')
    await page.getByText('2 selected').waitFor({ state: 'detached' })
    await chip(page, onX).click()
    const peek = page.getByRole('dialog', { name: 'Two times' })
    await peek.getByRole('listitem').filter({ hasText: 'Threads' }).getByText('Fri 14 Mar, 17:45').waitFor()
    await peek.getByText('Moves X only.').waitFor()
    await peek.getByLabel('New time').fill('2031-03-29T10:00')
    await peek.getByRole('button', { name: 'Reschedule', exact: true }).click()
    await page.getByText(/^Moved to Sat.* 29 Mar.* on X\.$/).waitFor()
    expect(await times()).toEqual({ ...before, x: moment })
    await page.keyboard.press('Control+z')
    await page.getByText(/^Moved back to Wed.* 12 Mar.* on X\.$/).waitFor()
    expect(await times()).toEqual(before)

    // So does a drag. Two moves in a row: undo reverts only the last one.
    const threadsAt = (day: string) => ({ ...before, threads: `${day}T16:45:00.000Z` })
    await drag(page, chip(page, onThreads), dayCell(page, '2031-03-10'))
    await page.getByText(/^Moved to Mon.* 10 Mar.* on Threads\.$/).waitFor()
    expect(await times()).toEqual(threadsAt('2031-03-10'))
    await expect.poll(() => dayOf(page, onThreads)).toBe('2031-03-10')
    await drag(page, chip(page, onThreads), dayCell(page, '2031-03-11'))
    await page.getByText(/^Moved to Tue.* 11 Mar.* on Threads\.$/).waitFor()
    expect(await times()).toEqual(threadsAt('2031-03-11'))
    expect(await dayOf(page, onX)).toBe('2031-03-12')
    await page.keyboard.press('Control+z')
    await page.getByText(/^Moved back to Mon.* 10 Mar.* on Threads\.$/).waitFor()
    expect(await times()).toEqual(threadsAt('2031-03-10'))
    // With the keyboard.
    await focusFor(page, chip(page, onThreads))
    await page.keyboard.press('Space')
    await page.getByText(/^Moving “Two times”/).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await page.getByText(/^Moved to Tue.* 11 Mar.* on Threads\.$/).waitFor()
    expect(await times()).toEqual(threadsAt('2031-03-11'))
    expect(page.errors).toEqual([])
  },
)

test.skipIf(!hasChromium)('a story can be moved again before the list is refetched', async () => {
  // High enough for the whole month and the toasts.
  const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } })
  const { projectId } = await signUp(page)
  const id = await plan(page, projectId, 'Again and again', '2031-03-10T08:00:00Z')
  await open(page, `/${projectId}/calendar?view=month&date=2031-03-15`)
  await ready(page)
  // Block refetches from now on.
  const never = new Promise<void>(() => {})
  await page.route('**/api/v1/calendar?*', () => never)
  await chip(page, 'Again and again').click({ modifiers: ['Control'] })
  await page.getByRole('button', { name: 'Reschedule…' }).click()
  await page.getByLabel('Days').fill('1')
  await page.getByRole('button', { name: 'Reschedule', exact: true }).click()
  await expect.poll(() => timeOf(page, id)).toBe('2031-03-11T08:00:00.000Z')
  await expect.poll(() => dayOf(page, 'Again and again')).toBe('2031-03-11')
  for (const day of ['2031-03-12', '2031-03-13']) {
    await drag(page, chip(page, 'Again and again'), dayCell(page, day))
    await expect.poll(() => timeOf(page, id)).toBe(`${day}T08:00:00.000Z`)
  }
  // Don't wait for the previous response either.
  let answer = (): void => {}
  const isToAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/api/v1/stories/${id}`, async (route) => {
    const response = await route.fetch()
    await isToAnswer
    await route.fulfill({ response })
  })
  for (const day of ['2031-03-18', '2031-03-19']) {
    await drag(page, chip(page, 'Again and again'), dayCell(page, day))
    await expect.poll(() => dayOf(page, 'Again and again')).toBe(day)
  }
  answer()
  await expect.poll(() => timeOf(page, id)).toBe('2031-03-19T08:00:00.000Z')
  await page.getByText(/^(Draft m|M)oved to Wed.* 19 Mar/).waitFor()
  expect(await page.getByText(/was not moved|Someone else/).count()).toBe(0)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('a story changed by another user can be moved after a refetch', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } })
  const { projectId } = await signUp(page)
  const id = await plan(page, projectId, 'Ours', '2031-03-10T08:00:00Z')
  await plan(page, projectId, 'Another', '2031-03-17T08:00:00Z')
  await open(page, `/${projectId}/calendar?view=month&date=2031-03-15`)
  await ready(page)
  await drag(page, chip(page, 'Ours'), dayCell(page, '2031-03-11'))
  await page.getByText(/^Moved to Tue.* 11 Mar/).waitFor()
  const edited = await page.request.patch(editStory.path.replace(':id', id), {
    data: { caption: 'Theirs', connection_check: 'warn' },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(edited.ok(), await edited.text()).toBe(true)
  // A move refetches the list.
  await drag(page, chip(page, 'Another'), dayCell(page, '2031-03-18'))
  await chip(page, 'Theirs').waitFor()
  await drag(page, chip(page, 'Theirs'), dayCell(page, '2031-03-12'))
  await page.getByText(/^Moved to Wed.* 12 Mar/).waitFor()
  expect(await timeOf(page, id)).toBe('2031-03-12T08:00:00.000Z')
  expect(page.errors).toEqual([])
})
