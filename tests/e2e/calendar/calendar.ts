import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { database } from '@/lib/db/pool'
import { bulkReschedule } from '@/lib/queue/contract'
import { post } from '@/tests/support/browser/browser'
import { insertStory } from '@/tests/support/database/story-rows'

/** Schedules a story at a UTC time. The projects of these tests are in Europe/Berlin. */
export async function plan(page: Page, projectId: string, caption: string, at: string): Promise<string> {
  const { storyId } = await insertStory(database(), { projectId, channels: ['x'], caption, dueIn: 86_400 })
  const moved = await post(page, bulkReschedule.path, { project_id: projectId, story_ids: [storyId], scheduled_at: at })
  expect(moved.skipped).toEqual([])
  return storyId
}

/** The scheduled time of a story in the API. */
export async function timeOf(page: Page, id: string): Promise<string | null> {
  const answer = await page.request.get(`/api/v1/stories/${id}`)
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { scheduled_at: string | null }).scheduled_at
}

export const chip = (page: Page, text: string | RegExp): Locator =>
  page.locator('[data-stop][data-story]', { hasText: text })
export const dayCell = (page: Page, day: string): Locator => page.locator(`[data-date="${day}"]`).first()

/** The day under a chip. FullCalendar does not put the chip into the element of the day. */
export async function dayOf(page: Page, text: string | RegExp): Promise<string | null> {
  const box = await chip(page, text).boundingBox()
  if (!box) return null
  return page.evaluate(
    ([x, y]) =>
      document
        .elementsFromPoint(x, y)
        .map((element) => element.closest('[data-date]')?.getAttribute('data-date'))
        .find((day) => day) ?? null,
    [box.x + box.width / 2, box.y + box.height / 2] as const,
  )
}

/** Waits until FullCalendar has replaced the server-rendered month. */
export const ready = (page: Page): Promise<void> => page.locator('[data-date]').first().waitFor({ state: 'visible' })

/**
 * Waits until FullCalendar has rendered for ten frames in a row without an empty row or a chip without width. Before
 * that, chips have no visible text.
 */
export async function atRest(page: Page): Promise<void> {
  let frames = 0
  const isComplete = (): Promise<boolean> =>
    page.evaluate(() => {
      const hasEmptyRow = document.querySelector('[role=row]:not(:has([role$=cell], [role$=header]))')
      const chips = [...document.querySelectorAll('[data-story]')].filter((chip) => chip.getClientRects().length > 0)
      return !hasEmptyRow && chips.every((chip) => chip.clientWidth > 0)
    })
  await ready(page)
  const deadline = performance.now() + 15_000
  while (frames < 10) {
    if (performance.now() > deadline) throw new Error('The calendar did not come to rest.')
    frames = (await isComplete()) ? frames + 1 : 0
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

/** Focuses an element that FullCalendar may still render again after a change of the width. */
export const focusFor = (page: Page, element: Locator): Promise<void> =>
  expect
    .poll(async () => {
      await element.focus()
      await page.waitForTimeout(200)
      return element.evaluate((one) => one === document.activeElement)
    })
    .toBe(true)

/**
 * Drags with the mouse in several steps.
 *
 * @param beforeDrop runs above the target, before the button is released
 */
export async function drag(
  page: Page,
  from: Locator,
  to: Locator,
  at = { x: 0.5, y: 0.7 },
  beforeDrop?: () => Promise<unknown>,
): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (!start || !end) throw new Error('An element is not visible.')
  await page.mouse.move(start.x + 20, start.y + 10)
  await page.mouse.down()
  await page.mouse.move(start.x + 30, start.y + 20, { steps: 3 })
  await page.mouse.move(end.x + end.width * at.x, end.y + end.height * at.y, { steps: 8 })
  await beforeDrop?.()
  await page.mouse.up()
}
