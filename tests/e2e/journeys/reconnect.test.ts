/** A withdrawn access is told on every screen, mended by going to the network again, and what follows goes out. */
import { expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings } from '../../support/browser'
import { aMember, anOwner } from './team'

const browser = aBrowser()

test.skipIf(!hasChromium)(
  'reconnect: told wherever one works, mended at the network, and posts go out again',
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
    // Who may not reconnect is told all the same, and who can.
    const viewer = await aMember(browser, projectId, 'viewer')
    await viewer.setViewportSize({ width: 320, height: 720 })
    await open(viewer, `/${projectId}/connections`)
    await viewer.getByText('Threads: posts fail until you reconnect').waitFor()
    await viewer.getByText('ask an admin or owner of the project to connect').waitFor()
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
    await page.getByText('Nothing has gone out through it yet.').waitFor()

    const caption = 'Back again'
    const scheduled_at = new Date().toISOString()
    await post(page, createStory.path, { project_id: projectId, caption, channels: ['threads'], scheduled_at })
    await page.getByRole('link', { name: caption }).waitFor({ timeout: 120_000 })
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: caption }).click()
    await page.getByRole('link', { name: 'Open the post on Threads' }).waitFor()
    expect(page.faults).toEqual([])
  },
  240_000,
)
