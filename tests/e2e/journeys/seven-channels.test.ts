import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { localOf } from '@/components/time/local-time'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { createConnection } from '@/lib/connections/contract'
import { getStory, type StoryDetail } from '@/lib/stories/contract'
import { aSandboxAccount } from '@/tests/support/api/api'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  post,
  seriousFindings,
  signUp,
  testZone,
} from '@/tests/support/browser/browser'
import { chosenTime, issuesIn } from '@/tests/support/browser/composer'
import { chooseOption } from '@/tests/support/browser/controls'

/** One story for all seven channels with overrides, saved automatically and scheduled. */

/** Polls for longer than the default: saves and uploads are slow on a busy machine. */
const until = <T>(ask: () => T) => expect.poll(ask, { timeout: 15_000 })

const browser = aBrowser()

async function connectAll(page: Page, projectId: string): Promise<void> {
  for (const channel of channelIds) {
    const { account_id, account_name, handle, credentials } = await aSandboxAccount(channel)
    const account = { account_id, account_name, handle, credentials }
    await post(page, createConnection.path, { project_id: projectId, channel, ...account })
  }
}

const preview = (page: Page, name: string) => page.getByRole('article', { name: `Preview for ${name}` })

test.skipIf(!hasChromium)('a story for seven channels with overrides', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await connectAll(page, projectId)
  const tomorrow = localOf(new Date(Date.now() + 86_400_000), testZone)
  // From a free slot in the calendar.
  await open(page, `/${projectId}/compose?at=${tomorrow}`)
  expect(await chosenTime(page)).toBe(tomorrow)
  // All connected channels are preselected.
  const text = `The oven is on.\n\n${'Sourdough, rye and spelt, every morning. '.repeat(8)}`
  await page.getByLabel('Caption', { exact: true }).fill(text)
  await page.getByLabel('Hashtags').fill('bread bakery')
  await page.getByLabel('Title').fill('Bread from today')
  await page.getByLabel('Link (optional)').fill('https://bakery.example/today')

  // Each problem leads to its field. The image fixes two of them.
  const problems = issuesIn(page)
  await problems.getByText('Instagram needs an image or a video').click()
  await page.getByRole('button', { name: 'Add from URL' }).click()
  await page.getByLabel('URL of image 1').fill('https://images.example/loaf.jpg')
  await page.getByLabel('Alt text of image 1').fill('A round loaf')
  await problems.getByText('Instagram needs an image or a video').waitFor({ state: 'detached' })

  // X: too long, so it becomes a thread.
  await problems.getByText(/\(X's count\)\. The limit is 280/).click()
  await page.getByRole('tab', { name: 'X', exact: true }).click()
  await page.getByLabel('Post as a thread').check()
  await page.getByLabel('Part 1 of 2', { exact: true }).fill('The oven is on, and it smells of bread.')
  await page.getByLabel('Part 2 of 2', { exact: true }).fill('Sourdough, rye and spelt. {{link}}')
  await until(() => preview(page, 'X').getByRole('listitem').count()).toBeGreaterThanOrEqual(2)
  await page.getByRole('tab', { name: 'X, customized' }).waitFor()
  await problems.getByText(/280 are allowed/).waitFor({ state: 'detached' })

  // Pinterest: a board and a title. LinkedIn and Ghost: other texts.
  await page.getByRole('tab', { name: 'Pinterest' }).click()
  await chooseOption(page.getByLabel('Board', { exact: true }), 'Quiet mornings')
  await page.getByLabel('Pin title').fill('Sourdough, every morning')
  await page.getByRole('tab', { name: 'LinkedIn' }).click()
  await page.getByLabel('Caption for LinkedIn').fill('We bake for offices, too.')
  await page.getByRole('tab', { name: 'Ghost' }).click()
  await page.getByLabel('Headline').fill('What we bake')
  await page.getByRole('tab', { name: 'Threads' }).click()
  await page.getByLabel('Caption for Threads').fill('Did someone say bread?')
  // Reset: the story's caption again.
  await page.getByRole('button', { name: 'Reset caption' }).click()
  await page.getByRole('tab', { name: 'Threads', exact: true }).waitFor()
  expect(await page.getByLabel('Caption for Threads').inputValue()).toBe(text)
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(() => page.getByLabel('Caption for Threads').inputValue()).toBe('Did someone say bread?')
  await page.getByRole('button', { name: 'Reset caption' }).click()

  // The preview follows the last edits with a delay.
  await until(() => page.getByRole('button', { name: /\d issue/ }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('tab', { name: 'All channels' }).click()
  await page.getByRole('button', { name: 'Show LinkedIn' }).click()
  await preview(page, 'LinkedIn').getByText('We bake for offices, too.').waitFor()
  await page.getByRole('button', { name: 'Show Facebook' }).click()
  await preview(page, 'Facebook').getByText('The oven is on.').waitFor()

  // Saved automatically. Scheduled with the keyboard.
  await page.getByText(/^Saved \d{1,2}:\d\d/).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
  await page.getByText('Story scheduled.').waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const story: StoryDetail = await (await page.request.get(getStory.path.replace(':id', id))).json()
  expect(story).toMatchObject({ status: 'scheduled', channels: [...channelIds] })
  expect(localOf(story.scheduled_at ?? '', testZone)).toBe(tomorrow)
  expect(Object.keys(story.channel_overrides).sort()).toEqual(['ghost', 'linkedin', 'pinterest', 'x'] as ChannelId[])
  expect(story.content_queue.map(({ status }) => status)).toEqual(channelIds.map(() => 'approved'))
  // Seven statuses, and one post at a time.
  const posts = page.getByRole('region', { name: 'Posts' })
  await posts.getByRole('button', { name: 'Show the post on LinkedIn' }).click()
  await posts.getByText('We bake for offices, too.').waitFor()
  expect(await posts.getByRole('button', { name: /^Show the post/ }).count()).toBe(6)
  expect(page.errors).toEqual([])
})
