/** An alert about a pillar without posts leads to a scheduled post for it. */
import { expect, test } from 'vitest'
import { localOf } from '@/components/time/local-time'
import { database } from '@/lib/db/pool'
import { sendPillarAlerts } from '@/lib/pillars/alerts'
import { aBrowser, hasChromium, open, overflowOf, seriousFindings, testZone } from '@/tests/support/browser/browser'
import { setTime } from '@/tests/support/browser/composer'
import { anOwner } from '@/tests/support/browser/team'
import { publishedDaysAgo } from '../../api/pillars/posts'

const browser = aBrowser()

test.skipIf(!hasChromium)(
  'a pillar: set up, gap alert, scheduled post',
  async () => {
    const { page, projectId } = await anOwner(browser, 'x')
    await publishedDaysAgo(projectId, [
      { contentType: 'recipes', daysAgo: 9.5 },
      { contentType: 'team', daysAgo: 3 },
    ])

    // Set it up. The key comes from the name.
    await open(page, `/${projectId}/pillars`)
    await page.getByRole('heading', { name: 'No pillars yet' }).waitFor()
    await page.getByRole('button', { name: 'New pillar' }).click()
    const dialog = page.getByRole('dialog', { name: 'New pillar' })
    await dialog.getByLabel('Name').fill('Recipes')
    expect(await dialog.getByLabel('Key').inputValue()).toBe('recipes')
    await dialog.getByLabel('Target share').fill('101')
    await dialog.getByText('The shares add up to 101%. Lower this one or another.').waitFor()
    await dialog.getByLabel('Target share').fill('60')
    await dialog.getByLabel('Longest gap').fill('7')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add pillar' }).click()
    const row = page.getByRole('table', { name: 'Pillars' }).getByRole('row').filter({ hasText: 'Recipes' })
    await row.getByText('50% of 60%').filter({ visible: true }).waitFor()

    // The job's alert appears in the bell and leads to the pillar.
    await open(page, `/${projectId}/calendar`)
    await sendPillarAlerts(database())
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click({ timeout: 60_000 })
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    await panel.getByRole('link', { name: 'Unread: “Recipes” has no recent posts' }).click()
    await page.waitForURL(/\/pillars#recipes$/)
    await row.getByText('9 days ago').filter({ visible: true }).waitFor()
    expect(await seriousFindings(page)).toEqual([])

    // Plan a post: the composer has the pillar.
    await row.getByRole('link', { name: 'Plan a post for Recipes' }).click()
    await page.getByLabel('Caption', { exact: true }).fill('Rye bread in five steps')
    expect(await page.getByRole('combobox', { name: 'Pillar' }).textContent()).toBe('Recipes')
    await setTime(page, localOf(new Date(Date.now() + 86_400_000), testZone))
    await page.keyboard.press('Control+Enter')
    await page.getByText('Story scheduled.').waitFor()
    await open(page, `/${projectId}/pillars`)
    await row.getByRole('link', { name: /Rye bread in five steps/ }).waitFor()
    await page.setViewportSize({ width: 320, height: 720 })
    expect(await overflowOf(page)).toBe(0)
    expect(page.errors).toEqual([])
  },
  300_000,
)
