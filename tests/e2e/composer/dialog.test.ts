import { expect, test } from 'vitest'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { setFilter } from '@/tests/support/browser/controls'

/** The composer as a dialog over another page, and the toolbar of its editor. */

/** Polls for longer than the default: saves and uploads are slow on a busy machine. */
const until = <T>(ask: () => T) => expect.poll(ask, { timeout: 15_000 })

const browser = aBrowser()

test.skipIf(!hasChromium)('opens over the page it came from, with its own address', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await post(page, createStory.path, { project_id: projectId, caption: 'Bread', channels: ['x'] })
  await open(page, `/${projectId}/stories`)
  await setFilter(page, 'Status', 'Draft')
  await page.waitForURL(/status=draft/)
  const list = page.url()
  const link = page.getByRole('link', { name: 'New story' }).first()
  const dialog = page.getByRole('dialog', { name: 'New story' })
  const caption = dialog.getByLabel('Caption', { exact: true })

  await link.click()
  await caption.waitFor()
  expect(new URL(page.url()).pathname).toBe(`/${projectId}/compose`)
  // The cursor is in the caption.
  await until(() => caption.evaluate((field) => field === document.activeElement)).toBe(true)
  await dialog.getByRole('checkbox', { name: /^X/ }).check()
  await caption.fill('Rye from Friday')
  await page.waitForURL(/\/compose\?story=/)
  const address = page.url()
  expect(await seriousFindings(page)).toEqual([])
  // Esc closes nothing but the menu that is open.
  await dialog.getByRole('button', { name: 'More ways to finish' }).click()
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(true)
  // Closing asks nothing: the draft is saved. The list keeps its filter and shows the draft.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(page.url()).toBe(list)
  await until(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('link', { name: 'Rye from Friday' }).waitFor()

  // Forward opens it again, back closes it, and a reload shows it as a page.
  await page.goForward()
  await until(() => page.getByRole('dialog').getByLabel('Caption', { exact: true }).inputValue()).toBe(
    'Rye from Friday',
  )
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await open(page, address)
  await page.waitForURL(/\/edit$/)
  await page.getByRole('heading', { level: 1, name: 'Edit story' }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)

  // From the page of a story. What was changed there is shown after closing.
  await page.getByRole('link', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit story' })
  await editing.getByLabel('Caption', { exact: true }).fill('Rye from Saturday')
  await editing.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('heading', { level: 1, name: 'Rye from Saturday' }).waitFor()

  // On a phone it is the whole screen, with the preview behind a tab.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('link', { name: 'Edit' }).click()
  await until(async () => (await editing.boundingBox())?.width).toBe(320)
  await editing.getByRole('radio', { name: 'Preview' }).check()
  await editing.getByRole('article', { name: 'Preview for X' }).waitFor()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('emoji, hashtag sets, mentions and variables are added with the toolbar', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^X/ }).check()
  const caption = page.getByLabel('Caption', { exact: true })
  const hashtags = page.getByLabel('Hashtags (optional)')
  await caption.fill('Warm bread')
  await page.getByRole('button', { name: 'Emoji' }).click()
  await page.getByLabel('Search emoji').fill('croissant')
  await page.getByRole('dialog', { name: 'Emoji' }).getByRole('gridcell', { name: 'croissant' }).waitFor()
  await page.keyboard.press('Enter')
  await until(() => caption.inputValue()).toBe('Warm bread🥐')
  // The browser can undo it, and the field has the cursor.
  await page.keyboard.press('Control+z')
  expect(await caption.inputValue()).toBe('Warm bread')

  await page.getByRole('button', { name: 'Mention' }).click()
  await page.getByLabel('Account to mention').fill('@mill')
  await page.keyboard.press('Enter')
  await until(() => caption.inputValue()).toBe('Warm bread @mill ')
  await page.getByRole('button', { name: 'Variables' }).click()
  await page.getByRole('button', { name: /^\{\{link\}\}/ }).click()
  await until(() => caption.inputValue()).toBe('Warm bread @mill {{link}} ')

  // A set is saved from the hashtags, changed, used, deleted and restored.
  await hashtags.fill('#bread')
  await page.getByRole('button', { name: 'Hashtag sets' }).click()
  const sets = page.getByRole('dialog', { name: 'Hashtag sets' })
  await sets.getByRole('button', { name: 'Save current hashtags as a set' }).click()
  await sets.getByLabel('Name').fill('Bakery')
  await sets.getByLabel('Hashtags').fill('#bread #two-words')
  await sets.getByRole('button', { name: 'Save set' }).click()
  await sets.getByText('A hashtag must have only letters, digits and underscores').waitFor()
  await sets.getByLabel('Hashtags').fill('#bread rye')
  await sets.getByRole('button', { name: 'Save set' }).click()
  await sets.getByRole('button', { name: /^Bakery 2 hashtags/ }).click()
  await until(() => hashtags.inputValue()).toBe('#bread #rye')
  await sets.getByRole('button', { name: 'Delete Bakery' }).click()
  await page.getByText('Deleted “Bakery”.').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Deleted “Bakery”.' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await page.getByRole('button', { name: 'Hashtag sets' }).click()
  await sets.getByRole('button', { name: /^Bakery/ }).waitFor()
  expect(page.errors.filter((error) => !error.includes('400'))).toEqual([])
})
