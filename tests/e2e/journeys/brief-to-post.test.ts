/** From a brief to a scheduled post, with suggestions of the sample model. */
import { expect, test } from 'vitest'
import { localOf } from '@/components/time/local-time'
import { database } from '@/lib/db/pool'
import { aBrowser, hasChromium, open, overflowOf, seriousFindings, testZone } from '@/tests/support/browser/browser'
import { finish, setTime } from '@/tests/support/browser/composer'
import { chooseSegment } from '@/tests/support/browser/controls'
import { anOwner } from '@/tests/support/browser/team'

const browser = aBrowser()

test.skipIf(!hasChromium)('a brief becomes a scheduled post', async () => {
  const { page, projectId } = await anOwner(browser, 'threads')
  await open(page, `/${projectId}/compose`)
  const caption = page.getByLabel('Caption', { exact: true })
  await page.getByRole('button', { name: 'Write with AI' }).click()
  const panel = page.getByRole('region', { name: 'Write with AI' })
  await panel.getByLabel('Brief').fill('Announce our new sourdough bread from the stone oven')
  await panel.getByRole('button', { name: 'Suggest captions' }).click()
  const first = panel.getByRole('article', { name: 'Suggestion 1' })
  await first.getByText('Sample text').waitFor()
  // The suggestions are shown and focused. Esc closes only the panel, and nothing in it is lost.
  await expect.poll(() => first.evaluate((shown) => shown === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Write with AI' }).click()
  expect(await panel.getByLabel('Brief').inputValue()).toMatch(/sourdough/)
  // Nothing changes until a suggestion is accepted.
  expect(await caption.inputValue()).toBe('')
  expect(await seriousFindings(page)).toEqual([])
  await first.getByRole('button', { name: 'Edit' }).click()
  await first.getByRole('textbox').fill('New: sourdough from the stone oven, every morning from seven until it is gone')
  await first.getByRole('button', { name: 'Use', exact: true }).click()
  expect(await caption.inputValue()).toMatch(/^New: sourdough/)
  // The toast leaves the buttons of the composer free.
  await page.getByRole('button', { name: 'Post now' }).click({ trial: true })
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await caption.inputValue()).toBe('')
  await first.getByRole('button', { name: 'Use', exact: true }).click()

  await chooseSegment(page, 'Task', 'Rewrite')
  await panel.getByRole('button', { name: 'Rewrite', exact: true }).click()
  await panel.getByRole('button', { name: 'Replace caption' }).and(page.locator(':enabled')).click()
  await chooseSegment(page, 'Task', 'Hashtags')
  await panel.getByRole('button', { name: 'Suggest hashtags' }).click()
  await panel.getByRole('button', { name: 'Use hashtags' }).click()
  expect(await page.getByLabel('Hashtags (optional)').inputValue()).toMatch(/^#\w+/)
  await chooseSegment(page, 'Task', 'Per channel')
  await panel.getByRole('button', { name: 'Write a version per channel' }).click()
  await panel.getByRole('article', { name: 'Version for Threads' }).waitFor()
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.poll(() => overflowOf(page)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })

  const tomorrow = new Date(Date.now() + 86_400_000)
  await setTime(page, localOf(tomorrow, testZone))
  await finish(page, 'Schedule')
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
  const story = await database()
    .selectFrom('stories')
    .select(['status', 'caption', 'hashtags'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  expect(story).toMatchObject({ status: 'scheduled', caption: expect.stringContaining('sourdough') })
  expect(story.hashtags).toMatch(/^#\w+/)
  expect(page.errors).toEqual([])
})
