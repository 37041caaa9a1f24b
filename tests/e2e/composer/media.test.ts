import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createAsset } from '@/lib/media/contract'
import { getStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { finish, issuesIn, mediaUrl, openTile, tile } from '@/tests/support/browser/composer'
import { chooseOption } from '@/tests/support/browser/controls'

/** Media of a story: drop, paste, upload, library, order. */

/** Polls for longer than the default: saves and uploads are slow on a busy machine. */
const until = <T>(ask: () => T) => expect.poll(ask, { timeout: 15_000 })

const browser = aBrowser()

const image = async (width: number, height: number, background: string): Promise<string> =>
  (
    await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64')

type Given = { name: string; type: string; base64: string }

/** Drops or pastes files. */
async function give(page: Page, how: 'drop' | 'paste', files: Given[], text = ''): Promise<void> {
  await page.evaluate(
    ([way, given, text]) => {
      const transfer = new DataTransfer()
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type }))
      }
      if (text) transfer.setData('text/plain', text)
      const target = document.querySelector('textarea') ?? document.body
      const event =
        way === 'drop'
          ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })
      // The browser's default for text that no listener handled.
      if (target.dispatchEvent(event) && text && way === 'paste') {
        target.focus()
        document.execCommand('insertText', false, text)
      }
    },
    [how, files, text] as const,
  )
}

const png = (name: string, base64: string): Given => ({ name, type: 'image/png', base64 })

test.skipIf(!hasChromium)('images are dropped, pasted, described, reordered and saved', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^Instagram/ }).check()
  await page.getByLabel('Caption', { exact: true }).fill('Bread in images')
  await give(page, 'drop', [
    png('wide.png', await image(900, 600, 'red')),
    png('square.png', await image(600, 600, 'green')),
  ])
  await until(() => mediaUrl(page, 2)).toMatch(/^http.*\.png$/)
  await give(page, 'paste', [png('pasted.png', await image(600, 600, 'blue'))])
  await until(() => mediaUrl(page, 3)).toMatch(/^http.*\.png$/)
  const [wide, square, pasted] = await Promise.all([1, 2, 3].map((number) => mediaUrl(page, number)))
  await openTile(page, 1)
  await page.getByLabel('Alt text of image 1').fill('A wide loaf')

  // With the keyboard; the focus moves along.
  await page.getByRole('button', { name: 'Edit image 1' }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await until(() => mediaUrl(page, 2)).toBe(wide)
  await until(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Edit image 2')
  expect(await page.getByLabel('Alt text of image 2').inputValue()).toBe('A wide loaf')
  // With the mouse: the last one to the front.
  const [from, to] = [await tile(page, 3).boundingBox(), await tile(page, 1).boundingBox()]
  if (!from || !to) throw new Error('The tiles are not visible.')
  await page.mouse.move(from.x + 40, from.y + 40)
  await page.mouse.down()
  await page.mouse.move(from.x - 20, from.y + 40, { steps: 5 })
  await page.mouse.move(to.x + 30, to.y + 40, { steps: 15 })
  await page.mouse.up()
  await until(() => mediaUrl(page, 1)).toBe(pasted)
  expect(await seriousFindings(page)).toEqual([])

  await finish(page, 'Save draft')
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { slides } = await (await page.request.get(getStory.path.replace(':id', id))).json()
  expect(slides).toMatchObject([
    { media_url: pasted },
    { media_url: square },
    { media_url: wide, alt_text: 'A wide loaf' },
  ])
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('a refused file shows its reason, and the others are uploaded', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  await give(page, 'drop', [
    { name: 'notes.pdf', type: 'application/pdf', base64: Buffer.from('%PDF-1.7').toString('base64') },
    png('bread.png', await image(400, 400, 'red')),
  ])
  await page.getByRole('alert').getByText('notes.pdf was not uploaded.').waitFor()
  await until(() => mediaUrl(page, 2)).toMatch(/\.png$/)
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Remove notes.pdf' }).click()
  await until(() => mediaUrl(page, 1)).toMatch(/\.png$/)
})

test.skipIf(!hasChromium)('images are chosen from the library and filled in from the URL', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const store = async (name: string, color: string) => {
    const body = { project_id: projectId, name, data_base64: await image(400, 400, color) }
    return (await post(page, createAsset.path, body)).asset as { id: string; file_url: string }
  }
  const [first, second] = [await store('Loaf', 'red'), await store('Roll', 'green')]
  await open(page, `/${projectId}/compose?media=${first.id},nonsense,${projectId}`)
  expect(await mediaUrl(page, 1)).toBe(first.file_url)
  await page.getByRole('button', { name: 'Add media' }).click()
  await page.getByRole('menuitem', { name: 'Choose from library' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Roll/ }).click()
  await dialog.getByRole('button', { name: 'Use file' }).click()
  await until(() => mediaUrl(page, 2)).toBe(second.file_url)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('an image that a network refuses is named, and cropped from its issue', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const store = async (name: string, width: number) => {
    const body = { project_id: projectId, name, data_base64: await image(width, 600, 'red') }
    return (await post(page, createAsset.path, body)).asset as { id: string; file_url: string }
  }
  const [square, wide] = [await store('Loaf', 600), await store('Table', 1800)]
  await open(page, `/${projectId}/compose?media=${square.id},${wide.id}`)
  for (const channel of [/^Instagram/, /^X/]) await page.getByRole('checkbox', { name: channel }).check()
  await page.getByLabel('Caption', { exact: true }).fill('Two loaves')
  const issue = issuesIn(page).getByText(/Image 2 is 3:1\. Crop its sides\.$/)
  await issue.waitFor()
  await page.getByRole('button', { name: 'Crop image 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit image' })
  expect(await dialog.getByRole('radio', { name: /Same as the first/ }).isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Use for Instagram' }).click()
  await page.getByText('Cropped for Instagram.').waitFor()
  await issue.waitFor({ state: 'detached' })
  // The other channels keep the whole image. Each tab can add media.
  expect(await mediaUrl(page, 2)).toBe(wide.file_url)
  await page.getByRole('tab', { name: 'X' }).click()
  await page.getByText('Uses the story’s 2 files.').waitFor()
  await page.getByRole('toolbar', { name: 'Add to the text' }).getByRole('button', { name: 'Media' }).click()
  await page.getByRole('menuitem', { name: 'Choose from library' }).click()
  const library = page.getByRole('dialog', { name: 'Media library' })
  await library.getByRole('button', { name: /^Loaf/ }).click()
  await library.getByRole('button', { name: 'Use file' }).click()
  await until(() => mediaUrl(page, 3)).toBe(square.file_url)
  expect(await mediaUrl(page, 2)).toBe(wide.file_url)
  expect(await seriousFindings(page)).toEqual([])
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('pasted text with its rendered image stays text', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  const rendering = png('image.png', await image(200, 40, 'white'))
  await give(page, 'paste', [rendering], 'Rye bread, 4.20')
  expect(await page.getByLabel('Caption', { exact: true }).inputValue()).toBe('Rye bread, 4.20')
  expect(await tile(page, 1).count()).toBe(0)
  // A copied file has its name as text, and is added as a file.
  await give(page, 'paste', [png('loaf.png', await image(200, 200, 'red'))], 'loaf.png')
  await until(() => mediaUrl(page, 1)).toMatch(/\.png$/)
  expect(await page.getByLabel('Caption', { exact: true }).inputValue()).toBe('Rye bread, 4.20')
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('library files are added in the order they were chosen', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const urls: Record<string, string> = {}
  for (const [name, color] of [
    ['Loaf', 'red'],
    ['Roll', 'green'],
    ['Bun', 'blue'],
  ] as const) {
    const body = { project_id: projectId, name, data_base64: await image(400, 400, color) }
    urls[name] = ((await post(page, createAsset.path, body)).asset as { file_url: string }).file_url
  }
  await open(page, `/${projectId}/compose`)
  await page.getByRole('button', { name: 'Choose from library' }).click()
  const dialog = page.getByRole('dialog', { name: 'Media library' })
  // With the keyboard only, starting at the search.
  await dialog.getByRole('button', { name: /^Bun/ }).waitFor()
  await dialog.getByRole('searchbox').focus()
  const choose = async (name: string): Promise<void> => {
    for (let presses = 0; presses < 40; presses++) {
      const label = await page.evaluate(() => document.activeElement?.textContent ?? '')
      if (label.startsWith(name)) return page.keyboard.press('Space')
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reached ${name}`)
  }
  await choose('Roll')
  await dialog.getByRole('searchbox').focus()
  await choose('Bun')
  await dialog.getByText('2 files selected.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Use 2 files' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect([await mediaUrl(page, 1), await mediaUrl(page, 2)]).toEqual([urls.Roll, urls.Bun])
  await openTile(page, 2)
  await page.getByLabel('Alt text of image 2').fill('A bun')
  await page.getByRole('button', { name: 'Move image 2 left' }).click()
  await until(() => mediaUrl(page, 1)).toBe(urls.Bun)
  expect(await page.getByLabel('Alt text of image 1').inputValue()).toBe('A bun')
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('a video is uploaded and shown as a video in the preview', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^Instagram/ }).check()
  await page.getByLabel('Caption', { exact: true }).fill('How bread rises')
  await page.getByLabel('Files to upload').setInputFiles('sandbox/samples/upright.mp4')
  await until(() => mediaUrl(page, 1)).toMatch(/\.mp4$/)
  await chooseOption(page.getByLabel('Post type', { exact: true }), 'Reel')
  const shown = page.getByRole('article', { name: 'Preview for Instagram' })
  await shown.getByText(/^Video/).waitFor()
  // Its length and ratio are known after the upload, so the only problem is the missing account.
  const problems = issuesIn(page)
  await problems.getByText(/^Instagram is not connected/).waitFor()
  expect(await problems.getByRole('listitem').count()).toBe(1)
  expect(await seriousFindings(page)).toEqual([])
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('the preview shows how a network crops uploaded images', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^Instagram/ }).check()
  await page.getByLabel('Caption', { exact: true }).fill('Two shapes of bread')
  await give(page, 'drop', [
    png('square.png', await image(600, 600, 'green')),
    png('wide.png', await image(900, 600, 'red')),
  ])
  await until(() => mediaUrl(page, 2)).toMatch(/\.png$/)
  const shown = page.getByRole('article', { name: 'Preview for Instagram' })
  await shown.getByText('Instagram crops about 33% of the width').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
})

test.skipIf(!hasChromium)('an image is cropped for one channel, then for all', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  for (const name of [/^Instagram/, /^X/]) await page.getByRole('checkbox', { name }).check()
  await page.getByLabel('Caption', { exact: true }).fill('Cropped bread')
  await give(page, 'drop', [png('wide.png', await image(900, 600, 'red'))])
  await until(() => mediaUrl(page, 1)).toMatch(/^http.*\.png$/)
  const original = await mediaUrl(page, 1)
  await openTile(page, 1)

  const crop = async (action: RegExp, shape: RegExp, save: RegExp): Promise<void> => {
    await page.getByRole('button', { name: 'Crop image 1', exact: true }).click()
    await page.getByRole('menuitem', { name: action }).click()
    const editor = page.getByRole('dialog', { name: 'Edit image' })
    await editor.getByRole('radio', { name: shape }).first().check()
    await editor.getByRole('button', { name: save }).click()
    await editor.waitFor({ state: 'detached' })
  }
  // A crop for one channel leaves the media of the others.
  await crop(/^Crop for Instagram/, /Square/, /^Use for Instagram/)
  const sizeOf = async (url: string) => {
    const { width, height } = await sharp(Buffer.from(await (await page.request.get(url)).body())).metadata()
    return [width, height]
  }
  expect(await mediaUrl(page, 1)).toBe(original)
  await page.getByRole('tab', { name: /^Instagram/ }).click()
  await until(() => mediaUrl(page, 1)).not.toBe(original)
  expect(await sizeOf(await mediaUrl(page, 1))).toEqual([600, 600])

  // Instagram has its own image now, so it is cropped again on its own tab.
  await page.getByRole('tab', { name: 'All channels' }).click()
  await openTile(page, 1)
  await page.getByRole('button', { name: 'Crop image 1', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Crop for X/ }).waitFor()
  expect(await page.getByRole('menuitem', { name: /^Crop for Instagram/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await crop(/^Crop for all channels/, /Landscape/, /^Use/)
  await until(() => mediaUrl(page, 1)).not.toBe(original)
  const [width = 0, height = 1] = await sizeOf(await mediaUrl(page, 1))
  expect(width / height).toBeCloseTo(1.91, 1)
  expect(page.errors).toEqual([])
})
