import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { aBrowser, hasChromium, open, seriousFindings, signUp } from '../support/browser'

/** Holds that a long queue stays quick: little of it is drawn at first, and all of it is there. */

const browser = aBrowser()

const stories = 500
const hourMs = 3_600_000

/** A thousand posts in the next weeks, made in an order that has nothing to do with their times. */
async function fill(projectId: string): Promise<void> {
  const made = Array.from({ length: stories }, (_, number) => {
    const place = (number * 211) % stories
    const at = new Date(Date.now() + hourMs * (2 + place * 1.5))
    return { id: newId(), caption: `Story ${place}.`, at }
  })
  const own = { project_id: projectId, scheduled_at: undefined }
  await database()
    .insertInto('stories')
    .values(
      made.map(({ id, caption, at }) => ({
        ...own,
        id,
        caption,
        channels: ['x', 'threads'],
        post_type: 'single',
        status: 'scheduled',
        scheduled_at: at,
      })),
    )
    .execute()
  const rowsOf = (channel: string) =>
    made.map(({ id, at }) => ({
      ...own,
      id: newId(),
      story_id: id,
      channel,
      status: 'approved',
      scheduled_at: at,
      next_attempt_at: at,
    }))
  await database()
    .insertInto('queue_items')
    .values([...rowsOf('x'), ...rowsOf('threads')])
    .execute()
}

const rowsOf = (page: Page) => page.locator('main li').filter({ has: page.locator('a[href*="/stories/"]') })

test.skipIf(!hasChromium)(
  'of a thousand posts few are drawn, and by the keyboard all are reached, soonest first',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUp(page)
    await fill(projectId)
    await open(page, `/${projectId}/queue`)
    const rows = rowsOf(page)
    expect(await rows.count()).toBeLessThan(125)
    expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(3_000)
    await page.getByText('This is everything until').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const more = page.getByRole('button', { name: 'Show what comes later' })
    while ((await more.count()) > 0) {
      const before = await rows.count()
      await rows.last().getByRole('link').focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(() => rows.count(), { timeout: 15_000 }).toBeGreaterThan(before)
    }
    const words = await rows.locator('a[href*="/stories/"]').allInnerTexts()
    expect(words).toEqual(Array.from({ length: 2 * stories }, (_, place) => `Story ${Math.floor(place / 2)}.`))
    expect(page.faults).toEqual([])
  },
)

test.skipIf(!hasChromium)('the palette opens over a page that is not alive yet, and leaves it as it is', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await fill(projectId)
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    const answer = await route.fetch()
    const isOfTheList = (await answer.text()).includes('Show what comes later')
    if (isOfTheList) await held
    await route.fulfill({ response: answer })
  })
  // The frame asks for them as soon as it is alive. That of the page before must not answer for it.
  await page.goto('about:blank')
  const isFrameAlive = page.waitForResponse(/\/api\/v1\/notifications/)
  await page.goto(`/${projectId}/queue`, { waitUntil: 'commit' })
  await isFrameAlive
  const first = await rowsOf(page).first().elementHandle()
  const before = await rowsOf(page).count()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('A story, a screen, an action …').waitFor()
  expect(await first?.evaluate((row) => row.isConnected && row.checkVisibility())).toBe(true)
  expect([before > 20, await rowsOf(page).count()]).toEqual([true, before])
  await page.keyboard.press('Escape')
  release()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByLabel('Channel').selectOption('x')
  await page.waitForURL(/channel=x/)
  await expect.poll(() => rowsOf(page).filter({ hasText: 'Threads' }).count(), { timeout: 15_000 }).toBe(0)
  expect(page.faults).toEqual([])
})
