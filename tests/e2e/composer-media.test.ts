import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createAsset } from '@/lib/media/contract'
import { getStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings, signUp } from '../support/browser'

/** Holds that pictures come into a story by drop, paste, choice and from the library, and stand in the order one gives. */

/** Longer than a second: an upload or a save of a busy machine takes its time. */
const until = <T>(ask: () => T) => expect.poll(ask, { timeout: 15_000 })

const browser = aBrowser()

const picture = async (width: number, height: number, background: string): Promise<string> =>
  (
    await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer()
  ).toString('base64')

type Given = { name: string; type: string; base64: string }

/** Files out of the hand of the person: carried over the page, or in the clipboard. */
async function give(page: Page, how: 'drop' | 'paste', files: Given[], text = ''): Promise<void> {
  await page.evaluate(
    ([way, given, words]) => {
      const transfer = new DataTransfer()
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type }))
      }
      if (words) transfer.setData('text/plain', words)
      const target = document.querySelector('textarea') ?? document.body
      const event =
        way === 'drop'
          ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })
      // What a browser does with text that nobody else took.
      if (target.dispatchEvent(event) && words && way === 'paste') {
        target.focus()
        document.execCommand('insertText', false, words)
      }
    },
    [how, files, text] as const,
  )
}

const png = (name: string, base64: string): Given => ({ name, type: 'image/png', base64 })
const address = (page: Page, number: number) => page.getByLabel(`Address of ${number}`, { exact: true })

test.skipIf(!hasChromium)('pictures are dropped and pasted, described, ordered and saved', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^Instagram/ }).check()
  await page.getByLabel('Caption', { exact: true }).fill('Bread in pictures')
  await give(page, 'drop', [
    png('wide.png', await picture(900, 600, 'red')),
    png('square.png', await picture(600, 600, 'green')),
  ])
  await until(() => address(page, 2).inputValue()).toMatch(/^http.*\.png$/)
  await give(page, 'paste', [png('pasted.png', await picture(600, 600, 'blue'))])
  await until(() => address(page, 3).inputValue()).toMatch(/^http.*\.png$/)
  const [wide, square, pasted] = await Promise.all([1, 2, 3].map((number) => address(page, number).inputValue()))
  await page.getByLabel('Alt text of 1').fill('A wide loaf')

  // By the keyboard, and the focus goes with it.
  await page.getByRole('button', { name: 'Move 1 down' }).focus()
  await page.keyboard.press('Enter')
  await until(() => address(page, 2).inputValue()).toBe(wide)
  await until(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move 2 down')
  expect(await page.getByLabel('Alt text of 2').inputValue()).toBe('A wide loaf')
  // By the mouse: the last to the front.
  const handles = page.getByTitle('Drag to another place')
  await page.setViewportSize({ width: 1280, height: 2400 })
  const [from, to] = [await handles.nth(2).boundingBox(), await handles.nth(0).boundingBox()]
  if (!from || !to) throw new Error('The handles are not to be seen.')
  await page.mouse.move(from.x + 15, from.y + 15)
  await page.mouse.down()
  await page.mouse.move(from.x + 15, from.y - 20, { steps: 5 })
  await page.mouse.move(to.x + 15, to.y + 15, { steps: 15 })
  await page.mouse.up()
  await until(() => address(page, 1).inputValue()).toBe(pasted)
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { slides } = await (await page.request.get(getStory.path.replace(':id', id))).json()
  expect(slides).toMatchObject([
    { media_url: pasted },
    { media_url: square },
    { media_url: wide, alt_text: 'A wide loaf' },
  ])
  expect(page.faults).toEqual([])
})

test.skipIf(!hasChromium)('a file that is refused says why in its place, and the others go on', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  await give(page, 'drop', [
    { name: 'notes.pdf', type: 'application/pdf', base64: Buffer.from('%PDF-1.7').toString('base64') },
    png('bread.png', await picture(400, 400, 'red')),
  ])
  await page.getByRole('alert').getByText('notes.pdf was not uploaded.').waitFor()
  await until(() => address(page, 2).inputValue()).toMatch(/\.png$/)
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Remove 1' }).click()
  await until(() => address(page, 1).inputValue()).toMatch(/\.png$/)
})

test.skipIf(!hasChromium)(
  'a picture of the library is chosen, and one comes with the address of the page',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUp(page)
    const store = async (name: string, color: string) => {
      const body = { project_id: projectId, name, data_base64: await picture(400, 400, color) }
      return (await post(page, createAsset.path, body)).asset as { id: string; file_url: string }
    }
    const [first, second] = [await store('Loaf', 'red'), await store('Roll', 'green')]
    await open(page, `/${projectId}/compose?media=${first.id},nonsense,${projectId}`)
    expect(await address(page, 1).inputValue()).toBe(first.file_url)
    await page.getByRole('button', { name: 'From the library' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Roll/ }).click()
    await dialog.getByRole('button', { name: 'Use the file' }).click()
    await until(() => address(page, 2).inputValue()).toBe(second.file_url)
    expect(page.faults).toEqual([])
  },
)

test.skipIf(!hasChromium)('text that is pasted with a picture of itself stays text', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  const rendering = png('image.png', await picture(200, 40, 'white'))
  await give(page, 'paste', [rendering], 'Rye bread, 4.20')
  expect(await page.getByLabel('Caption', { exact: true }).inputValue()).toBe('Rye bread, 4.20')
  expect(await address(page, 1).count()).toBe(0)
  // A file that was copied in a folder brings its name as text, and is the file all the same.
  await give(page, 'paste', [png('loaf.png', await picture(200, 200, 'red'))], 'loaf.png')
  await until(() => address(page, 1).inputValue()).toMatch(/\.png$/)
  expect(await page.getByLabel('Caption', { exact: true }).inputValue()).toBe('Rye bread, 4.20')
  expect(page.faults).toEqual([])
})

test.skipIf(!hasChromium)('several of the library come in the order in which they were chosen', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const urls: Record<string, string> = {}
  for (const [name, color] of [
    ['Loaf', 'red'],
    ['Roll', 'green'],
    ['Bun', 'blue'],
  ] as const) {
    const body = { project_id: projectId, name, data_base64: await picture(400, 400, color) }
    urls[name] = ((await post(page, createAsset.path, body)).asset as { file_url: string }).file_url
  }
  await open(page, `/${projectId}/compose`)
  await page.getByRole('button', { name: 'From the library' }).click()
  const dialog = page.getByRole('dialog', { name: 'Media library' })
  // By the keyboard alone, from the search on.
  await dialog.getByRole('button', { name: /^Bun/ }).waitFor()
  await dialog.getByLabel('Search').focus()
  const choose = async (name: string): Promise<void> => {
    for (let presses = 0; presses < 40; presses++) {
      const label = await page.evaluate(() => document.activeElement?.textContent ?? '')
      if (label.startsWith(name)) return page.keyboard.press('Space')
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never came to ${name}`)
  }
  await choose('Roll')
  await dialog.getByLabel('Search').focus()
  await choose('Bun')
  await dialog.getByText('2 files chosen.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Use 2 files' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect([await address(page, 1).inputValue(), await address(page, 2).inputValue()]).toEqual([urls.Roll, urls.Bun])
  await page.getByLabel('Alt text of 2').fill('A bun')
  await page.getByRole('button', { name: 'Move 2 up' }).click()
  await until(() => address(page, 1).inputValue()).toBe(urls.Bun)
  expect(await page.getByLabel('Alt text of 1').inputValue()).toBe('A bun')
  expect(page.faults).toEqual([])
})

test.skipIf(!hasChromium)('a film is uploaded into a story and is a film in what goes out', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^Instagram/ }).check()
  await page.getByLabel('Caption', { exact: true }).fill('How bread rises')
  await page.getByLabel('Files to upload').setInputFiles('lib/sandbox/films/upright.mp4')
  await until(() => address(page, 1).inputValue()).toMatch(/\.mp4$/)
  await page.getByLabel('Post type', { exact: true }).selectOption('reel')
  const shown = page.getByRole('article', { name: 'Preview for Instagram' })
  await shown.getByText(/^Film/).waitFor()
  // Known from the moment that it came in: it lasts 8 seconds and stands upright, so nothing is in its way but the account.
  const problems = page.getByRole('region', { name: 'Before it can go out' })
  await problems.getByText(/^Instagram is not connected/).waitFor()
  expect(await problems.getByRole('listitem').count()).toBe(1)
  expect(await seriousFindings(page)).toEqual([])
  expect(page.faults).toEqual([])
})

test.skipIf(!hasChromium)('what a network cuts off is shown of pictures that were just uploaded', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^Instagram/ }).check()
  await page.getByLabel('Caption', { exact: true }).fill('Two shapes of bread')
  await give(page, 'drop', [
    png('square.png', await picture(600, 600, 'green')),
    png('wide.png', await picture(900, 600, 'red')),
  ])
  await until(() => address(page, 2).inputValue()).toMatch(/\.png$/)
  const shown = page.getByRole('article', { name: 'Preview for Instagram' })
  await shown.getByText('Instagram cuts off about 33 % of its width').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
})
