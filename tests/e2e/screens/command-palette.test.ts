import { expect, test } from 'vitest'
import { createStory } from '@/lib/stories/contract'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  post,
  seriousFindings,
  signUp,
  signUpByForm,
  testZone,
} from '@/tests/support/browser/browser'

/** Keyboard navigation with the palette, and single-key shortcuts. */

const browser = aBrowser()

const placeholder = 'Search stories, screens and actions'

test.skipIf(!hasChromium)('find and open a story and a screen with the keyboard', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const made = (title: string, caption: string) =>
    post(page, createStory.path, { project_id: projectId, title, caption, channels: ['x'] })
  await made('Sourdough', 'How the starter is fed')
  const { story } = (await made('Cold brew', 'Twelve hours in the dark')) as { story: { id: string } }
  await open(page, `/${projectId}/stories`)
  await page.keyboard.press('Control+k')
  const field = page.getByPlaceholder(placeholder)
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  await field.fill('dark twel')
  // The date tells stories with the same name apart.
  const brew = page.getByRole('option', { name: /^Cold brew.*Draft.*\d{1,2}:\d{2}/ })
  expect(await brew.locator('time').getAttribute('title')).toContain(`(${testZone}, `)
  await expect.poll(() => page.getByRole('option', { name: /Sourdough/ }).count()).toBe(0)
  expect(await page.getByText('No results.', { exact: true }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/stories/${story.id}$`))

  await page.keyboard.press('Control+k')
  await field.fill('connections')
  await page.getByRole('option', { name: 'Connections', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/connections$/)

  await page.keyboard.press('Control+k')
  await field.fill('factor two')
  await page.getByRole('option', { name: /^Security/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/account\/security$/)

  await page.keyboard.press('Control+k')
  await field.fill('dark theme')
  await page.getByRole('option', { name: 'Theme: dark', selected: true }).waitFor()
  await field.fill('zzzz')
  await page.getByText('No results.').waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('single-key shortcuts work, not in text fields, and can be turned off', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/connections`)
  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await page.waitForURL(/\/queue$/)
  await page.keyboard.press('n')
  await page.waitForURL(/\/compose$/)
  await page.getByLabel('Caption', { exact: true }).pressSequentially('gq no? n')
  expect(await page.getByLabel('Caption', { exact: true }).inputValue()).toBe('gq no? n')
  expect(new URL(page.url()).pathname).toMatch(/\/compose$/)

  await open(page, `/${projectId}/connections`)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Go to Queue').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await help.getByLabel('Single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.keyboard.press('n')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(placeholder).waitFor()
  expect([await help.count(), new URL(page.url()).pathname]).toEqual([0, `/${projectId}/connections`])
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('opens with a tap on a phone and fits', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' })
  await signUpByForm(page)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByPlaceholder(placeholder).waitFor()
  expect(await overflowOf(page)).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
})
