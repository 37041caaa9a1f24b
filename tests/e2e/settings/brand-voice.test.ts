import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { aBrowser, hasChromium, open, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { insertStory } from '@/tests/support/database/story-rows'

const browser = aBrowser()

test.skipIf(!hasChromium)('set brand voice rules, see what breaks them, and meet them in the composer', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await insertStory(database(), { projectId, channels: ['x'], caption: 'Act now: cheap bread', dueIn: 86_400 })
  await open(page, `/${projectId}/settings`)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Brand voice' }).click()
  // A list from a document, with a phrase in it.
  const words = page.getByRole('textbox', { name: 'Words to avoid' })
  await words.focus()
  await words.evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'cheap, free\nact now')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await page.getByText('Added to phrases because of the spaces: “act now”.').waitFor()
  await page.getByRole('button', { name: 'Remove “free”' }).click()
  await page.getByLabel('Exclamation marks per text').fill('1')
  await page.getByLabel('No emojis').check()

  // The rules can be tried before they are saved.
  const trial = page.getByRole('region', { name: 'Try the rules' })
  await trial.getByLabel('Text').fill('🔥 A CHEAP and free deal! Now!')
  await trial.getByText('is a word to avoid. Use another one.').waitFor()
  expect(await trial.locator('mark').allTextContents()).toEqual(['🔥', 'CHEAP', '!'])
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save settings' }).click()
  const scheduled = page.getByRole('region', { name: 'Scheduled stories' })
  await scheduled.getByText('1 scheduled story breaks these rules.').waitFor()
  await scheduled.getByRole('link', { name: 'Act now: cheap bread' }).waitFor()

  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^X/ }).check()
  await page.getByLabel('Caption', { exact: true }).fill('Act now')
  await page.getByRole('list', { name: 'Brand voice' }).getByText('is a phrase to avoid. Rephrase it.').waitFor()
  await page.getByText('Comment prompt, tracking').click()
  await page.getByLabel('Comment prompt (optional)').fill('Too cheap?')
  await page.getByRole('list', { name: 'Brand voice of the comment prompt' }).getByText('“cheap”').waitFor()

  await open(page, `/${projectId}/settings/voice`)
  await page.getByRole('button', { name: 'Remove all rules' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Remove “cheap”' }).waitFor()
  expect(page.errors).toEqual([])
})
