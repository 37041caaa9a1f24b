import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aBrowser, hasChromium, open, overflowOf, seriousFindings, signUp, signUpByForm } from '../../support/browser'
import { aBrokenFile, aPictureFile, choose } from '../media-files'

/** Holds that of many files each comes into the library or says why not, also when the page is reloaded in between. */

const browser = aBrowser()

const tiles = (page: Page) => page.getByRole('list', { name: 'Files', exact: true }).getByRole('checkbox')
/** Three chunks. */
const aLargeFile = () => aPictureFile('large.png', { width: 500, height: 400, level: 0 })

test.skipIf(!hasChromium)('of ten files one fails and says why, and the other nine are in the library', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await page.getByRole('link', { name: 'Media' }).first().click()
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])

  // Slowly, so that it is seen under way.
  await page.route('**/chunks', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await route.continue()
  })
  const good = Array.from({ length: 8 }, (_, n) => aPictureFile(`Loaf ${n + 1}.png`))
  await choose(page, [...good, aLargeFile(), aBrokenFile('broken.png')])
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await uploads.getByRole('progressbar', { name: 'All files' }).waitFor()
  await uploads
    .getByRole('progressbar', { name: /^Progress of / })
    .first()
    .waitFor()
  await uploads.getByText('9 of 10 files in the library').waitFor()
  const failed = uploads.getByRole('listitem').filter({ hasText: 'broken.png' })
  expect(await failed.getByRole('alert').textContent()).toMatch(/^By its bytes the file is .*Request id/)
  expect(await failed.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await failed.getByRole('button', { name: 'Take broken.png off this list' }).click()
  await uploads.getByText('9 files are in the library').waitFor()
  await expect.poll(() => tiles(page).count(), { timeout: 15_000 }).toBe(9)

  await open(page, `/${projectId}/media`)
  expect(await tiles(page).count()).toBe(9)
  // The worker makes them within seconds, and the page looks again by itself.
  await expect
    .poll(() => page.getByRole('list', { name: 'Files', exact: true }).locator('img').count(), { timeout: 30_000 })
    .toBe(9)
  expect(page.faults).toEqual([])
})

test.skipIf(!hasChromium)('files of other kinds are refused in words before anything is sent', async () => {
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
  await page.getByText(/A HEIC picture of an iPhone is not taken\. Save it as JPEG\./).waitFor()
  await page.getByText(/It is empty\./).waitFor()
  await page.getByText(/It has 10\.6 MB, and 10 MB are taken\. Make the picture smaller/).waitFor()
  expect(sent).toEqual([])
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
})

test.skipIf(!hasChromium)('after a reload the same file goes on where it was', async () => {
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
  // The page asks first, as somebody may only have missed the button beside it.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByText(/was cut off at 512 kB of \d+ kB/).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  isStuck = false
  await choose(page, [aLargeFile()])
  await page.getByText('1 file is in the library').waitFor()
  expect(indexes).toEqual([0, 1, 2])
  expect(await page.getByText('was cut off').count()).toBe(0)
  await expect.poll(() => tiles(page).count(), { timeout: 15_000 }).toBe(1)
})

/** Words of the parts that the page loads later: that which looks at a file, and that which shows the uploads. */
const laterParts = ['A HEIC picture of an iPhone', 'Hide what is done']

test.skipIf(!hasChromium)(
  'parts of the page that the line swallowed are had once more, and the upload goes on',
  async () => {
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
    await choose(page, [aPictureFile('Loaf.png')])
    await page.getByRole('status').getByText('The upload begins as soon as the connection is there.').waitFor()
    isLost = false
    await page.getByText('1 file is in the library').waitFor({ timeout: 60_000 })
    expect(new Set(swallowed)).toEqual(new Set(laterParts))
    await expect.poll(() => tiles(page).count(), { timeout: 15_000 }).toBe(1)
  },
)

test.skipIf(!hasChromium)('a lost line is waited for, and a stopped upload leaves nothing behind', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/media`)
  await page.context().setOffline(true)
  await choose(page, [aPictureFile('Loaf.png'), aPictureFile('Roll.png')])
  await page.getByText('Waiting for the connection. It goes on by itself.').first().waitFor()
  await page.getByRole('button', { name: 'Stop Roll.png' }).click()
  await page.context().setOffline(false)
  await page.getByText('1 file is in the library').waitFor()
  await expect.poll(() => tiles(page).count(), { timeout: 15_000 }).toBe(1)
})
