/** A post that its network refuses is found, its reason is understood, and it is sent again without doubling anything. */
import { expect, test } from 'vitest'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings } from '../../support/browser'
import { postsOf, strike } from '../../support/publishing'
import { aMember, anOwner } from './team'

const browser = aBrowser()

test.skipIf(!hasChromium)(
  'a failed post: found, understood, retried, out',
  async () => {
    const { page, projectId, account } = await anOwner(browser, 'x')
    await strike(account, { fault: 'refuse', preset: 'content', call: 'publish', times: 1 })
    const caption = 'Doors open at nine'
    const scheduled_at = new Date().toISOString()
    await post(page, createStory.path, { project_id: projectId, caption, channels: ['x'], scheduled_at })

    // Found in the list, by its state.
    await open(page, `/${projectId}/stories`)
    await page.getByRole('listitem').filter({ hasText: caption }).getByText('Failed').waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: caption, exact: true }).click()

    // Understood: what the network said, and what helps.
    const where = page.getByRole('region', { name: 'Where it goes' })
    await where.getByText('X does not let this account post this').waitFor()
    await where.getByText('duplicate it, mend the copy and send that').waitFor()
    await page
      .getByRole('region', { name: 'Activity' })
      .getByText(/Attempt 1 on X failed/)
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const viewer = await aMember(browser, projectId, 'viewer')
    await viewer.setViewportSize({ width: 320, height: 720 })
    await open(viewer, page.url())
    await viewer.getByText('X does not let this account post this').first().waitFor()
    expect(await viewer.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(await overflowOf(viewer)).toBe(0)

    // Sent again.
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The failed channels are tried again in a minute.').waitFor()
    await page.getByText('Published', { exact: true }).first().waitFor({ timeout: 120_000 })
    await where.getByRole('link', { name: 'Open the post on X' }).waitFor()
    expect(await postsOf(account)).toHaveLength(1)
    expect(page.faults).toEqual([])
  },
  300_000,
)
