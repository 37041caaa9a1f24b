import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { localOf } from '@/components/time/local-time'
import { createConnection } from '@/lib/connections/contract'
import { createAsset } from '@/lib/media/contract'
import { setAssetPoster } from '@/lib/media/posters/contract'
import { archiveStory, createStory, getStory } from '@/lib/stories/contract'
import { aSandboxAccount } from '@/tests/support/api/api'
import { aBrowser, hasChromium, open, post, signUp, testZone } from '@/tests/support/browser/browser'
import { finish, issuesIn } from '@/tests/support/browser/composer'
import { chooseOption, localTimeIn, setFilter } from '@/tests/support/browser/controls'

const browser = aBrowser()

async function choose(page: Page, ...channels: string[]): Promise<void> {
  for (const channel of channels) await page.getByRole('checkbox', { name: new RegExp(`^${channel}`) }).check()
}

test.skipIf(!hasChromium)('all optional fields are saved and shown again', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  await choose(page, 'Instagram', 'Facebook', 'X', 'Pinterest')
  await page.getByLabel('Caption', { exact: true }).fill('First.\n\nSecond.')
  await page.getByLabel('Link (optional)').fill('https://shop.example/bread')

  // Opened with the keyboard.
  const campaign = page.getByLabel('Campaign (optional)')
  expect(await campaign.isVisible()).toBe(false)
  await page.locator('summary', { hasText: 'More' }).focus()
  await page.keyboard.press('Enter')
  await campaign.fill('spring')
  await page.getByLabel('Content (optional)').fill('second')
  await page.getByLabel('Term (optional)').fill('rye')
  await page.getByLabel('Comment prompt').fill('Which one?')
  await page.getByLabel('Keep as a note').check()

  const until = localOf(new Date(Date.now() + 7 * 86_400_000), testZone)
  await page.getByRole('tab', { name: 'Instagram' }).click()
  await page.getByLabel('Pin to the grid').check()
  await page.getByLabel('Pinned until').fill(until)
  await page.getByRole('tab', { name: 'Facebook' }).click()
  await page.locator('summary', { hasText: 'More' }).click()
  await chooseOption(page.getByLabel('Post type for Facebook'), 'Single image or video')
  await page.getByLabel('Alt text for Facebook').fill('A loaf')
  await page.getByRole('tab', { name: 'X' }).click()
  await page.getByLabel('Post as a thread').check()
  await page.getByLabel('Separator').fill('---')
  await page.getByRole('button', { name: 'Add first comment' }).click()
  await page.keyboard.type('Recipe: {{link}}')
  await page.getByRole('tab', { name: 'Pinterest' }).click()
  await page.getByLabel('Pin title').fill('Bread')
  await page.getByLabel('Board ID').fill('board-1')
  await page.getByLabel('Board section ID').fill('section-1')
  await page.getByLabel('Pin link').fill('https://shop.example/pin')
  await page.getByLabel('Cover image').fill('https://images.example/cover.jpg')
  await finish(page, 'Save draft')
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)

  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const saved = await (await page.request.get(getStory.path.replace(':id', id))).json()
  expect(saved).toMatchObject({
    destination_url: 'https://shop.example/bread',
    utm_campaign: 'spring',
    utm_content: 'second',
    utm_term: 'rye',
    comment_ask: 'Which one?',
    comment_ask_mode: 'metadata',
    pin_to_grid: true,
    channel_overrides: {
      facebook: { post_type: 'single', alt_text: 'A loaf' },
      x: { caption_format: 'thread', thread_separator: '---', first_comment: 'Recipe: {{link}}' },
      pinterest: {
        title: 'Bread',
        board_id: 'board-1',
        board_section_id: 'section-1',
        link: 'https://shop.example/pin',
        cover_image_url: 'https://images.example/cover.jpg',
      },
    },
  })
  expect(localOf(saved.pin_until_at, testZone)).toBe(until)

  // Sections with a value start open. Cleared values are removed.
  await open(page, `${page.url()}/edit`)
  expect(await campaign.inputValue()).toBe('spring')
  await campaign.fill('')
  await page.getByRole('tab', { name: 'Instagram' }).click()
  expect(await localTimeIn(page.getByLabel('Pinned until'))).toBe(until)
  await page.getByLabel('Pin to the grid').uncheck()
  await page.getByRole('tab', { name: 'X' }).click()
  const comment = page.getByLabel('First comment for X')
  expect(await comment.inputValue()).toBe('Recipe: {{link}}')
  await comment.fill('')
  await finish(page, 'Save draft')
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
  const changed = await (await page.request.get(getStory.path.replace(':id', id))).json()
  expect(changed).toMatchObject({ utm_campaign: null, utm_term: 'rye', pin_to_grid: false, pin_until_at: null })
  expect(changed.channel_overrides.x).toEqual({ caption_format: 'thread', thread_separator: '---' })
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('each problem leads to its field, also in a closed section', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  await choose(page, 'Instagram', 'LinkedIn', 'Pinterest', 'Threads')
  await page.getByLabel('Caption', { exact: true }).fill('Words')
  await page.getByRole('button', { name: 'Add from URL' }).click()
  await page.getByLabel('URL of image 1').fill('https://images.example/1.mp4')
  await page.getByLabel('Alt text of video 1').fill('a'.repeat(1_001))
  await page.getByRole('tab', { name: 'LinkedIn' }).click()
  await page.locator('summary', { hasText: 'More' }).click()
  await page.getByLabel('Alt text for LinkedIn').fill('a'.repeat(4_087))
  await page.getByRole('tab', { name: 'Instagram' }).click()
  await page.getByLabel('Pin to the grid').check()
  await page.getByLabel('Pinned until').fill(localOf(new Date(Date.now() - 3_600_000), testZone))
  // Closed by hand: the problem has to open it.
  await page.getByRole('tab', { name: 'LinkedIn' }).click()
  await page.locator('summary', { hasText: 'More' }).click()
  expect(await page.getByLabel('Alt text for LinkedIn').isVisible()).toBe(false)

  const fields = ['Alt text for LinkedIn', 'Board ID', 'Cover image', 'Alt text of video 1', 'Pinned until']
  const count = page.getByRole('button', { name: /^\d+ issues/ })
  // The preview and the brand voice follow with a delay.
  await expect.poll(async () => Number.parseInt((await count.textContent()) ?? '', 10)).toBeGreaterThanOrEqual(9)
  const presses = Number.parseInt((await count.textContent()) ?? '', 10)
  const focused = new Set<string>()
  for (let press = 0; press < presses; press++) {
    await count.click()
    // A field in a closed part gets the focus once the part is open.
    await expect.poll(() => count.evaluate((button) => button === document.activeElement)).toBe(false)
    for (const field of fields) {
      const element = page.getByLabel(field)
      const hasFocus =
        (await element.count()) === 1 && (await element.evaluate((one) => one === document.activeElement))
      if (hasFocus && (await element.isVisible())) focused.add(field)
    }
  }
  expect([...focused].sort()).toEqual(fields.toSorted())
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('text that a network drops is a warning, not a blocking problem', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const account = await aSandboxAccount('instagram')
  const { network: channel, account_id, account_name, handle, credentials } = account
  await post(page, createConnection.path, {
    project_id: projectId,
    channel,
    account_id,
    account_name,
    handle,
    credentials,
  })
  await open(page, `/${projectId}/compose`)
  await choose(page, 'Instagram')
  await page.getByLabel('Caption', { exact: true }).fill('Words')
  await page.getByRole('button', { name: 'Add from URL' }).click()
  await page.getByLabel('URL of image 1').fill('https://images.example/1.jpg')
  await page.locator('summary', { hasText: 'More' }).first().click()
  await chooseOption(page.getByLabel('Post type', { exact: true }), 'Story (24 h)')
  const warnings = issuesIn(page)
  await warnings.getByText('the caption and hashtags are not posted').waitFor()
  await page.getByText('Published without text.').waitFor()
  expect(await warnings.getByText('Changes are not saved').count()).toBe(0)
  await page.getByRole('button', { name: '1 heads-up' }).waitFor()
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('archived stories are listed only under their status', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const make = async (caption: string): Promise<string> => {
    const { story } = await post(page, createStory.path, { project_id: projectId, caption, channels: ['x'] })
    return (story as { id: string }).id
  }
  await make('Still at hand')
  await post(page, archiveStory.path.replace(':id', await make('Put away')), {})
  await open(page, `/${projectId}/stories`)
  await page.getByRole('link', { name: 'Still at hand' }).waitFor()
  expect(await page.getByRole('link', { name: 'Put away' }).count()).toBe(0)
  await setFilter(page, 'Status', 'Archived')
  await page.getByRole('link', { name: 'Put away' }).waitFor()
  // The browser's list matches the one the server rendered.
  await setFilter(page, 'Status', null)
  await page.getByRole('link', { name: 'Still at hand' }).waitFor()
  expect(await page.getByRole('link', { name: 'Put away' }).count()).toBe(0)
})

test.skipIf(!hasChromium)('a channel takes the cover that its video has in the library', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const video = await readFile(new URL('../../../sandbox/samples/upright.mp4', import.meta.url))
  const made = await post(page, createAsset.path, { project_id: projectId, data_base64: video.toString('base64') })
  const { id, file_url } = made.asset as { id: string; file_url: string }
  const cover = await sharp({ create: { width: 300, height: 500, channels: 3, background: '#a63' } })
    .png()
    .toBuffer()
  const path = setAssetPoster.path.replace(':id', id)
  const saved = await page.request.put(path, {
    data: cover,
    headers: { 'content-type': 'image/png', origin: inject('productUrl') },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  const { poster_url } = await saved.json()
  const slides = [{ media_url: file_url }]
  const { story } = await post(page, createStory.path, {
    project_id: projectId,
    caption: 'Bread',
    channels: ['pinterest'],
    slides,
  })
  await open(page, `/${projectId}/stories/${(story as { id: string }).id}/edit`)
  await page.getByRole('tab', { name: 'Pinterest' }).click()
  const use = page.getByRole('button', { name: 'Use the video’s cover' })
  await use.click()
  expect(await page.getByLabel('Cover image').inputValue()).toBe(poster_url)
  await use.waitFor({ state: 'detached' })
})
