import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { insertPastStories } from '@/lib/sample-data/past-posts'
import { aBrowser, hasChromium, open, overflowOf, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { chooseOption, setFilter } from '@/tests/support/browser/controls'

const browser = aBrowser()
const dayMs = 86_400_000

const views = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Views' })

async function aProjectWithPosts(page: Page): Promise<string> {
  const { projectId } = await signUp(page)
  const now = new Date()
  const metrics = { impressions: 1_000, reach: 800, clicks: 5, shares: 5, likes: 40, comments: 5 }
  await insertPastStories(
    database(),
    projectId,
    ['Sourdough', 'Brioche', 'Rye'].map((caption, index) => ({
      caption,
      publishedAt: new Date(now.getTime() - (index + 2) * dayMs),
      posts: [
        {
          channel: index === 2 ? ('x' as const) : ('instagram' as const),
          metrics: { ...metrics, saves: 10 + 20 * index },
        },
      ],
    })),
    now,
  )
  return projectId
}

test.skipIf(!hasChromium)('save a view of the stories, change, rename, delete and restore it', async () => {
  const page = await browser.newPage()
  const projectId = await aProjectWithPosts(page)
  await open(page, `/${projectId}/stories`)
  await setFilter(page, 'Channel', 'Instagram')
  await page.getByRole('columnheader', { name: 'Story' }).getByRole('button').click()
  await views(page, 'Views').click()
  await panel(page).getByRole('button', { name: 'Save as new view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('On Instagram')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await views(page, 'View: On Instagram').waitFor()

  // It is kept for the user, not in the browser, and opens what was saved.
  await open(page, `/${projectId}/stories`)
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toHaveLength(3)
  await views(page, 'Views').click()
  expect(await seriousFindings(page)).toEqual([])
  await panel(page).getByRole('button', { name: 'On Instagram', exact: true }).click()
  await expect.poll(() => page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Brioche', 'Sourdough'])
  expect(new URL(page.url()).search).toBe('?channel=instagram&sort=story')

  await setFilter(page, 'Status', 'Published')
  await views(page, 'View: On Instagram, changed').click()
  await panel(page).getByRole('button', { name: 'Update “On Instagram”' }).click()
  await views(page, 'View: On Instagram').click()
  await panel(page).getByRole('button', { name: 'Rename “On Instagram”' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename view' })
  await rename.getByLabel('Name').fill('Published on Instagram')
  await rename.getByRole('button', { name: 'Rename' }).click()
  await views(page, 'View: Published on Instagram').click()
  await panel(page).getByRole('button', { name: 'Delete “Published on Instagram”' }).click()
  await page.getByText('View “Published on Instagram” deleted.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await views(page, 'View: Published on Instagram').waitFor()
  // A deleted view frees its name at once.
  await views(page, 'View: Published on Instagram').click()
  await panel(page).getByRole('button', { name: 'Delete “Published on Instagram”' }).click()
  await panel(page).getByRole('button', { name: 'Save as new view' }).click()
  await dialog.getByLabel('Name').fill('Published on Instagram')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await page.getByText('View “Published on Instagram” saved.').waitFor()
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('top posts: minimum, sort and post again', async () => {
  const page = await browser.newPage()
  const projectId = await aProjectWithPosts(page)
  await open(page, `/${projectId}/analytics`)
  await page.getByRole('link', { name: 'Top posts' }).click()
  const posts = () =>
    page.getByRole('table', { name: 'Top posts' }).getByRole('heading', { level: 2 }).allTextContents()
  await expect.poll(posts).toEqual(['Rye', 'Brioche', 'Sourdough'])
  await page.getByRole('button', { name: 'Minimum' }).click()
  const minimum = page.getByRole('dialog', { name: 'Minimum' })
  await chooseOption(minimum.getByRole('combobox', { name: 'Metric' }), 'Save rate')
  await minimum.getByLabel('At least, in %').fill('3')
  await minimum.getByRole('button', { name: 'Add filter' }).click()
  await expect.poll(posts).toEqual(['Rye', 'Brioche'])
  await page.getByText('Save rate ≥ 3%').waitFor()
  await page.getByRole('columnheader', { name: 'Save rate' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Save rate' }).getByRole('button').click()
  await expect.poll(posts).toEqual(['Brioche', 'Rye'])
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Actions for “Rye”' }).click()
  await page.getByRole('menuitem', { name: 'Save as template' }).waitFor()
  await page.getByRole('menuitem', { name: 'Post again' }).click()
  await page.waitForURL(/\/stories\/[0-9a-f-]+\/edit$/)

  await open(page, `/${projectId}/analytics/recommendations`)
  await page.getByText('Too few posts to recommend a time: 0 of 20.').waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page), 'pixels wider than the window').toBe(0)
  expect(page.errors).toEqual([])
})
