/** A post that its network refuses is found, its reason is understood, and it is edited and sent without doubling anything. */
import { expect, test } from 'vitest'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings } from '../../support/browser'
import { postsOf, strike } from '../../support/publishing'
import { aMember, anOwner } from './team'

const browser = aBrowser()

test.skipIf(!hasChromium)(
  'a failed post: found, understood, edited, retried, out',
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
    await where.getByText('Use “Edit and retry” to change it.').waitFor()
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

    // Edited and sent again: the composer shows the failed channel alone.
    await page.getByRole('link', { name: 'Edit and retry' }).click()
    await page.getByRole('heading', { name: 'Edit and retry' }).waitFor()
    expect(await page.getByRole('tab').allTextContents()).toEqual(['X'])
    const edited = 'Doors open at ten'
    await page.getByLabel('Caption for X').fill(edited)
    await page.getByRole('region', { name: 'Preview' }).getByText(edited).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Save and retry' }).click()
    await page.getByText('Saved. It is retried in a minute.').waitFor()
    await page.getByText('Published', { exact: true }).first().waitFor({ timeout: 120_000 })
    await where.getByRole('link', { name: 'Open the post on X' }).waitFor()
    expect((await postsOf(account)).map(({ text }) => text)).toEqual([edited])
    expect(page.faults).toEqual([])
  },
  300_000,
)
