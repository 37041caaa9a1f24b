import { expect, test } from 'vitest'
import { aVideo } from '@/tests/api/media-uploads/resumable-files'
import { aBrowser, hasChromium, open, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { choose } from './files'

const browser = aBrowser()

test.skipIf(!hasChromium)('a large video continues after being offline, a pause and a reload', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/media`)
  // Four chunks.
  const video = { name: 'long.mp4', mimeType: 'video/mp4', buffer: aVideo(13_000_000) }
  const offsets: number[] = []
  const held: number[] = []
  let holdAt = 4_194_304
  await page.route('**/api/v1/media/tus/**', async (route) => {
    const request = route.request()
    const offset = Number(request.headers()['upload-offset'])
    if (request.method() === 'PATCH') {
      // The chunk is lost on its way.
      if (offset === holdAt) return void held.push(offset)
      offsets.push(offset)
    }
    await route.continue().catch(() => {})
  })
  await choose(page, [video])
  const uploads = page.getByRole('region', { name: 'Uploads' })
  // Paused earlier, the first chunk would be cut.
  await expect.poll(() => held, { timeout: 15_000 }).toEqual([4_194_304])
  expect(offsets).toEqual([0])
  await uploads.getByRole('button', { name: 'Pause long.mp4' }).click()
  await uploads.getByText(/paused at/).waitFor()
  expect(await seriousFindings(page)).toEqual([])

  await page.context().setOffline(true)
  holdAt = 8_388_608
  await uploads.getByRole('button', { name: 'Resume long.mp4' }).click()
  await uploads.getByText('Waiting for a connection. Continues automatically.').waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => held, { timeout: 15_000 }).toEqual([4_194_304, 8_388_608])
  expect(offsets).toEqual([0, 4_194_304])

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByText(/long\.mp4 stopped at 8 MB of 12\.4 MB/).waitFor()
  holdAt = -1
  await choose(page, [video])
  await page.getByText('1 file uploaded', { exact: true }).waitFor({ timeout: 30_000 })
  expect(offsets).toEqual([0, 4_194_304, 8_388_608, 12_582_912])
  const tiles = page.getByRole('list', { name: 'Files', exact: true }).getByRole('checkbox')
  await expect.poll(() => tiles.count(), { timeout: 15_000 }).toBe(1)
  expect(page.errors).toEqual([])
})
