import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { database } from '@/lib/db/pool'
import { bulkReschedule } from '@/lib/queue/contract'
import { post } from '../../support/browser'
import { insertStory } from '../../support/rows'

/** A scheduled story at a local time of Berlin, where all projects of these tests are, written as the API gives it. */
export async function plan(page: Page, projectId: string, caption: string, at: string): Promise<string> {
  const { storyId } = await insertStory(database(), { projectId, channels: ['x'], caption, dueIn: 86_400 })
  const moved = await post(page, bulkReschedule.path, { project_id: projectId, story_ids: [storyId], scheduled_at: at })
  expect(moved.skipped).toEqual([])
  return storyId
}

/** When a story goes out, by the API. */
export async function timeOf(page: Page, id: string): Promise<string | null> {
  const answer = await page.request.get(`/api/v1/stories/${id}`)
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { scheduled_at: string | null }).scheduled_at
}

export const chip = (page: Page, words: string): Locator => page.locator('[data-stop][data-story]', { hasText: words })
export const dayCell = (page: Page, day: string): Locator => page.locator(`[data-date="${day}"]`).first()

/** The day over which a chip lies: the library does not put it into the day's own box. */
export async function dayOf(page: Page, words: string): Promise<string | null> {
  const box = await chip(page, words).boundingBox()
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

/** Waits until the library that drags has taken the place of what the server drew. */
export const ready = (page: Page): Promise<void> => page.locator('[data-date]').first().waitFor({ state: 'visible' })

/** Takes something with the mouse and lets it go elsewhere, as a hand does: with a few stops on the way. */
export async function drag(page: Page, from: Locator, to: Locator, at = { x: 0.5, y: 0.7 }): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (!start || !end) throw new Error('Not both are on the page.')
  await page.mouse.move(start.x + 20, start.y + 10)
  await page.mouse.down()
  await page.mouse.move(start.x + 30, start.y + 20, { steps: 3 })
  await page.mouse.move(end.x + end.width * at.x, end.y + end.height * at.y, { steps: 8 })
  await page.mouse.up()
}
