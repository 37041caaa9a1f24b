import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { localOf } from '@/components/time/zoned'
import { type ChannelId, channelIds } from '@/lib/channels/ids'
import { createConnection } from '@/lib/connections/contract'
import { getStory, type StoryDetail } from '@/lib/stories/contract'
import { aSandboxAccount } from '../../support/api'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings, signUp, testZone } from '../../support/browser'

/** One story for all seven channels, each said in its own way, written as a person would and never saved by hand. */

/** Longer than a second: an upload or a save of a busy machine takes its time. */
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

test.skipIf(!hasChromium)(
  'a person composes for seven channels, with words of their own where they differ',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUp(page)
    await connectAll(page, projectId)
    const tomorrow = localOf(new Date(Date.now() + 86_400_000), testZone)
    // From a free place in the calendar.
    await open(page, `/${projectId}/compose?at=${tomorrow}`)
    expect(await page.getByLabel('Time (optional)').inputValue()).toBe(tomorrow)
    // All connected channels are chosen. Words first.
    const text = `The oven is on.\n\n${'Sourdough, rye and spelt, every morning. '.repeat(8)}`
    await page.getByLabel('Caption', { exact: true }).fill(text)
    await page.getByLabel('Hashtags').fill('bread bakery')
    await page.getByLabel('Title').fill('Bread from today')
    await page.getByLabel('Link (optional)').fill('https://bakery.example/today')

    // What stands in the way is said first, each in its place; the picture mends two of them.
    const problems = page.getByRole('region', { name: 'Before it can go out' })
    await problems.getByText('Instagram has no posts without media').click()
    await page.getByRole('button', { name: 'By address' }).click()
    await page.getByLabel('Address of 1').fill('https://pictures.example/loaf.jpg')
    await page.getByLabel('Alt text of 1').fill('A round loaf')
    await problems.getByText('Instagram has no posts without media').waitFor({ state: 'detached' })

    // X: too long, so it becomes a thread.
    await problems.getByText(/by X's count, and 280 are allowed/).click()
    await page.getByRole('tab', { name: 'X', exact: true }).click()
    await page.getByLabel('Post as a thread').check()
    await page.getByLabel('Part 1 of 2', { exact: true }).fill('The oven is on, and it smells of bread.')
    await page.getByLabel('Part 2 of 2', { exact: true }).fill('Sourdough, rye and spelt. {{link}}')
    await until(() => preview(page, 'X').getByRole('listitem').count()).toBeGreaterThanOrEqual(2)
    await page.getByRole('tab', { name: 'X, differs' }).waitFor()
    await problems.getByText(/280 are allowed/).waitFor({ state: 'detached' })

    // Pinterest: a board and a title; LinkedIn and Ghost: words of their own.
    await page.getByRole('tab', { name: 'Pinterest' }).click()
    await page.getByLabel('Board', { exact: true }).selectOption({ label: 'Quiet mornings' })
    await page.getByLabel('Pin title').fill('Sourdough, every morning')
    await page.getByRole('tab', { name: 'LinkedIn' }).click()
    await page.getByLabel('Caption for LinkedIn').fill('We bake for offices, too.')
    await page.getByRole('tab', { name: 'Ghost' }).click()
    await page.getByLabel('Headline').fill('What we bake')
    await page.getByRole('tab', { name: 'Threads' }).click()
    await page.getByLabel('Caption for Threads').fill('Somebody said bread?')
    // Thought better of: the story's own words again, and only those.
    await page.getByRole('button', { name: 'Reset caption' }).click()
    await page.getByRole('tab', { name: 'Threads', exact: true }).waitFor()
    expect(await page.getByLabel('Caption for Threads').inputValue()).toBe(text)

    // The server's word on the last edits comes a moment after them.
    await until(() => page.getByRole('region', { name: 'Before it can go out' }).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 720 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('tab', { name: 'All channels' }).click()
    await preview(page, 'LinkedIn').getByText('We bake for offices, too.').waitFor()
    await preview(page, 'Facebook').getByText('The oven is on.').waitFor()

    // Saved all the while; scheduled from the keyboard.
    await page.getByText(/^Saved \d{1,2}:\d\d/).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
    await page.getByText('The story is scheduled.').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const story: StoryDetail = await (await page.request.get(getStory.path.replace(':id', id))).json()
    expect(story).toMatchObject({ status: 'scheduled', channels: [...channelIds] })
    expect(localOf(story.scheduled_at ?? '', testZone)).toBe(tomorrow)
    expect(Object.keys(story.channel_overrides).sort()).toEqual(['ghost', 'linkedin', 'pinterest', 'x'] as ChannelId[])
    expect(story.content_queue.map(({ status }) => status)).toEqual(channelIds.map(() => 'approved'))
    expect(page.faults).toEqual([])
  },
)
