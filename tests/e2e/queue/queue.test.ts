import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { aBrowser, hasChromium, open, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { setFilter } from '@/tests/support/browser/controls'

/** A long queue renders few rows at first and all on demand. */

const browser = aBrowser()

const stories = 500
const hourMs = 3_600_000

/** A thousand posts in the next weeks, not created in time order. */
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
  const rowsOf = (channel: ChannelId) =>
    made.map(({ id, at }) => ({
      ...own,
      id: newId(),
      story_id: id,
      channel,
      status: 'approved' as const,
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
  'a thousand posts: few are rendered, and the keyboard reaches all, earliest first',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUp(page)
    await fill(projectId)
    await open(page, `/${projectId}/queue`)
    const rows = rowsOf(page)
    expect(await rows.count()).toBeLessThan(125)
    expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(3_000)
    await page.getByText('Showing posts until').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const more = page.getByRole('button', { name: 'Show later posts' })
    while ((await more.count()) > 0) {
      const before = await rows.count()
      await rows.last().getByRole('button').last().focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(() => rows.count(), { timeout: 15_000 }).toBeGreaterThan(before)
    }
    // Not the inner text: the layout of rows outside the window is skipped.
    const captions = await rows.locator('a[href*="/stories/"]').allTextContents()
    expect(captions).toEqual(Array.from({ length: stories }, (_, place) => `Story ${place}.`))
    // Every row has both channels.
    const channels = await rows.getByRole('list', { name: 'Channels' }).allTextContents()
    expect(new Set(channels.map((text) => text.replace(/\s+/g, '')))).toEqual(new Set(['XThreads']))
    expect(page.errors).toEqual([])
  },
)

test.skipIf(!hasChromium)('the palette opens before the page is hydrated', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await fill(projectId)
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    const answer = await route.fetch()
    const isOfTheList = (await answer.text()).includes('Show later posts')
    if (isOfTheList) await held
    await route.fulfill({ response: answer })
  })
  // The layout sends this request once hydrated. Ignore the one of the previous page.
  await page.goto('about:blank')
  const isFrameAlive = page.waitForResponse(/\/api\/v1\/notifications/)
  await page.goto(`/${projectId}/queue`, { waitUntil: 'commit' })
  await isFrameAlive
  const first = await rowsOf(page).first().elementHandle()
  const before = await rowsOf(page).count()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search stories, screens and actions').waitFor()
  expect(await first?.evaluate((row) => row.isConnected && row.checkVisibility())).toBe(true)
  expect([before > 20, await rowsOf(page).count()]).toEqual([true, before])
  await page.keyboard.press('Escape')
  release()
  await page.unrouteAll({ behavior: 'wait' })
  await setFilter(page, 'Channel', 'X')
  await page.waitForURL(/channel=x/)
  await expect.poll(() => rowsOf(page).filter({ hasText: 'Threads' }).count(), { timeout: 15_000 }).toBe(0)
  expect(page.errors).toEqual([])
})
