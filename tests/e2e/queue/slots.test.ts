/** Posting slots are set once; "Add to queue" takes the next free one; the queue says what will fail. */
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { aBrowser, hasChromium, open, overflowOf, seriousFindings } from '@/tests/support/browser/browser'
import { anOwner } from '@/tests/support/browser/team'

const browser = aBrowser()

test.skipIf(!hasChromium)('set slots, add a story to the queue, and see that its connection is gone', async () => {
  const { page, projectId } = await anOwner(browser, 'x')
  await open(page, `/${projectId}/queue`)
  await page.getByRole('button', { name: 'Posting slots' }).click()
  const dialog = page.getByRole('dialog', { name: 'Posting slots' })
  await dialog.getByRole('button', { name: 'Add a time' }).click()
  await dialog.getByLabel('Time', { exact: true }).fill('25:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a time from 00:00 to 23:59.').waitFor()
  await dialog.getByLabel('Time', { exact: true }).fill('12:30')
  for (const day of ['Saturday', 'Sunday']) await dialog.getByLabel(`12:30, ${day}`).check()
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await overflowOf(page)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Posting slots saved.').waitFor()
  await page.getByText('Free', { exact: true }).first().waitFor()

  await open(page, `/${projectId}/compose`)
  await page.getByLabel('Caption', { exact: true }).fill('Fresh rye every day')
  await page.getByRole('button', { name: /^When to post/ }).click()
  await page.getByRole('button', { name: /^Next free slot.*12:30/ }).click()
  await page.getByRole('button', { name: 'Add to queue' }).click()
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
  const row = await database()
    .selectFrom('queue_items')
    .select(['status', 'scheduled_at'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  expect(row.status).toBe('approved')
  expect(row.scheduled_at?.getTime()).toBeGreaterThan(Date.now())

  await database().deleteFrom('social_connections').where('project_id', '=', projectId).execute()
  await open(page, `/${projectId}/queue`)
  await page.getByText(/^Will fail/).waitFor()
  await page.getByRole('button', { name: '1 post at risk' }).click()
  await page.getByRole('dialog', { name: 'Posts at risk' }).getByRole('link').waitFor()
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await overflowOf(page)).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  expect(page.errors).toEqual([])
})
