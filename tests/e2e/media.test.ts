import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings, signUp } from '../support/browser'
import { aPictureFile, choose } from './media-files'
import { aMemberPage } from './people'

/** Holds that a file of the library is found, described, used and deleted, by the keyboard too, and by whom. */

const browser = aBrowser()

const names = async (page: Page): Promise<string[]> =>
  (await page.getByRole('checkbox', { name: /^Choose / }).all()).length === 0
    ? []
    : page
        .getByRole('checkbox', { name: /^Choose / })
        .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')?.replace('Choose ', '') ?? ''))

/** A library with these files, the last of them the newest. */
async function aLibrary(page: Page, files: string[]): Promise<string> {
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/media`)
  for (const name of files) {
    await choose(page, [aPictureFile(name)])
    await page.getByRole('checkbox', { name: `Choose ${name}` }).waitFor()
  }
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  return projectId
}

const sound = async (page: Page): Promise<void> => {
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflowOf(page), 'pixels wider than the window').toBe(0)
}

test.skipIf(!hasChromium)(
  'files are searched, tagged together, described and shown with what is known of them',
  async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 720 }, colorScheme: 'dark' })
    const projectId = await aLibrary(page, ['Rye.png', 'Wheat.png', 'IMG_2041.png'])
    await page.getByLabel('Search').fill('2041')
    await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['IMG_2041.png'])
    await expect.poll(() => page.url(), { timeout: 15_000 }).toContain('?q=2041')
    await page.getByLabel('Search').fill('nothing like it')
    await page.getByRole('heading', { name: 'No file fits this search' }).waitFor()
    await sound(page)
    await page.getByRole('button', { name: 'Show all files' }).click()
    await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['IMG_2041.png', 'Wheat.png', 'Rye.png'])

    await page.getByRole('checkbox', { name: 'Choose Wheat.png' }).check()
    await page.getByRole('checkbox', { name: 'Choose Rye.png' }).check()
    await page.getByText('2 files chosen').waitFor()
    await sound(page)
    await page.getByRole('button', { name: 'Add tags' }).click()
    await page.getByLabel('Tags to add').fill('bread, autumn')
    await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click()
    await page.getByText('2 files tagged bread, autumn.').waitFor()
    await page.getByRole('button', { name: 'Choose none' }).click()
    await page.getByLabel('Tag', { exact: true }).selectOption('autumn')
    await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Wheat.png', 'Rye.png'])

    await page.getByRole('button', { name: /^Rye\.png/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Rye.png' })
    for (const fact of ['Picture, PNG', '320 × 240 pixels', 'In no story yet.']) await dialog.getByText(fact).waitFor()
    await sound(page)
    await dialog.getByLabel('Name').fill('Rye bread')
    await dialog.getByLabel('Category').fill('Loaves')
    await dialog.getByRole('textbox', { name: 'Tags' }).fill(' crust ,autumn, crust,')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The file is saved.').waitFor()
    await page.reload()
    const renamed = page.getByRole('dialog', { name: 'Rye bread' })
    expect(await renamed.getByRole('textbox', { name: 'Tags' }).inputValue()).toBe('crust, autumn')
    await page.keyboard.press('Escape')
    expect(await names(page)).toEqual(['Wheat.png', 'Rye bread'])
    await page.getByLabel('Tag', { exact: true }).selectOption('crust')
    await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Rye bread'])
    await page.getByLabel('Tag', { exact: true }).selectOption('autumn')
    await page.getByLabel('Search').fill('loav')
    await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Rye bread'])
    await page.getByLabel('Kind').selectOption('film')
    await page.getByRole('heading', { name: 'No file fits this search' }).waitFor()
    expect(page.url()).toContain(`/${projectId}/media?q=loav&kind=film&tag=autumn`)
    expect(page.faults).toEqual([])
  },
)

test.skipIf(!hasChromium)(
  'a file that a story needs is kept, until somebody knows what it means to delete it',
  async () => {
    const page = await browser.newPage()
    const projectId = await aLibrary(page, ['Rye.png', 'Wheat.png'])
    await page.getByRole('button', { name: /^Rye\.png/ }).click()
    const url = await page.getByRole('img', { name: 'Rye.png' }).getAttribute('src')
    await page.keyboard.press('Escape')
    const base = { project_id: projectId, channels: ['x'], slides: [{ media_url: url }] }
    await post(page, createStory.path, { ...base, title: 'Bread on Sunday', caption: 'Rye' })

    await page.getByRole('checkbox', { name: 'Choose Rye.png' }).check()
    await page.getByRole('checkbox', { name: 'Choose Wheat.png' }).check()
    await page.getByRole('region', { name: 'Chosen files' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete 2 files?' }).getByRole('button', { name: 'Delete' }).click()
    const needed = page.getByRole('dialog', { name: 'Rye.png is still needed' })
    await needed.getByRole('link', { name: 'Bread on Sunday' }).waitFor()
    await needed.getByText(/Without the file their posts cannot go out/).waitFor()
    await sound(page)
    await needed.getByRole('button', { name: 'Keep it' }).click()
    await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Rye.png'])

    await page.getByRole('button', { name: /^Rye\.png/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Rye.png' })
    await dialog.getByRole('link', { name: 'Bread on Sunday' }).waitFor()
    await dialog.getByText('Draft').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete Rye.png?' }).getByRole('button', { name: 'Delete' }).click()
    await needed.getByRole('button', { name: 'Delete it all the same' }).click()
    await page.getByRole('heading', { name: 'No files yet' }).waitFor()
    expect((await page.request.get(url ?? '')).status()).toBe(404)
    expect(page.faults).toEqual([])
  },
)

test.skipIf(!hasChromium)('a film is uploaded, is a film among the files, and plays', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/media`)
  await page.locator('main input[type=file]').setInputFiles('lib/sandbox/films/upright.mp4')
  await page.getByText('1 file is in the library').waitFor()
  await page.getByLabel('Kind').selectOption('picture')
  await page.getByRole('heading', { name: 'No file fits this search' }).waitFor()
  await page.getByLabel('Kind').selectOption('film')
  await page.getByRole('button', { name: /upright\.mp4 Film/ }).click()
  const dialog = page.getByRole('dialog', { name: 'upright.mp4' })
  for (const fact of ['Film, MP4', '0:06']) await dialog.getByText(fact).waitFor()
  const film = dialog.locator('video')
  await expect.poll(() => film.evaluate((it: HTMLVideoElement) => it.duration), { timeout: 15_000 }).toBeCloseTo(6, 0)
  expect(page.faults).toEqual([])
})

test.skipIf(!hasChromium)('the library is gone through with the keyboard alone', async () => {
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
    throw new Error(`Tab never came to ${what}`)
  }
  await tabTo(/^Oat\.png/)
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toMatch(/^Wheat\.png/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByText('1 file chosen').waitFor()
  await tabTo(/^Delete$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete Wheat.png?' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await focused()).toBe('Delete')
  await page.keyboard.press('Enter')
  await tabTo(/^Keep it$/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => names(page), { timeout: 15_000 }).toEqual(['Oat.png', 'Rye.png'])
})

test.skipIf(!hasChromium)('who only looks on sees everything and is told who may change it', async () => {
  const owner = await browser.newPage()
  const projectId = await aLibrary(owner, ['Rye.png'])
  const page = await aMemberPage(browser, projectId, 'viewer')
  await open(page, `/${projectId}/media`)
  await page
    .getByText(/You are a viewer here: ask an editor, admin or owner of the project to add and change media/)
    .waitFor()
  expect(await page.getByRole('button', { name: 'Upload files' }).count()).toBe(0)
  expect(await names(page)).toEqual([])
  await page.getByRole('button', { name: /^Rye\.png/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Rye.png' })
  await dialog.getByText('Picture, PNG').waitFor()
  for (const name of ['Delete', 'Save changes']) expect(await dialog.getByRole('button', { name }).count()).toBe(0)
  await sound(page)
})
