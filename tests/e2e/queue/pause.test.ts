/** The pause banner is on every screen. Resuming shows a plan for missed posts and follows it. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, overflowOf, post, seriousFindings } from '@/tests/support/browser/browser'
import { chooseOption } from '@/tests/support/browser/controls'
import { aMember, anOwner } from '@/tests/support/browser/team'

const browser = aBrowser()

/** A story that becomes due during the pause. */
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
  'pause a project, see the banner, resume with a plan',
  async () => {
    const { page, projectId } = await anOwner(browser, 'x')
    await open(page, `/${projectId}/queue`)
    await page.getByRole('button', { name: 'Pause project…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason (optional)').fill('The loaf was recalled.')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Pause project' }).click()
    await page.getByText('This project is paused. Posts are not published.').waitFor()
    await missed(page, projectId, 'The first of them', 180)
    await missed(page, projectId, 'The second of them', 20)

    const editor = await aMember(browser, projectId, 'editor')
    for (const screen of ['queue', 'stories', 'analytics', 'connections']) {
      await open(editor, `/${projectId}/${screen}`)
      await editor.getByText('Paused by Robin Tester on').waitFor()
      await editor.getByText('“The loaf was recalled.”').waitFor()
      await editor.getByText('Ask an admin or owner to resume the project').waitFor()
      expect(await editor.getByRole('button', { name: 'Resume…' }).count()).toBe(0)
    }

    await open(page, `/${projectId}/queue`)
    await page.getByText('3 hours late. The project is paused').waitFor()
    await page.getByRole('button', { name: 'Resume…' }).click()
    await dialog.getByText('2 posts of 2 stories were missed').waitFor()
    const plan = dialog.getByRole('region', { name: 'Plan', exact: true })
    expect(await plan.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('The first of them'),
      expect.stringContaining('The second of them'),
    ])
    await chooseOption(dialog.getByRole('combobox'), '1 hour')
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 720 })
    expect(await overflowOf(page)).toBe(0)
    await dialog.getByRole('radio', { name: 'Move them to drafts' }).check()
    await plan.getByText('Draft').first().waitFor()
    await dialog.getByRole('radio', { name: 'Reschedule them' }).check()
    await expect.poll(() => plan.getByText('Draft').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Resume', exact: true }).click()
    await page.getByText('Resumed: 2 posts rescheduled.').waitFor()
    await page.getByText('This project is paused').waitFor({ state: 'detached' })
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from max(scheduled_at) - min(scheduled_at))::float8 / 60 as minutes from queue_items
      where project_id = ${projectId} and status = 'approved' and scheduled_at > now()`.execute(database())
    expect(rows).toEqual([{ minutes: 60 }])
    expect(page.errors).toEqual([])
  },
  240_000,
)
