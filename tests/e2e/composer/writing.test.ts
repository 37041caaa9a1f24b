import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { localOf } from '@/components/time/local-time'
import { database } from '@/lib/db/pool'
import { updateProject } from '@/lib/projects/contract'
import { createStory, getStory } from '@/lib/stories/contract'
import { aMember } from '@/tests/support/api/members'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  post,
  seriousFindings,
  signIn,
  signUp,
  testZone,
} from '@/tests/support/browser/browser'
import { chosenTime, finish, issuesIn, timeField } from '@/tests/support/browser/composer'
import { insertStory } from '@/tests/support/database/story-rows'

/** Brand voice, threads, usual times and roles in the composer. */

/** Polls for longer than the default: saves and uploads are slow on a busy machine. */
const until = <T>(ask: () => T) => expect.poll(ask, { timeout: 15_000 })

const browser = aBrowser()

const caption = (page: Page) => page.getByLabel('Caption', { exact: true })
const part = (page: Page, name: string) => page.getByLabel(name, { exact: true })

test.skipIf(!hasChromium)('a thread is edited part by part, each with its own count', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^X/ }).check()
  await caption(page).fill('One\n\nTwo')
  await page.getByRole('tab', { name: 'X' }).click()
  await page.getByLabel('Post as a thread').check()
  expect(await part(page, 'Part 2 of 2').inputValue()).toBe('Two')
  // A blank line within a part does not split it.
  await part(page, 'Part 1 of 2').fill('One\n\nand a half')
  await page.getByRole('button', { name: 'Add part' }).click()
  await page.keyboard.type('Three and four')
  for (let step = 0; step < ' and four'.length; step++) await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Split part 3 at the cursor' }).click()
  expect(await part(page, 'Part 4 of 4').inputValue()).toBe('and four')
  await page.getByRole('button', { name: 'Join part 4 with the previous one' }).click()
  await page.getByRole('button', { name: 'Move part 3 up' }).click()
  await until(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move part 2 up')
  await part(page, 'Part 3 of 3').fill('b'.repeat(281))
  const parts = page.getByRole('group', { name: 'Thread for X' }).getByRole('listitem')
  await parts.nth(2).getByText('281 / 280').waitFor()
  await parts.nth(0).getByText('15 / 280').waitFor()
  // The problem leads to its part.
  await issuesIn(page).getByText('Part 3 of the thread').click()
  await until(() => part(page, 'Part 3 of 3').evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await part(page, 'Part 3 of 3').fill('Two')
  const shown = page.getByRole('article', { name: 'Preview for X' }).getByRole('listitem')
  await until(() => shown.count()).toBe(3)
  await finish(page, 'Save draft')
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { channel_overrides } = await (await page.request.get(getStory.path.replace(':id', id))).json()
  expect(channel_overrides.x).toEqual({
    caption_format: 'thread',
    thread_separator: '---',
    caption: 'One\n\nand a half\n---\nThree and four\n---\nTwo',
  })
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('brand voice findings are listed during typing, with their position', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const rules = { project_id: projectId, forbidden_words: ['cheap'], block_emojis: true }
  await database().insertInto('voice_rules').values(rules).execute()
  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^X/ }).check()
  await caption(page).fill('🔥 Our cheap bread')
  const voice = page.getByRole('list', { name: 'Brand voice' })
  await voice.getByText('is a word to avoid. Use another one.').waitFor()
  await voice.getByText('is an emoji. This project uses none.').waitFor()
  await voice.getByRole('button', { name: 'cheap' }).click()
  const selected = await caption(page).evaluate((field) => {
    const { value, selectionStart, selectionEnd } = field as HTMLTextAreaElement
    return value.slice(selectionStart, selectionEnd)
  })
  expect(selected).toBe('cheap')
  // The draft is saved, and the problem blocks scheduling.
  await page.getByText(/^Saved \d{1,2}:\d\d/).waitFor()
  // The third one is the missing connection.
  await page.getByRole('button', { name: '3 issues' }).waitFor()
  expect(await page.getByText('“cheap”').count()).toBe(1)
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.type('good')
  await page.getByRole('button', { name: '2 issues' }).click()
  await until(() => caption(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await caption(page).fill('Our good bread')
  await voice.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '1 issue', exact: true }).waitFor()
})

test.skipIf(!hasChromium)('offers the usual times of the channels, and fills in the URL’s time', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose?at=2027-03-04T09:30`)
  expect(await chosenTime(page)).toBe('2027-03-04T09:30')
  await page.getByRole('checkbox', { name: /^X/ }).check()
  await timeField(page)
  expect(await page.getByText('Usual times').count()).toBe(0)
  // Five stories at the same time of the week.
  const weekMs = 7 * 86_400_000
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000)
  for (let weeks = 0; weeks < 5; weeks++) {
    const { itemIds } = await insertStory(database(), {
      projectId,
      channels: ['x'],
      caption: 'Out',
      status: 'posted',
    })
    const published_at = new Date(hour.getTime() - weeks * weekMs)
    await database()
      .updateTable('queue_items')
      .set({ published_at })
      .where('id', 'in', Object.values(itemIds))
      .execute()
  }
  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^X/ }).check()
  await timeField(page)
  const times = page.getByRole('group', { name: 'Usual times' })
  await times.getByRole('button').click()
  const chosen = await chosenTime(page)
  expect(chosen.slice(11)).toBe(localOf(hour, testZone).slice(11))
  await timeField(page)
  await page.getByText(/Publishes in [67] days/).waitFor()
  // The calendar is loaded after the panel is placed. It takes the place of the suggestions, and is whole.
  await page.getByRole('button', { name: 'Open calendar' }).click()
  const panel = page.getByRole('dialog', { name: 'When to post' })
  await panel.getByRole('region', { name: 'Choose a date and time' }).getByRole('list', { name: 'Time' }).waitFor()
  expect(await times.count()).toBe(0)
  await until(() => panel.evaluate((shown) => shown.scrollHeight - shown.clientHeight)).toBe(0)
  await page.getByRole('button', { name: 'Close calendar' }).click()
  // A time that is not understood or in the past is named at once.
  await page.getByLabel('Pick a time').fill('soon')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a date and time, such as').waitFor()
  // The chosen time stays, and the main button does not become “Post now”.
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: 'When to post: ' })
    .filter({ hasText: /\d:\d\d/ })
    .waitFor()
  await page.getByRole('button', { name: 'Schedule', exact: true }).waitFor()
  expect(await (await timeField(page)).inputValue()).toBe('soon')
  await page.getByText('Enter a date and time, such as').waitFor()
  await page.getByLabel('Pick a time').fill('2020-11-01 09:00')
  await page.getByText('This time is in the past. Pick a later one.').waitFor()
  await page.getByRole('button', { name: '2 issues' }).waitFor()
})

test.skipIf(!hasChromium)('with approval required, an editor sends stories for approval', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const answer = await page.request.patch(updateProject.path.replace(':id', projectId), {
    data: { require_approval: true },
    headers: { origin: inject('productUrl') },
  })
  expect(answer.ok()).toBe(true)
  await open(page, `/${projectId}/compose`)
  await page.getByText('Posts wait in the queue for approval. You can approve them.').waitFor()
  // Admins and owners can also approve at once.
  await page.getByRole('button', { name: 'When to post: As soon as approved' }).waitFor()
  await page.getByRole('button', { name: 'Send for approval' }).waitFor()
  await page.getByRole('button', { name: 'More ways to finish' }).click()
  await page.getByRole('menuitem', { name: 'Approve and post now' }).waitFor()
  await page.keyboard.press('Escape')
  const password = randomUUID()
  const editor = await browser.newPage()
  await signIn(editor, { ...(await aMember(projectId, 'editor', { password })), password })
  await editor.waitForURL(new RegExp(projectId))
  await open(editor, `/${projectId}/compose`)
  await editor.getByText('An admin or owner must approve this story before it is published.').waitFor()
  await editor.getByRole('button', { name: 'Send for approval' }).waitFor()
  await editor.getByRole('button', { name: 'More ways to finish' }).click()
  await editor.getByRole('menuitem', { name: 'Schedule…' }).waitFor()
  expect(await editor.getByRole('menuitem', { name: /^Approve/ }).count()).toBe(0)
  expect(await editor.getByText('Post now', { exact: true }).count()).toBe(0)
})

test.skipIf(!hasChromium)('a viewer sees who can edit, and no form', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const body = { project_id: projectId, channels: ['x'], caption: 'Bread' }
  const { story } = (await post(page, createStory.path, body)) as { story: { id: string } }
  const password = randomUUID()
  const viewer = await browser.newPage()
  await signIn(viewer, { ...(await aMember(projectId, 'viewer', { password })), password })
  await viewer.waitForURL(new RegExp(projectId))
  for (const path of ['compose', `stories/${story.id}/edit`]) {
    await open(viewer, `/${projectId}/${path}`)
    await viewer.getByRole('main').getByText('You are a viewer. Ask an editor, admin or owner').waitFor()
    expect(await viewer.getByRole('textbox').count()).toBe(0)
    expect(await seriousFindings(viewer)).toEqual([])
  }
  expect(viewer.errors).toEqual([])
})
