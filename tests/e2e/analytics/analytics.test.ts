/** Totals, trend, top stories and CSV exports agree; exports have all rows and no formulas. */
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  seriousFindings,
  signUp,
  testZone,
} from '@/tests/support/browser/browser'
import { insertPublishedStory } from '@/tests/support/database/story-rows'

const browser = aBrowser()

async function published(projectId: string, caption: string, daysAgo: number, likes: number | null) {
  const published_at = new Date(Date.now() - daysAgo * 86_400_000 - 60_000)
  const { storyId } = await insertPublishedStory(
    database(),
    { projectId, caption },
    { x: { published_at, likes, impressions: likes === null ? null : 1_000 } },
  )
  // The list of stories filters by this time.
  const times = { scheduled_at: published_at }
  await database().updateTable('stories').set(times).where('id', '=', storyId).execute()
}

async function saved(page: Page, of: string): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Export CSV of ${of}` }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^analytics-.*\.csv$/)
  const text = (await buffer(await file.createReadStream())).toString('utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  return text.slice(1).trimEnd().split('\r\n')
}

/** `2031-05-20` in the zone of the tests. */
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('sv', { timeZone: testZone })

/** Areas whose content is wider than they are. */
const cutOff = (areas: Element[]): string[] =>
  areas.filter((area) => area.scrollWidth > area.clientWidth).map((area) => area.textContent ?? '')

test.skipIf(!hasChromium)('totals with change, trend, top stories, CSV exports', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  for (let index = 0; index < 12; index++) await published(projectId, `Loaf ${index}`, 1, index)
  await published(projectId, '=HYPERLINK("https://bad.example")', 3, null)
  await published(projectId, 'Of the week before', 8, 33)

  await open(page, `/${projectId}/analytics?days=7&metric=likes`)
  const totals = page.getByRole('region', { name: 'Totals' })
  await totals.getByText('66', { exact: true }).first().waitFor()
  await totals.getByText('100%').first().waitFor()
  const trend = page.getByRole('region', { name: 'Likes over time, as a table' })
  expect(await trend.getByRole('row').count()).toBe(8)
  // For the channel, and in total.
  expect(await trend.getByText('no data').count()).toBe(12)
  await page.locator('.recharts-bar-rectangle').first().waitFor({ state: 'attached' })
  const best = page.getByRole('region', { name: 'Best posts by likes' })
  expect(await best.getByRole('link').count()).toBe(8)
  await best.getByRole('link', { name: 'Loaf 11' }).waitFor()
  const hours = page.getByRole('region', { name: 'Engagement rate by hour' }).last()
  await hours.getByText(', 12 posts').waitFor({ state: 'attached' })
  expect(await seriousFindings(page)).toEqual([])

  // A channel can be hidden in the chart, not in the table.
  await page.getByRole('button', { name: 'X', exact: true }).click()
  await expect.poll(() => page.locator('.recharts-bar-rectangle').count()).toBe(0)
  await page.getByRole('radio', { name: 'Table' }).check()
  expect(await trend.getByRole('row').count()).toBe(8)

  // The comparison is chosen with the period, and can be shared by its address.
  await page.getByRole('button', { name: 'Period: Last 7 days' }).click()
  await page.getByRole('button', { name: 'Same period last year' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await totals.getByText('no data before').first().waitFor()
  expect(page.url()).toContain('compare=year')

  // All rows, without formulas.
  const stories = await saved(page, 'all stories')
  expect(stories).toHaveLength(14)
  expect(stories.find((line) => line.includes('HYPERLINK'))).toMatch(/^"'=HYPERLINK/)
  expect(await saved(page, 'channels')).toHaveLength(2)
  expect(await saved(page, 'Likes over time')).toHaveLength(8)

  // A link opens without an account, until it is revoked.
  await page.getByRole('button', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('For the board')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const url = (await dialog.getByTestId('created-link').textContent()) ?? ''
  expect(await seriousFindings(page)).toEqual([])
  const visitor = await browser.newPage()
  await visitor.goto(url)
  await visitor.getByRole('heading', { name: 'For the board' }).waitFor()
  await visitor.getByRole('heading', { name: 'Loaf 11' }).waitFor()
  expect(await seriousFindings(visitor)).toEqual([])
  await visitor.setViewportSize({ width: 320, height: 720 })
  expect(await overflowOf(visitor)).toBe(0)
  expect(await visitor.locator('.panel').evaluateAll(cutOff)).toEqual([])
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download PDF' }).click(),
  ])
  // Seven days that end today, in the project's zone.
  expect(pdf.suggestedFilename()).toBe(`analytics-report-${dayBefore(6)}-to-${dayBefore(0)}.pdf`)
  expect((await buffer(await pdf.createReadStream())).subarray(0, 5).toString()).toBe('%PDF-')
  await dialog.getByRole('button', { name: 'Revoke For the board' }).click()
  await dialog.getByText(/Revoked · created/).waitFor()
  expect((await visitor.goto(url))?.status()).toBe(410)
  await page.keyboard.press('Escape')

  await best.getByRole('button', { name: 'Show more stories' }).click()
  await expect.poll(() => best.getByRole('link').count()).toBe(13)
  await page.setViewportSize({ width: 320, height: 720 })
  // The chart resizes in the next frame.
  await expect.poll(() => overflowOf(page)).toBe(0)
  for (const id of ['by-channel', 'by-hour', 'by-pillar'])
    expect(await page.locator(`[aria-labelledby=${id}] .panel:visible`).evaluateAll(cutOff)).toEqual([])
  expect(await seriousFindings(page)).toEqual([])
  await best.getByRole('link', { name: 'Loaf 11' }).click()
  await page.waitForURL(/\/stories\//)
  // From a channel to its stories of the period.
  await open(page, `/${projectId}/analytics?days=custom&from=${dayBefore(4)}&to=${dayBefore(2)}`)
  await page.getByRole('region', { name: 'By channel' }).getByRole('link', { name: 'X', exact: true }).click()
  await page.getByRole('button', { name: /^Date: .+ – .+/ }).waitFor()
  await page.getByRole('link', { name: /HYPERLINK/ }).waitFor()
  expect(await page.getByRole('link', { name: /Loaf|Of the week before/ }).count()).toBe(0)
  expect(page.errors).toEqual([])
})
