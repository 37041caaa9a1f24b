import { expect, inject, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { createStory } from '@/lib/stories/contract'
import { aSandboxAccount } from '@/tests/support/api/api'
import { aBrowser, hasChromium, open, post, seriousFindings, signUp } from '@/tests/support/browser/browser'

const browser = aBrowser()

test.skipIf(!hasChromium)('pin to the grid: a reminder after publishing, until it is marked as done', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const { account_id, account_name, credentials } = await aSandboxAccount('instagram')
  await post(page, createConnection.path, {
    project_id: projectId,
    channel: 'instagram',
    account_id,
    account_name,
    credentials,
  })
  const { story } = (await post(page, createStory.path, {
    project_id: projectId,
    caption: 'Our opening hours',
    channels: ['instagram'],
    media_url: `${inject('sandboxUrl')}/samples/dawn.jpg`,
    pin_to_grid: true,
    scheduled_at: new Date().toISOString(),
  })) as { story: { id: string } }

  await open(page, `/${projectId}/stories/${story.id}`)
  await page.getByText('Pin this post in the Instagram app').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await open(page, `/${projectId}/queue`)
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'To do' }) })
  await section.getByRole('link', { name: 'Our opening hours' }).waitFor()
  await section.getByRole('button', { name: 'Pinned' }).click()
  await page.getByText('Marked as pinned.').waitFor()
  await section.waitFor({ state: 'hidden' })
  await open(page, `/${projectId}/stories/${story.id}`)
  await page.getByText('marked the post on Instagram as pinned.').waitFor()
  expect(await page.getByText('Pin this post in the').count()).toBe(0)
  expect(page.errors).toEqual([])
})
