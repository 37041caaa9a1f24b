import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { getStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { finish } from '@/tests/support/browser/composer'
import { chooseOption, storyAction } from '@/tests/support/browser/controls'
import { addPillar } from '@/tests/support/browser/pillars'
import { insertStory } from '@/tests/support/database/story-rows'

const browser = aBrowser()

test.skipIf(!hasChromium)('save a story as a template, change it, and start stories from it', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await addPillar(page, projectId, { name: 'Recipes', content_type: 'recipes' })
  const { storyId } = await insertStory(database(), {
    projectId,
    channels: ['x'],
    caption: 'Bread of the week',
    hashtags: '#bread',
    status: 'draft',
  })
  await open(page, `/${projectId}/stories/${storyId}`)
  await storyAction(page, 'Save as template')
  await page.getByLabel('Name').fill('Weekly bread')
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByText('Template saved.').waitFor()

  await page.getByRole('link', { name: 'Templates' }).click()
  const table = page.getByRole('table', { name: 'Templates' })
  await table.getByRole('button', { name: 'Weekly bread', exact: true }).click()
  await chooseOption(page.getByRole('combobox', { name: 'Pillar' }), 'Recipes')
  await page.getByLabel('Caption (optional)').fill('Our bread of the week')
  // Esc does not lose what was typed.
  await page.keyboard.press('Escape')
  await page.getByRole('alert').filter({ hasText: 'Close without saving?' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save template' }).click()
  await table.getByText('Our bread of the week').waitFor()
  await table.getByRole('button', { name: 'Actions for “Weekly bread”' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await table.getByRole('button', { name: 'Weekly bread copy', exact: true }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('nothing like this')
  await page.getByText('No templates found').waitFor()
  await page.getByRole('button', { name: 'Show all templates' }).click()

  await open(page, `/${projectId}/compose`)
  await page.getByRole('button', { name: 'Start from template' }).click()
  await page
    .getByRole('list', { name: 'Templates' })
    .getByRole('button', { name: /^Weekly bread Our/ })
    .click()
  expect(await page.getByLabel('Caption', { exact: true }).inputValue()).toBe('Our bread of the week')
  expect(await page.getByRole('checkbox', { name: /^X/ }).isChecked()).toBe(true)
  await finish(page, 'Save draft')
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const story = await (await page.request.get(getStory.path.replace(':id', id))).json()
  expect(story).toMatchObject({ hashtags: '#bread', content_type: 'recipes', template_id: expect.any(String) })
  expect(page.errors).toEqual([])
})
