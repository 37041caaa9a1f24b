/** Revoked access: a banner on every screen, reconnect, and posts are published again. */
import { expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings } from '@/tests/support/browser/browser'
import { aMember, anOwner, untilPostsAre } from '@/tests/support/browser/team'

const browser = aBrowser()

test.skipIf(!hasChromium)(
  'reconnect: banner, consent, posts are published again',
  async () => {
    const { page, projectId, account } = await anOwner(browser, 'threads')
    await database()
      .updateTable('social_connections')
      .set({ status: 'revoked' })
      .where('project_id', '=', projectId)
      .execute()
    const banner = page.getByText('Threads: posts fail until you reconnect')
    for (const screen of ['queue', 'stories', 'analytics']) {
      await open(page, `/${projectId}/${screen}`)
      await banner.waitFor()
    }
    // Viewers see the banner and whom to ask.
    const viewer = await aMember(browser, projectId, 'viewer')
    await viewer.setViewportSize({ width: 320, height: 720 })
    await open(viewer, `/${projectId}/connections`)
    await viewer.getByText('Threads: posts fail until you reconnect').waitFor()
    await viewer.getByText('Ask an admin or owner to connect').waitFor()
    expect(await viewer.getByRole('button', { name: /^Reconnect/ }).count()).toBe(0)
    expect(await overflowOf(viewer)).toBe(0)
    expect(await seriousFindings(viewer)).toEqual([])

    await page.getByRole('link', { name: 'Go to connections' }).click()
    await page.getByRole('button', { name: 'Reconnect Threads' }).click()
    await page.waitForURL(`${inject('sandboxUrl')}/**`)
    await page.locator(`input[name=account][value="${account.account_id}"]`).check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(/\/connections/)
    await page.getByText('Threads is connected as').waitFor()
    await banner.waitFor({ state: 'detached' })
    await page.getByText('No posts yet.').waitFor()

    const caption = 'Back again'
    const scheduled_at = new Date().toISOString()
    await post(page, createStory.path, { project_id: projectId, caption, channels: ['threads'], scheduled_at })
    await untilPostsAre('posted', projectId)
    await page.reload()
    await page.getByRole('link', { name: caption }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: caption }).click()
    await page.getByRole('link', { name: 'View post on Threads' }).waitFor()
    expect(page.errors).toEqual([])
  },
  240_000,
)
