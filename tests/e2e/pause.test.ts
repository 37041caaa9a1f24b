/** A paused project says so on every screen; resuming shows first what becomes of each missed post, and does exactly that. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings } from '../support/browser'
import { aMember, anOwner } from './journeys/team'

const browser = aBrowser()

/** A story whose time comes during the pause. */
async function missed(page: Parameters<typeof post>[0], projectId: string, caption: string, minutesAgo: number) {
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
  const answer = await post(page, createStory.path, { project_id: projectId, caption, channels: ['x'], scheduled_at })
  const { id } = answer.story as { id: string }
  const at = new Date(Date.now() - minutesAgo * 60_000)
  const moved = { scheduled_at: at, next_attempt_at: at }
  await database().updateTable('queue_items').set(moved).where('story_id', '=', id).execute()
  await database().updateTable('stories').set({ scheduled_at: at }).where('id', '=', id).execute()
}

test.skipIf(!hasChromium)(
  'a project is paused, its banner is everywhere, and it is resumed by a plan',
  async () => {
    const { page, projectId } = await anOwner(browser, 'x')
    await open(page, `/${projectId}/queue`)
    await page.getByRole('button', { name: 'Pause the project…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Why (optional)').fill('The loaf was recalled.')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Pause the project' }).click()
    await page.getByText('This project is paused: nothing goes out').waitFor()
    await missed(page, projectId, 'The first of them', 180)
    await missed(page, projectId, 'The second of them', 20)

    const editor = await aMember(browser, projectId, 'editor')
    for (const screen of ['queue', 'stories', 'analytics', 'connections']) {
      await open(editor, `/${projectId}/${screen}`)
      await editor.getByText('Robin Tester paused it on').waitFor()
      await editor.getByText('“The loaf was recalled.”').waitFor()
      await editor.getByText('ask an admin or owner of the project to resume it').waitFor()
      expect(await editor.getByRole('button', { name: 'Resume…' }).count()).toBe(0)
    }

    await open(page, `/${projectId}/queue`)
    await page.getByText('3 hours late. The project is paused').waitFor()
    await page.getByRole('button', { name: 'Resume…' }).click()
    await dialog.getByText('The time of 2 posts of 2 stories passed').waitFor()
    const plan = dialog.getByRole('region', { name: 'The plan' })
    expect(await plan.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('The first of them'),
      expect.stringContaining('The second of them'),
    ])
    await dialog.getByRole('combobox').selectOption('60')
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 720 })
    expect(await overflowOf(page)).toBe(0)
    await dialog.getByRole('radio', { name: 'Leave them as drafts' }).check()
    await plan.getByText('A draft').first().waitFor()
    await dialog.getByRole('radio', { name: 'Spread them over the time ahead' }).check()
    await expect.poll(() => plan.getByText('A draft').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Resume', exact: true }).click()
    await page.getByText('Resumed: 2 posts got a new time.').waitFor()
    await page.getByText('This project is paused').waitFor({ state: 'detached' })
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from max(scheduled_at) - min(scheduled_at))::float8 / 60 as minutes from queue_items
      where project_id = ${projectId} and status = 'approved' and scheduled_at > now()`.execute(database())
    expect(rows).toEqual([{ minutes: 60 }])
    expect(page.faults).toEqual([])
  },
  240_000,
)
