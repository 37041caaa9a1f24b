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
  let chunksLeft = 1
  await page.route('**/api/v1/media/tus/**', async (route) => {
    const request = route.request()
    const offset = Number(request.headers()['upload-offset'])
    if (request.method() === 'PATCH') {
      // The chunk is lost on its way.
      if (chunksLeft === 0) return
      chunksLeft -= 1
      offsets.push(offset)
    }
    await route.continue().catch(() => {})
  })
  await choose(page, [video])
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await expect.poll(() => offsets).toEqual([0])
  await uploads.getByRole('button', { name: 'Pause long.mp4' }).click()
  await uploads.getByText(/paused at/).waitFor()
  expect(await seriousFindings(page)).toEqual([])

  await page.context().setOffline(true)
  chunksLeft = 1
  await uploads.getByRole('button', { name: 'Resume long.mp4' }).click()
  await uploads.getByText('Waiting for a connection. Continues automatically.').waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => offsets.length, { timeout: 15_000 }).toBe(2)

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByText(/long\.mp4 stopped at [\d.]+ MB of 12\.4 MB/).waitFor()
  chunksLeft = Number.POSITIVE_INFINITY
  await choose(page, [video])
  await page.getByText('1 file uploaded', { exact: true }).waitFor({ timeout: 30_000 })
  // Each attempt went on where the last one stopped. The pause can cut a chunk, of which the server keeps a part.
  expect(offsets).toEqual([...new Set(offsets)].sort((one, other) => one - other))
  expect(offsets[2]).toBeGreaterThan(4_194_304)
  const tiles = page.getByRole('list', { name: 'Files', exact: true }).getByRole('checkbox')
  await expect.poll(() => tiles.count(), { timeout: 15_000 }).toBe(1)
  expect(page.errors).toEqual([])
})
