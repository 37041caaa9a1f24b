import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  seriousFindings,
  signUp,
  signUpByForm,
} from '@/tests/support/browser/browser'
import { aBrokenFile, anImageFile, choose } from './files'

const browser = aBrowser()

const tiles = (page: Page) => page.getByRole('list', { name: 'Files', exact: true }).getByRole('checkbox')
/** Exact: “0 of 1 file uploaded” is not the end. */
const uploaded = (page: Page, files: string) => page.getByText(`${files} uploaded`, { exact: true })
/** Three chunks. */
const aLargeFile = () => anImageFile('large.png', { width: 500, height: 400, level: 0 })

test.skipIf(!hasChromium)('uploads ten files, one of which fails', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await page.getByRole('link', { name: 'Media' }).first().click()
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])

  // Slow, so that the progress is visible.
  await page.route('**/chunks', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await route.continue()
  })
  const good = Array.from({ length: 8 }, (_, n) => anImageFile(`Loaf ${n + 1}.png`))
  await choose(page, [...good, aLargeFile(), aBrokenFile('broken.png')])
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await uploads.getByRole('progressbar', { name: 'All files' }).waitFor()
  await uploads.getByRole('button', { name: 'Show files' }).click()
  await uploads
    .getByRole('progressbar', { name: /^Progress of / })
    .first()
    .waitFor()
  await uploads.getByText('9 of 10 files uploaded').waitFor()
  const failed = uploads.getByRole('listitem').filter({ hasText: 'broken.png' })
  expect(await failed.getByRole('alert').textContent()).toMatch(
    /^This file is damaged or not really a PNG\..*Request ID/,
  )
  expect(await failed.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await failed.getByRole('button', { name: 'Remove broken.png from the list' }).click()
  await uploaded(page, '9 files').waitFor()
  await expect.poll(() => tiles(page).count(), { timeout: 15_000 }).toBe(9)

  await open(page, `/${projectId}/media`)
  expect(await tiles(page).count()).toBe(9)
  // The worker creates previews within seconds, and the page polls.
  await expect
    .poll(() => page.getByRole('list', { name: 'Files', exact: true }).locator('img').count(), { timeout: 30_000 })
    .toBe(9)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('refuses unsupported files before sending them', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 720 } })
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/media`)
  const sent: string[] = []
  page.on('request', (request) => void (request.url().includes('upload-sessions') && sent.push(request.url())))
  await choose(page, [
    { name: 'IMG_1.heic', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0') },
    { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    { ...aLargeFile(), name: 'huge.png', buffer: Buffer.concat([aLargeFile().buffer, Buffer.alloc(10_485_760)]) },
  ])
  await page.getByText(/HEIC images are not supported\. Save the file as JPEG\./).waitFor()
  await page.getByText(/The file is empty\./).waitFor()
  // The list is docked at the bottom: the folders stay in reach.
  const box = await page.getByRole('region', { name: 'Uploads' }).boundingBox()
  expect(box?.y).toBeGreaterThan(720 * 0.3)
  await page.getByRole('button', { name: 'New folder' }).click({ trial: true })
  await page.getByText(/^This image is 10\.6 MB\. The limit is 10 MB\. Make it smaller/).waitFor()
  expect(sent).toEqual([])
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
})

test.skipIf(!hasChromium)('resumes after a reload', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/media`)
  const indexes: number[] = []
  let isStuck = true
  await page.route('**/chunks', async (route) => {
    const { chunk_index } = route.request().postDataJSON() as { chunk_index: number }
    if (isStuck && chunk_index === 2) return
    indexes.push(chunk_index)
    await route.continue()
  })
  await choose(page, [aLargeFile()])
  await page
    .getByText(/^512 kB of \d+ kB$/)
    .first()
    .waitFor()
  // The page asks before it closes.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByText(/stopped at 512 kB of \d+ kB/).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  isStuck = false
  await choose(page, [aLargeFile()])
  await uploaded(page, '1 file').waitFor()
  expect(indexes).toEqual([0, 1, 2])
  expect(await page.getByText('stopped at').count()).toBe(0)
  await expect.poll(() => tiles(page).count(), { timeout: 15_000 }).toBe(1)
})

/** Texts of the modules that are loaded later: the file check and the upload list. */
const laterParts = ['HEIC images', 'Hide completed']

test.skipIf(!hasChromium)('loads modules again after a network error and continues the upload', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const swallowed: string[] = []
  let isLost = true
  await page.route('**/_next/static/chunks/**', async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    const parts = laterParts.filter((words) => text.includes(words))
    if (!isLost || parts.length === 0) return route.fulfill({ response: answer })
    swallowed.push(...parts)
    await route.abort('internetdisconnected')
  })
  await open(page, `/${projectId}/media`)
  await choose(page, [anImageFile('Loaf.png')])
  await page.getByRole('status').getByText('The upload starts when you are back online.').waitFor()
  await expect.poll(() => new Set(swallowed), { timeout: 30_000 }).toEqual(new Set(laterParts))
  isLost = false
  await uploaded(page, '1 file').waitFor({ timeout: 60_000 })
  await expect.poll(() => tiles(page).count(), { timeout: 15_000 }).toBe(1)
})

test.skipIf(!hasChromium)('waits while offline, and a cancelled upload leaves nothing behind', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/media`)
  // Loads the modules of an upload.
  await choose(page, [anImageFile('Bun.png')])
  await uploaded(page, '1 file').waitFor()
  await page.context().setOffline(true)
  await choose(page, [anImageFile('Loaf.png'), anImageFile('Roll.png')])
  await page.getByText('Waiting for a connection. Continues automatically.').first().waitFor()
  await page.getByRole('button', { name: 'Cancel Roll.png' }).click()
  await page.context().setOffline(false)
  await uploaded(page, '2 files').waitFor()
  await expect.poll(() => tiles(page).count(), { timeout: 15_000 }).toBe(2)
})
