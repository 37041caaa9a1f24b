import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { bulkReschedule } from '@/lib/queue/contract'
import { editStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, post, signUp } from '../../support/browser'
import { insertStory } from '../../support/rows'
import { chip, dayCell, dayOf, drag, plan, ready, timeOf } from './calendar'

/** Several stories are moved at once; of what stays behind each is told with its reason, and one step takes it all back. */

const browser = aBrowser()

test.skipIf(!hasChromium)('stories are chosen by hand and by range, moved by days, and brought back', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const ids = [
    await plan(page, projectId, 'First', '2031-03-10T08:00:00Z'),
    await plan(page, projectId, 'Second', '2031-03-11T09:30:00Z'),
    await plan(page, projectId, 'Third', '2031-03-29T08:00:00Z'),
  ]
  const times = () => Promise.all(ids.map((id) => timeOf(page, id)))
  const before = await times()
  // Somebody stopped the third in the meantime.
  const { storyId } = await insertStory(database(), {
    projectId,
    channels: ['x'],
    caption: 'Stopped',
    status: 'rejected',
    storyStatus: 'cancelled',
  })
  await database()
    .updateTable('stories')
    .set({ scheduled_at: '2031-03-12T08:00:00Z' })
    .where('id', '=', storyId)
    .execute()
  await open(page, `/${projectId}/calendar?view=month&date=2031-03-15`)
  await ready(page)
  await chip(page, 'First').click({ modifiers: ['Control'] })
  await chip(page, 'Third').click({ modifiers: ['Shift'] })
  await page.getByText('4 selected').waitFor()
  await page.getByRole('button', { name: 'Move…' }).click()
  await page.getByLabel('Days').fill('7')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const told = page.getByRole('dialog', { name: '3 moved, 1 not' })
  await told.getByText('It was rejected or cancelled.').waitFor()
  await told.getByRole('button', { name: 'Understood' }).click()
  // The third went over the clock change and is at nine in the morning still.
  expect(await times()).toEqual(['2031-03-17T08:00:00.000Z', '2031-03-18T09:30:00.000Z', '2031-04-05T07:00:00.000Z'])
  await expect.poll(() => dayOf(page, 'First')).toBe('2031-03-17')
  await page.keyboard.press('Control+z')
  await expect.poll(times).toEqual(before)
})

test.skipIf(!hasChromium)(
  'with the keyboard alone a story is carried to another day, and others are chosen and moved by hours',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUp(page)
    const [one, two] = [
      await plan(page, projectId, 'Carried', '2031-03-12T08:00:00Z'),
      await plan(page, projectId, 'Chosen', '2031-03-13T08:00:00Z'),
    ]
    await open(page, `/${projectId}/calendar?view=month&date=2031-03-15`)
    await ready(page)
    await chip(page, 'Carried').focus()
    await page.keyboard.press('Space')
    await page.getByText(/^Moving “Carried”/).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => dayOf(page, 'Carried')).toBe('2031-03-20')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Carried')
    await page.keyboard.press('Space')
    await expect.poll(() => timeOf(page, one)).toBe('2031-03-20T08:00:00.000Z')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Carried')

    await chip(page, 'Chosen').focus()
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'Move…' }).press('Enter')
    await page.getByLabel('How').selectOption({ label: 'By hours' })
    await page.getByLabel('Hours').fill('2.5')
    await page.keyboard.press('Enter')
    await expect.poll(() => timeOf(page, two)).toBe('2031-03-13T10:30:00.000Z')
  },
)

test.skipIf(!hasChromium)(
  'a channel with a time of its own keeps its distance, whichever way its story is moved and brought back',
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
    const moment = '2031-03-20T08:00:00.000Z'
    await open(page, `/${projectId}/calendar?view=month&date=2031-03-15`)
    await ready(page)
    await chip(page, 'Two times').click({ modifiers: ['Control'] })
    await chip(page, 'One time').click({ modifiers: ['Control'] })
    await page.getByRole('button', { name: 'Move…' }).click()
    await page.getByLabel('How').selectOption({ label: 'All to one moment' })
    await page.getByLabel('Moment').fill('2031-03-20T09:00')
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('2 stories moved.').waitFor()
    // Two days and 8:45 later, as before; clocks have not changed in between.
    expect(await times()).toEqual({ x: moment, threads: '2031-03-22T16:45:00.000Z', other: moment })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 stories back where they were.').waitFor()
    expect(await times()).toEqual(before)

    // By hours, over the clock change of the 30th: the story by exactly as many, its channels by what the clock shows.
    await expect.poll(() => dayOf(page, 'Two times')).toBe('2031-03-12')
    await page.getByText('2 selected').waitFor({ state: 'detached' })
    await chip(page, 'Two times').click()
    const peek = page.getByRole('dialog', { name: 'Two times' })
    await peek.getByRole('listitem').filter({ hasText: 'Threads' }).getByText('Fri 14 Mar, 17:45').waitFor()
    await peek.getByLabel('Move to').fill('2031-03-29T10:00')
    await peek.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText(/“Two times” moved to Sat.* 29 Mar/).waitFor()
    const overChange = { x: '2031-03-29T09:00:00.000Z', threads: '2031-03-31T16:45:00.000Z' }
    expect(await times()).toMatchObject(overChange)
    await page.keyboard.press('Control+z')
    await page.getByText(/“Two times” is back at Wed.* 12 Mar/).waitFor()
    expect(await times()).toEqual(before)

    // By hand, and twice in a row: one step takes back the last move alone.
    await drag(page, chip(page, 'Two times'), dayCell(page, '2031-03-10'))
    await page.getByText(/“Two times” moved to Mon.* 10 Mar/).waitFor()
    expect(await times()).toMatchObject({ x: '2031-03-10T08:00:00.000Z', threads: '2031-03-12T16:45:00.000Z' })
    await expect.poll(() => dayOf(page, 'Two times')).toBe('2031-03-10')
    await drag(page, chip(page, 'Two times'), dayCell(page, '2031-03-11'))
    await page.getByText(/“Two times” moved to Tue.* 11 Mar/).waitFor()
    expect(await times()).toMatchObject({ x: '2031-03-11T08:00:00.000Z', threads: '2031-03-13T16:45:00.000Z' })
    await page.keyboard.press('Control+z')
    await page.getByText(/“Two times” is back at Mon.* 10 Mar/).waitFor()
    expect(await times()).toMatchObject({ x: '2031-03-10T08:00:00.000Z', threads: '2031-03-12T16:45:00.000Z' })
    expect(page.faults).toEqual([])
  },
)

test.skipIf(!hasChromium)(
  'what was moved is moved again before the list was read anew, however it was moved',
  async () => {
    // So high that the whole month is in view, and the news below it.
    const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } })
    const { projectId } = await signUp(page)
    const id = await plan(page, projectId, 'Again and again', '2031-03-10T08:00:00Z')
    await open(page, `/${projectId}/calendar?view=month&date=2031-03-15`)
    await ready(page)
    // From now on no list comes back.
    const never = new Promise<void>(() => {})
    await page.route('**/api/v1/calendar?*', () => never)
    await chip(page, 'Again and again').click({ modifiers: ['Control'] })
    await page.getByRole('button', { name: 'Move…' }).click()
    await page.getByLabel('Days').fill('1')
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await expect.poll(() => timeOf(page, id)).toBe('2031-03-11T08:00:00.000Z')
    await expect.poll(() => dayOf(page, 'Again and again')).toBe('2031-03-11')
    for (const day of ['2031-03-12', '2031-03-13']) {
      await drag(page, chip(page, 'Again and again'), dayCell(page, day))
      await expect.poll(() => timeOf(page, id)).toBe(`${day}T08:00:00.000Z`)
    }
    // Not even the answer to the move before is waited for.
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
    await page.getByText(/moved to Wed.* 19 Mar/).waitFor()
    expect(await page.getByText(/was not moved|Somebody else/).count()).toBe(0)
    expect(page.faults).toEqual([])
  },
)

test.skipIf(!hasChromium)('what somebody else changed after a move is moved again once the list shows it', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } })
  const { projectId } = await signUp(page)
  const id = await plan(page, projectId, 'Ours', '2031-03-10T08:00:00Z')
  await plan(page, projectId, 'Another', '2031-03-17T08:00:00Z')
  await open(page, `/${projectId}/calendar?view=month&date=2031-03-15`)
  await ready(page)
  await drag(page, chip(page, 'Ours'), dayCell(page, '2031-03-11'))
  await page.getByText(/“Ours” moved to Tue.* 11 Mar/).waitFor()
  const edited = await page.request.patch(editStory.path.replace(':id', id), {
    data: { caption: 'Theirs', connection_check: 'warn' },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(edited.ok(), await edited.text()).toBe(true)
  // After a move the list is read anew.
  await drag(page, chip(page, 'Another'), dayCell(page, '2031-03-18'))
  await chip(page, 'Theirs').waitFor()
  await drag(page, chip(page, 'Theirs'), dayCell(page, '2031-03-12'))
  await page.getByText(/“Theirs” moved to Wed.* 12 Mar/).waitFor()
  expect(await timeOf(page, id)).toBe('2031-03-12T08:00:00.000Z')
  expect(page.faults).toEqual([])
})
