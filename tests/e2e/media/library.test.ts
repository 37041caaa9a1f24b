import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { setFilter } from '@/tests/support/browser/controls'
import { aMemberPage } from '@/tests/support/browser/member-page'
import { anImageFile, choose } from './files'

const browser = aBrowser()

const names = async (page: Page): Promise<string[]> =>
  (await page.getByRole('checkbox', { name: /^Select / }).all()).length === 0
    ? []
    : page
        .getByRole('checkbox', { name: /^Select / })
        .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')?.replace('Select ', '') ?? ''))

/** A library with these files, the last one the newest. */
async function aLibrary(page: Page, files: string[]): Promise<string> {
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/media`)
  for (const name of files) {
    await choose(page, [anImageFile(name)])
    await page.getByRole('checkbox', { name: `Select ${name}` }).waitFor()
  }
  await page.getByRole('button', { name: 'Clear list' }).click()
  return projectId
}

const expectAccessible = async (page: Page): Promise<void> => {
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflowOf(page), 'pixels wider than the window').toBe(0)
}

test.skipIf(!hasChromium)('searches, tags and edits files', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 720 }, colorScheme: 'dark' })
  const projectId = await aLibrary(page, ['Rye.png', 'Wheat.png', 'IMG_2041.png'])
  await page.getByRole('searchbox', { name: 'Search media' }).fill('2041')
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['IMG_2041.png'])
  await expect.poll(() => page.url(), { timeout: 15_000 }).toContain('?q=2041')
  await page.getByRole('searchbox', { name: 'Search media' }).fill('nothing like it')
  await page.getByRole('heading', { name: 'No files found' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all files' }).click()
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['IMG_2041.png', 'Wheat.png', 'Rye.png'])

  await page.getByRole('checkbox', { name: 'Select Wheat.png' }).check()
  await page.getByRole('checkbox', { name: 'Select Rye.png' }).check()
  await page.getByText('2 files selected').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add tags' }).click()
  await page.getByLabel('Tags to add').fill('bread, autumn')
  await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click()
  await page.getByText('2 files tagged bread, autumn.').waitFor()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await setFilter(page, 'Tag', /^autumn/)
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Wheat.png', 'Rye.png'])

  await page.getByRole('button', { name: /^Rye\.png/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Rye.png' })
  for (const fact of ['Image, PNG', '320 × 240 pixels', 'Not used yet.']) await dialog.getByText(fact).waitFor()
  await expectAccessible(page)
  // Nobody has used a category yet.
  expect(await dialog.getByLabel('Category').count()).toBe(0)
  await dialog.getByLabel('Name').fill('Rye bread')
  await dialog.getByRole('textbox', { name: 'Alt text' }).fill('A loaf of rye')
  await page.getByRole('dialog', { name: 'Rye bread' }).getByText('Saved', { exact: true }).waitFor()
  // Closed with the focus in the field.
  await page.getByRole('textbox', { name: 'Tags' }).fill(' crust ,autumn, crust,')
  await page.keyboard.press('Escape')
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Wheat.png', 'Rye bread'])
  await page.getByRole('button', { name: /^Rye bread/ }).click()
  await page.reload()
  const renamed = page.getByRole('dialog', { name: 'Rye bread' })
  await expect
    .poll(() => renamed.getByRole('textbox', { name: 'Tags' }).inputValue(), { timeout: 15_000 })
    .toBe('crust, autumn')
  expect(await renamed.getByRole('textbox', { name: 'Alt text' }).inputValue()).toBe('A loaf of rye')
  await page.keyboard.press('Escape')
  await setFilter(page, 'Tag', /^crust/)
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Rye bread'])
  await setFilter(page, 'Tag', /^autumn/)
  await page.getByRole('searchbox', { name: 'Search media' }).fill('bread ry')
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Rye bread'])
  await setFilter(page, 'Type', 'Videos')
  await page.getByRole('heading', { name: 'No files found' }).waitFor()
  expect(page.url()).toContain(`/${projectId}/media?q=bread+ry&kind=film&tag=autumn`)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('sorts files into folders by menu and by drag', async () => {
  const page = await browser.newPage()
  await aLibrary(page, ['Rye.png', 'Wheat.png'])
  const folders = page.getByRole('navigation', { name: 'Folders' })
  await folders.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog', { name: 'New folder' }).waitFor()
  await page.keyboard.type('Bread')
  await page.keyboard.press('Enter')
  await folders.getByRole('button', { name: 'Bread 0' }).waitFor()
  await folders.getByRole('button', { name: 'New folder' }).click()
  await page.keyboard.type('bread')
  await page.keyboard.press('Enter')
  const again = page.getByRole('dialog', { name: 'New folder' })
  await again.getByText('There is already a folder named “bread” here. Choose another name.').waitFor()
  expect(await again.getByText(/Something went wrong|Request ID/).count()).toBe(0)
  await page.keyboard.press('Escape')

  await page.getByRole('checkbox', { name: 'Select Rye.png' }).check()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 1 file' })
  await dialog.getByRole('combobox', { name: 'Folder' }).click()
  await page.getByRole('option', { name: 'Bread' }).click()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await page.getByText('1 file moved to Bread.').waitFor()
  await folders.getByRole('button', { name: 'Bread 1' }).click()
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Rye.png'])
  await expectAccessible(page)

  // By the corner that its checkbox covers.
  await page
    .getByRole('button', { name: /^Rye\.png/ })
    .dragTo(folders.getByRole('button', { name: 'All files' }), { sourcePosition: { x: 14, y: 14 }, force: true })
  await page.getByText('1 file moved out of folders.').waitFor()
  await page.getByRole('heading', { name: 'No files found' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Rye.png'])

  await page.getByRole('button', { name: /^Rye\.png/ }).click()
  const folder = page.getByRole('dialog', { name: 'Rye.png' }).getByRole('combobox', { name: 'Folder' })
  await folder.getByText('Bread').waitFor()
  await folder.click()
  await page.getByRole('option', { name: 'No folder' }).click()
  await page.getByRole('dialog', { name: 'Rye.png' }).getByText('Saved', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await folders.getByRole('button', { name: 'Bread 0' }).waitFor()

  await folders.getByRole('button', { name: 'Folder Bread' }).click()
  await page.getByRole('menuitem', { name: 'Delete folder, keep files' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete folder' }).click()
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Wheat.png', 'Rye.png'])
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('warns before it deletes a file used in a story', async () => {
  const page = await browser.newPage()
  const projectId = await aLibrary(page, ['Rye.png', 'Wheat.png'])
  await page.getByRole('button', { name: /^Rye\.png/ }).click()
  const url = await page.getByRole('img', { name: 'Rye.png' }).getAttribute('src')
  const boxOf = async (name: string) => (await page.getByRole('button', { name }).boundingBox()) ?? { y: 0, height: 0 }
  const tags = (await page.getByRole('textbox', { name: 'Tags' }).boundingBox()) ?? { y: 720, height: 0 }
  expect(tags.y + tags.height).toBeLessThan(720)
  expect((await boxOf('Copy link')).height).toBe((await boxOf('Replace')).height)
  await page.keyboard.press('Escape')
  const base = { project_id: projectId, channels: ['x'], slides: [{ media_url: url }] }
  await post(page, createStory.path, { ...base, title: 'Bread on Sunday', caption: 'Rye' })

  await page.getByRole('checkbox', { name: 'Select Rye.png' }).check()
  await page.getByRole('checkbox', { name: 'Select Wheat.png' }).check()
  await page.getByRole('region', { name: 'Selected files' }).getByRole('button', { name: 'Delete' }).click()
  const both = page.getByRole('dialog', { name: 'Delete 2 files?' })
  await both.getByRole('link', { name: 'Bread on Sunday' }).waitFor()
  await both.getByText(/its posts need these files/).waitFor()
  await expectAccessible(page)
  await both.getByRole('button', { name: 'Delete the other file' }).click()
  await page.getByText('Wheat.png deleted.').waitFor()
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Rye.png'])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Wheat.png', 'Rye.png'])
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('checkbox', { name: 'Select Wheat.png' }).check()
  await page.getByRole('region', { name: 'Selected files' }).getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Rye.png'])
  // Leaving the screen sends it.
  const sent = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('link', { name: 'Templates' }).first().click()
  await sent
  await open(page, `/${projectId}/media`)
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Rye.png'])

  await page.getByRole('button', { name: /^Rye\.png/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Rye.png' })
  await dialog.getByRole('link', { name: 'Bread on Sunday' }).waitFor()
  await dialog.getByText('Draft').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  const needed = page.getByRole('dialog', { name: 'Delete Rye.png?' })
  await needed.getByRole('link', { name: 'Bread on Sunday' }).waitFor()
  await needed.getByRole('button', { name: 'Delete anyway' }).click()
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  expect((await page.request.get(url ?? '')).status()).toBe(200)
  await page.getByRole('button', { name: 'Dismiss' }).last().click()
  await expect.poll(async () => (await page.request.get(url ?? '')).status(), { timeout: 15_000 }).toBe(404)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('uploads and plays a video', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/media`)
  await page.locator('main input[type=file]').setInputFiles('sandbox/samples/upright.mp4')
  await page.getByText('1 file uploaded', { exact: true }).waitFor()
  await setFilter(page, 'Type', 'Images')
  await page.getByRole('heading', { name: 'No files found' }).waitFor()
  await setFilter(page, 'Type', 'Videos')
  await page.getByRole('button', { name: /upright\.mp4 Video/ }).click()
  const dialog = page.getByRole('dialog', { name: 'upright.mp4' })
  for (const fact of ['Video, MP4', '0:06']) await dialog.getByText(fact).waitFor()
  const video = dialog.locator('video')
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.duration), { timeout: 15_000 }).toBeCloseTo(6, 0)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('supports the keyboard', async () => {
  const page = await browser.newPage()
  const projectId = await aLibrary(page, ['Rye.png', 'Wheat.png', 'Oat.png'])
  await open(page, `/${projectId}/media`)
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  const tabTo = async (what: RegExp): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      if (what.test((await focused()) ?? '')) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reached ${what}`)
  }
  await tabTo(/^Oat\.png/)
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toMatch(/^Wheat\.png/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByText('1 file selected').waitFor()
  await tabTo(/^Delete$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Oat.png', 'Rye.png'])
})

test.skipIf(!hasChromium)('is read-only for viewers', async () => {
  const owner = await browser.newPage()
  const projectId = await aLibrary(owner, ['Rye.png'])
  const page = await aMemberPage(browser, projectId, 'viewer')
  await open(page, `/${projectId}/media`)
  await page.getByText(/You are a viewer. Ask an editor, admin or owner to upload and edit media/).waitFor()
  expect(await page.getByRole('button', { name: 'Upload files' }).count()).toBe(0)
  expect(await names(page)).toEqual([])
  await page.getByRole('button', { name: /^Rye\.png/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Rye.png' })
  await dialog.getByText('Image, PNG').waitFor()
  for (const name of ['Delete', 'Replace']) expect(await dialog.getByRole('button', { name }).count()).toBe(0)
  await expectAccessible(page)
})
