/** The caption library: captions are approved, and suggestions follow them. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings } from '@/tests/support/browser/browser'
import { chooseSegment } from '@/tests/support/browser/controls'
import { anOwner } from '@/tests/support/browser/team'
import { modelRequests } from '@/tests/support/sandbox/model'

const browser = aBrowser()

test.skipIf(!hasChromium)('captions are imported and approved, and suggestions follow them', async () => {
  const { page, projectId } = await anOwner(browser, 'threads')
  const mark = randomUUID().slice(0, 8)
  const examplesFor = async (brief: string): Promise<string[]> => {
    await page.getByLabel('Brief').fill(brief)
    await page.getByRole('button', { name: 'Suggest captions' }).click()
    await page.getByRole('article', { name: 'Suggestion 1' }).waitFor()
    const asked = (await modelRequests(brief)).filter(({ path }) => path !== '/embeddings').at(-1)
    const [, user] = (asked?.body.messages ?? []) as { content: string }[]
    return (JSON.parse(user?.content ?? '{}') as { examples: string[] }).examples
  }
  await open(page, `/${projectId}/captions`)
  await page.getByRole('heading', { name: 'No captions yet' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click()
  const csv = `caption,channel\n"Warm sourdough, slow mornings ${mark}",\nInsurance for your car ${mark},linkedin\n`
  await page.getByLabel('Choose a CSV file').setInputFiles({
    ...{ name: 'captions.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) },
  })
  await page.getByLabel('Approve all').uncheck()
  await page.getByRole('button', { name: 'Import 2 captions' }).click()
  await page.getByText('2 captions imported.').waitFor()
  const rows = page.getByRole('table', { name: 'Captions' }).locator('[data-row]')
  await expect.poll(() => rows.count()).toBe(2)
  expect(await seriousFindings(page)).toEqual([])

  // Nothing is approved, so there are no examples.
  await open(page, `/${projectId}/compose`)
  await page.getByRole('button', { name: 'Write with AI' }).click()
  expect(await examplesFor(`Announce the sourdough ${mark}`)).toEqual([])

  await open(page, `/${projectId}/captions?status=review`)
  await page.getByLabel('Select all').check()
  const bar = page.getByRole('region', { name: 'Selected captions' })
  await bar.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('2 captions approved.').waitFor()
  await page.getByRole('heading', { name: 'No captions found' }).waitFor()
  await chooseSegment(page, 'Status', 'Approved')
  await page.getByLabel('Search captions').fill('slow sourdough mornings')
  await page.getByText('Most similar in meaning first.').waitFor()
  await expect.poll(() => rows.first().textContent()).toContain('Warm sourdough')
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.poll(() => overflowOf(page)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })

  // One is for another channel.
  await open(page, `/${projectId}/compose`)
  await page.getByRole('button', { name: 'Write with AI' }).click()
  expect(await examplesFor(`Announce the fresh sourdough ${mark}`)).toEqual([`Warm sourdough, slow mornings ${mark}`])
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('a caption is edited, used in a post, deleted and restored', async () => {
  const { page, projectId } = await anOwner(browser, 'threads')
  await post(page, `/api/projects/${projectId}/caption-corpus`, { caption: 'Warm sourdough', approved: false })
  await open(page, `/${projectId}/captions`)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('1 caption approved.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Warm sourdough', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit caption' })
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByLabel('Caption', { exact: true }).fill('Warm sourdough today')
  await dialog.getByRole('button', { name: 'Save caption' }).click()
  await page.getByText('Caption saved.').waitFor()
  const menu = page.getByRole('button', { name: 'Actions for “Warm sourdough today”' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'No captions yet' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Use in a post' }).click()
  await page.waitForURL(/\/compose/)
  await expect.poll(() => page.getByLabel('Caption', { exact: true }).inputValue()).toBe('Warm sourdough today')
  expect(page.errors).toEqual([])
})
