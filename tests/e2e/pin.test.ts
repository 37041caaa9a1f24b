import { expect, inject, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { createStory } from '@/lib/stories/contract'
import { aSandboxAccount } from '../support/api'
import { aBrowser, hasChromium, open, post, seriousFindings, signUp } from '../support/browser'

const browser = aBrowser()

test.skipIf(!hasChromium)(
  'a pin that Instagram’s API cannot set is asked of a person once the post is out, until they say that it is done',
  async () => {
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
    await page.getByText('Pin this post by hand in the Instagram app').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await open(page, `/${projectId}/queue`)
    const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'To do by hand' }) })
    await section.getByText('Our opening hours').waitFor()
    await section.getByRole('button', { name: 'Pinned' }).click()
    await page.getByText('Noted: it is pinned.').waitFor()
    await section.waitFor({ state: 'hidden' })
    await open(page, `/${projectId}/stories/${story.id}`)
    await page.getByText('Pinned on instagram by hand.').waitFor()
    expect(await page.getByText('Pin this post by hand').count()).toBe(0)
    expect(page.faults).toEqual([])
  },
)
