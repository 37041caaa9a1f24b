import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { localOf } from '@/components/time/local-time'
import { database } from '@/lib/db/pool'
import { createDueStories } from '@/lib/recurring/run/create-due-stories'
import { aBrowser, hasChromium, open, seriousFindings, testZone } from '@/tests/support/browser/browser'
import { anOwner } from '@/tests/support/browser/team'

const browser = aBrowser()

test.skipIf(!hasChromium)(
  'a recurring post from the builder to a published post, and turned off',
  async () => {
    const { page, projectId } = await anOwner(browser, 'threads')
    const now = new Date()
    const weekdayOf = (at: Date): string => at.toLocaleDateString('en', { weekday: 'long', timeZone: testZone })
    const [today, tomorrow] = [weekdayOf(now), weekdayOf(new Date(now.getTime() + 86_400_000))]
    await open(page, `/${projectId}/recurring`)
    await page.getByRole('link', { name: 'New recurring post' }).click()
    // The first invalid field gets the focus, and loses its error when it changes.
    await page.getByRole('button', { name: 'Create recurring post' }).click()
    await page.getByText('The name must not be empty.').waitFor()
    expect(await page.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByLabel('Name').fill('Daily bread')
    await page.getByText('The name must not be empty.').waitFor({ state: 'detached' })
    // The next post is checked while it is written.
    await page.getByLabel('Text', { exact: true }).fill('{{Bread}} is good')
    await page.getByRole('list', { name: 'Problems of the text' }).getByText('{{Bread}} is not a variable.').waitFor()
    // Leaving with a link or the back button asks first.
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
    const isKept = async (): Promise<void> => {
      await leave.getByRole('button', { name: 'Keep editing' }).click()
      await leave.waitFor({ state: 'detached' })
      expect(page.url()).toMatch(/\/recurring\/new$/)
      expect(await page.getByLabel('Name').inputValue()).toBe('Daily bread')
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Automations' }).click()
    await isKept()
    // It never resolves, because the step back is cancelled.
    page.goBack().catch(() => {})
    await isKept()
    const problems = page.getByRole('region', { name: 'Fix before publishing' })
    await page.getByRole('checkbox', { name: /^Instagram/ }).check()
    await problems.getByText(/^Instagram needs an image/).waitFor()
    await page.getByText('The next post will be a draft').waitFor()
    await page.getByRole('checkbox', { name: /^Instagram/ }).uncheck()
    await problems.waitFor({ state: 'detached' })
    await page.getByLabel('Text', { exact: true }).fill('Fresh on ')
    await page.getByRole('button', { name: 'Insert a variable' }).click()
    await page.getByRole('menuitem', { name: 'Weekday, Friday' }).click()
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Fresh on {{weekday}}')
    await page.getByRole('radio', { name: 'Daily' }).check()
    await page.getByLabel('Time', { exact: true }).fill(localOf(now, testZone).slice(11))
    const next = page.getByRole('region', { name: 'Next posts' })
    await next.getByText(`Fresh on ${tomorrow}`).first().waitFor()
    expect(await next.getByRole('listitem').count()).toBe(5)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Create recurring post' }).click()
    await page.waitForURL(/\/recurring$/)
    await page.getByText(/^Every day at /).waitFor()

    // The slot of this minute, as if the template were older.
    await sql`update recurring_templates set covered_through = now() - interval '10 minutes', due_at = now()
    where project_id = ${projectId}`.execute(database())
    await createDueStories(database())
    const story = await database()
      .selectFrom('stories')
      .select('id')
      .where('project_id', '=', projectId)
      .where('scheduled_at', '<=', new Date())
      .executeTakeFirstOrThrow()
    await open(page, `/${projectId}/stories/${story.id}`)
    await page.getByText('Published', { exact: true }).first().waitFor({ timeout: 60_000 })
    await page.getByText(`Fresh on ${today}`).first().waitFor()
    await page.getByText('by the recurring post “Daily bread”').first().waitFor()

    // Later slots are in the calendar, and lead back.
    await open(page, `/${projectId}/calendar?view=list`)
    await page
      .getByRole('link', { name: /^Fresh on/ })
      .first()
      .click()
    await page.waitForURL(/\/recurring\/[0-9a-f-]{36}$/)
    await page.getByRole('link', { name: 'Recurring', exact: true }).first().click()
    await page.getByRole('switch', { name: '“Daily bread” is on' }).click()
    await page.getByText('Off', { exact: true }).waitFor()
    expect(page.errors).toEqual([])
  },
  180_000,
)
