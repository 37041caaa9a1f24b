import { expect, inject, test } from 'vitest'
import { createStory } from '@/lib/stories/contract'
import { previewStory } from '@/lib/stories/preview-contract'
import { aBrowser, hasChromium, open, post, signUp } from '@/tests/support/browser/browser'

const browser = aBrowser()

// The user agent of a headless browser counts as a bot.
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

test.skipIf(!hasChromium)('two clicks of one reader count once', async () => {
  const author = await browser.newPage()
  const { projectId } = await signUp(author)
  const destination_url = `${inject('sandboxUrl')}/samples/`
  const given = { project_id: projectId, caption: 'Go: {{link}}', channels: ['x'], destination_url }
  const made = await post(author, createStory.path, given)
  const { id } = made.story as { id: string }
  const preview = await (await author.request.get(previewStory.path.replace(':id', id))).json()
  const link = preview.channels.x.tracked_link.short_url as string

  await open(author, `/${projectId}/stories/${id}`)
  const links = author.getByRole('region', { name: 'Tracked links' })
  await links.getByText(link).waitFor()
  await links.getByText('0 clicks').waitFor()

  const reader = await browser.newPage({ userAgent })
  for (let time = 0; time < 2; time++) {
    await reader.goto(link)
    expect(new URL(reader.url()).pathname).toBe('/samples/')
    expect(new URL(reader.url()).searchParams.get('utm_source')).toBe('twitter')
  }
  await author.reload()
  await links.getByText('1 click tracked by Storycast', { exact: true }).waitFor()
  expect([...author.errors, ...reader.errors]).toEqual([])
})
