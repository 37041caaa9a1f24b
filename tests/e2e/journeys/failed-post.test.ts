/** A rejected post is found, edited and retried, without duplicates. */
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings } from '@/tests/support/browser/browser'
import { aMember, anOwner, untilPostsAre } from '@/tests/support/browser/team'
import { failCalls, postsOf } from '@/tests/support/publishing/publishing'

const browser = aBrowser()

test.skipIf(!hasChromium)(
  'a failed post: find, edit, retry, publish',
  async () => {
    const { page, projectId, account } = await anOwner(browser, 'x')
    await failCalls(account, { fault: 'refuse', preset: 'content', call: 'publish', times: 1 })
    const caption = 'Doors open at nine'
    const scheduled_at = new Date().toISOString()
    await post(page, createStory.path, { project_id: projectId, caption, channels: ['x'], scheduled_at })
    await untilPostsAre('failed', projectId)

    // Find it in the list.
    await open(page, `/${projectId}/stories`)
    await page
      .getByRole('row')
      .filter({ hasText: caption })
      .getByText('Failed', { exact: true })
      .filter({ visible: true })
      .waitFor()
    await page.getByRole('link', { name: caption, exact: true }).click()

    // The network's error and what to do.
    const where = page.getByRole('region', { name: 'Posts' })
    await where.getByText('X does not allow this account to post this').waitFor()
    await page
      .getByRole('region', { name: 'Activity' })
      .getByText(/Not published to X/)
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const viewer = await aMember(browser, projectId, 'viewer')
    await viewer.setViewportSize({ width: 320, height: 720 })
    await open(viewer, page.url())
    await viewer.getByText('X does not allow this account to post this').first().waitFor()
    expect(await viewer.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(await overflowOf(viewer)).toBe(0)

    // Edit and retry: the composer shows only the failed channel.
    await page.getByRole('link', { name: 'Edit and retry' }).click()
    await page.getByRole('heading', { name: 'Edit and retry' }).waitFor()
    expect(await page.getByRole('tab').allTextContents()).toEqual(['X'])
    const reason = page.getByText('X failed', { exact: true }).locator('..')
    expect(await reason.textContent()).toContain('X does not allow this account to post this')
    const edited = 'Doors open at ten'
    await page.getByLabel('Caption for X').fill(edited)
    await page.getByRole('region', { name: 'Preview' }).getByText(edited).waitFor()
    expect(await seriousFindings(page)).toEqual([])

    // Esc and a reload keep the edits, Cancel discards them and can be undone.
    const field = page.getByLabel('Caption for X')
    await page.keyboard.press('Escape')
    await page.getByText('Unsaved changes on this device').waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Edit and retry' }).click()
    await page.getByText('Unsaved changes restored').waitFor()
    expect(await field.inputValue()).toBe(edited)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Changes discarded.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => field.inputValue()).toBe(edited)
    await page.getByRole('button', { name: 'Save and retry' }).click()
    await page.getByText('Saved. Retrying X in a minute.').waitFor()
    // The minute passes.
    const retried = database().updateTable('queue_items').where('project_id', '=', projectId)
    await retried.set({ next_attempt_at: new Date() }).execute()
    await page.getByText('Published', { exact: true }).first().waitFor({ timeout: 60_000 })
    await where.getByRole('link', { name: 'View post on X' }).waitFor()
    expect((await postsOf(account)).map(({ text }) => text)).toEqual([edited])
    expect(page.errors).toEqual([])
  },
  300_000,
)
