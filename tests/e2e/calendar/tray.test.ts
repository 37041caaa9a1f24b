import { expect, test } from 'vitest'
import { createStory } from '@/lib/stories/contract'
import { aBrowser, hasChromium, open, post, seriousFindings, signUp } from '@/tests/support/browser/browser'
import { atRest, chip, dayCell, dayOf, drag, plan, timeOf } from './calendar'

const browser = aBrowser()

test.skipIf(!hasChromium)('drafts without a time: to a day by drag, back to the tray, and by the menu', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const { projectId } = await signUp(page)
  const draft = { project_id: projectId, channels: ['x'], caption: 'An idea for spring' }
  const { story } = (await post(page, createStory.path, draft)) as { story: { id: string } }
  await open(page, `/${projectId}/calendar?view=month&date=2031-03-12`)
  await atRest(page)
  await page.getByRole('button', { name: 'Drafts', exact: true }).click()
  const tray = page.getByRole('complementary', { name: 'Drafts without a time' })
  const card = tray.getByRole('listitem').filter({ hasText: 'An idea for spring' })
  await card.waitFor()
  expect(await seriousFindings(page)).toEqual([])

  // The calendar gets narrower and its layout has to settle.
  await atRest(page)
  await drag(page, card, dayCell(page, '2031-03-19'))
  await page.getByText(/^Draft planned for .*19 Mar.* Not scheduled yet\.$/).waitFor()
  await expect.poll(() => dayOf(page, 'An idea for spring')).toBe('2031-03-19')
  expect(await timeOf(page, story.id)).toBe('2031-03-19T08:00:00.000Z')
  await tray.getByText('No drafts.', { exact: false }).waitFor()
  // The toast can schedule it. The server refuses, because X is not connected.
  const scheduling = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  expect((await scheduling).postDataJSON()).toEqual({ scheduled_at: '2031-03-19T08:00:00.000Z' })
  await page.getByText(/^Not scheduled: /).waitFor()

  await drag(page, chip(page, 'An idea for spring'), tray)
  await page.getByText('“An idea for spring” is a draft without a time.').waitFor()
  await card.waitFor()
  expect(await timeOf(page, story.id)).toBeNull()

  // A scheduled story that lands there by mistake is scheduled again.
  const timed = await plan(page, projectId, 'Spring sale', '2031-03-20T08:00:00Z')
  await page.reload()
  await atRest(page)
  await drag(page, chip(page, 'Spring sale'), tray)
  await page.getByText('“Spring sale” is a draft without a time.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => timeOf(page, timed)).toBe('2031-03-20T08:00:00.000Z')
  const { status } = (await (await page.request.get(`/api/v1/stories/${timed}`)).json()) as { status: string }
  expect(status).toBe('scheduled')

  // The tray is still open after a reload. Without a mouse: the menu, and undo.
  await page.reload()
  await atRest(page)
  await card.getByRole('button', { name: /^Actions for/ }).press('Enter')
  await page.getByRole('button', { name: 'Schedule…' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Move to this time' }).press('Enter')
  await page.getByText(/^Draft planned for/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await card.waitFor()
  expect(await timeOf(page, story.id)).toBeNull()

  await card.getByRole('button', { name: /^Actions for/ }).click()
  const menu = page.getByRole('dialog', { name: /^Actions for/ })
  await menu.getByRole('button', { name: 'Delete' }).waitFor()
  expect(await menu.getByRole('button').allInnerTexts()).toEqual(['Edit', 'Duplicate', 'Schedule…', 'Delete'])
  await menu.getByRole('button', { name: 'Delete' }).click()
  await card.waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: '1 story deleted.' }).getByRole('button', { name: 'Undo' }).click()
  await card.waitFor()
  // A scheduled story, from its card: a draft until the deletion can no longer be undone.
  await chip(page, 'Spring sale').click()
  const dialog = page.getByRole('dialog', { name: 'Spring sale' })
  await expect
    .poll(() => dialog.getByRole('link', { name: 'Edit' }).evaluate((link) => link === document.activeElement))
    .toBe(true)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await chip(page, 'Spring sale').waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: '1 story deleted.' }).getByRole('button', { name: 'Undo' }).click()
  await chip(page, 'Spring sale').waitFor()
  expect(await timeOf(page, timed)).toBe('2031-03-20T08:00:00.000Z')
  expect(page.errors).toEqual([])
})
