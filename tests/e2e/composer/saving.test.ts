import type { BrowserContext, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { localOf } from '@/components/time/local-time'
import { cancelStory, createStory, editStory, getStory, type StoryDetail } from '@/lib/stories/contract'
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
import { chosenTime, finish, issuesIn } from '@/tests/support/browser/composer'

/** The composer loses no input: autosave, reload, offline, conflicts. */

/** Polls for longer than the default: saves and uploads are slow on a busy machine. */
const until = <T>(ask: () => T) => expect.poll(ask, { timeout: 15_000 })

const browser = aBrowser()

const read = async (page: Page, id: string): Promise<StoryDetail> =>
  (await page.request.get(getStory.path.replace(':id', id))).json()

/** Edits the story as another user. */
async function editElsewhere(page: Page, id: string, data: object): Promise<void> {
  const answer = await page.request.patch(editStory.path.replace(':id', id), {
    data,
    headers: { origin: inject('productUrl') },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

async function aStory(page: Page, projectId: string, more: object): Promise<string> {
  const body = { project_id: projectId, channels: ['x'], connection_check: 'skip', ...more }
  return ((await post(page, createStory.path, body)).story as { id: string }).id
}

const caption = (page: Page) => page.getByLabel('Caption', { exact: true })
/** The save status, when it needs attention. */
const footer = (page: Page) => page.getByRole('status').filter({ hasText: /^(Saved on|Not saved)/ })
const saved = (page: Page) => page.getByText(/^Saved \d{1,2}:\d\d/)
const idIn = (page: Page): string => new URL(page.url()).searchParams.get('story') ?? ''

test.skipIf(!hasChromium)('a new story is saved automatically, once, and found after a reload', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const sent: string[] = []
  page.on('request', (request) => {
    const isSave = request.url().includes('/api/v1/stories') && !/preview|\/editing$/.test(request.url())
    if (isSave && request.method() !== 'GET') sent.push(request.method())
  })
  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^X/ }).check()
  await caption(page).fill('ab')
  await page.getByText('Write at least 3 characters to save it.').waitFor()
  await caption(page).pressSequentially('out bread')
  await saved(page).waitFor()
  const id = idIn(page)
  expect(await read(page, id)).toMatchObject({ caption: 'about bread', status: 'draft', channels: ['x'] })
  await caption(page).fill('About good bread')
  await until(async () => (await read(page, id)).caption).toBe('About good bread')
  expect(sent[0]).toBe('POST')
  expect(sent.slice(1).every((method) => method === 'PATCH')).toBe(true)
  expect(await seriousFindings(page)).toEqual([])

  await page.reload()
  await page.waitForURL(new RegExp(`/stories/${id}/edit$`))
  expect(await caption(page).inputValue()).toBe('About good bread')
  expect(await page.getByText('Unsaved changes restored').count()).toBe(0)
  // "New story" starts a blank one, although the last one was created on this page.
  await page.getByRole('link', { name: 'New story' }).first().click()
  await page.waitForURL(/\/compose$/)
  await until(() => caption(page).inputValue()).toBe('')
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('a time from the calendar without text is not filled into the next story', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/compose?at=2031-03-15T10:45`)
  expect(await chosenTime(page)).toBe('2031-03-15T10:45')
  await page.getByRole('link', { name: 'Queue' }).first().click()
  await page.waitForURL(/\/queue$/)
  await page.getByRole('link', { name: 'New story' }).first().click()
  await page.waitForURL(/\/compose$/)
  // A local copy would be restored before the form accepts input.
  await caption(page).fill('Soup of the day')
  expect(await chosenTime(page)).toBe('')
})

test.skipIf(!hasChromium)('leaving the page saves the last edit', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const id = await aStory(page, projectId, { caption: 'Bread' })
  await open(page, `/${projectId}/stories/${id}/edit`)
  await caption(page).fill('Bread and butter')
  await page.getByRole('link', { name: 'Queue' }).first().click()
  await page.waitForURL(/\/queue/)
  await until(async () => (await read(page, id)).caption).toBe('Bread and butter')
  // The restored page is older than the save. It loads the newest version and reports no conflict.
  await page.goBack()
  await until(() => caption(page).inputValue()).toBe('Bread and butter')
  await caption(page).fill('Bread and salt')
  await saved(page).waitFor()
  await until(async () => (await read(page, id)).caption).toBe('Bread and salt')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test.skipIf(!hasChromium)('offline: changes are stored on the device, and saved when back online', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const id = await aStory(page, projectId, { caption: 'Bread' })
  await open(page, `/${projectId}/stories/${id}/edit`)
  await page.context().setOffline(true)
  await caption(page).fill('Bread offline')
  await footer(page).getByText('Saved on this device only. The server cannot be reached.').waitFor()
  expect((await read(page, id)).caption).toBe('Bread')
  await page.context().setOffline(false)
  await saved(page).waitFor()
  expect((await read(page, id)).caption).toBe('Bread offline')
})

test.skipIf(!hasChromium)('a draft that breaks a network rule is saved; only publishing is refused', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const id = await aStory(page, projectId, { caption: 'Bread' })
  await open(page, `/${projectId}/stories/${id}/edit`)
  const long = 'a'.repeat(300)
  await caption(page).fill(long)
  const problems = issuesIn(page)
  await problems.getByText('Remove 20').waitFor()
  await until(async () => (await read(page, id)).caption).toBe(long)
  await saved(page).waitFor()
  expect(await page.getByText('Changes are not saved until you fix this.').count()).toBe(0)
  await page.reload()
  expect(await caption(page).inputValue()).toBe(long)
  expect(await page.getByText('Unsaved changes restored').count()).toBe(0)
  // Known issues are not sent. The first one gets the focus, and is listed once.
  await problems.getByText('Remove 20').waitFor()
  const requests: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && requests.push(request.url()))
  await finish(page, 'Post now')
  // The other one is the missing connection.
  await page.getByRole('status').getByText('Not published yet. Fix 2 issues first. The draft is saved.').waitFor()
  await page.getByRole('button', { name: 'Fix 2 issues first' }).waitFor()
  expect(await page.getByText('Remove 20').count()).toBe(1)
  await expect.poll(() => caption(page).evaluate((field) => field === document.activeElement)).toBe(true)
  expect(requests).toEqual([])
  expect(await read(page, id)).toMatchObject({ caption: long, status: 'draft' })
  await open(page, `/${projectId}/stories/${id}`)
  await page.getByRole('region', { name: 'Fix before publishing' }).getByText('Remove 20').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(page.errors.filter((error) => !error.includes('400'))).toEqual([])
})

test.skipIf(!hasChromium)('a draft that the server refuses is stored on the device, with the reason', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const slides = [1, 2, 3, 4].map((n) => ({ media_url: `https://images.example/${n}.jpg` }))
  const id = await aStory(page, projectId, { caption: 'Bread', slides })
  await open(page, `/${projectId}/stories/${id}/edit`)
  await page.getByRole('button', { name: 'Add media' }).click()
  await page.getByRole('menuitem', { name: 'Add from URL' }).click()
  await page.getByLabel('URL of image 5').fill('https://images.example/5.jpg')
  await page.getByText('Fix the issues to save your changes.').waitFor()
  const problems = issuesIn(page)
  await problems.getByText('Changes are not saved until you fix this.').waitFor()
  expect(await problems.getByText('Remove 1.').count()).toBe(1)
  await page.reload()
  await page.getByText('Unsaved changes restored').waitFor()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  expect((await read(page, id)).slides).toHaveLength(4)
})

test.skipIf(!hasChromium)('a scheduled story is not saved automatically', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const id = await aStory(page, projectId, { caption: 'Goes out tomorrow', scheduled_at })
  await open(page, `/${projectId}/stories/${id}/edit`)
  const patches: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && patches.push(request.url()))
  await caption(page).fill('Half a sentence')
  await page.getByText('Press Save to update the scheduled story.').waitFor()
  await page.reload()
  await page.getByText('Unsaved changes restored').waitFor()
  expect(await caption(page).inputValue()).toBe('Half a sentence')
  expect(patches).toEqual([])
  expect((await read(page, id)).caption).toBe('Goes out tomorrow')
  expect(await chosenTime(page)).toBe(localOf(scheduled_at, testZone))
})

test.skipIf(!hasChromium)('conflict: shows both versions, merges them, and can be undone', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const id = await aStory(page, projectId, { caption: 'Bread', title: 'Ours', hashtags: 'bread' })
  await open(page, `/${projectId}/stories/${id}/edit`)
  await editElsewhere(page, id, { caption: 'Their bread', title: 'Theirs' })
  await caption(page).fill('My bread')
  await page.getByLabel('Hashtags').fill('mine')
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this story' })
  await dialog.waitFor()
  const group = (name: RegExp) => dialog.getByRole('group', { name })
  // A field that only one user changed is preselected.
  expect(
    await group(/^Title.*Changed by them/)
      .getByRole('radio', { name: /Use theirs/ })
      .isChecked(),
  ).toBe(true)
  await group(/^Caption.*Changed by both/)
    .getByText('Their bread')
    .waitFor()
  await group(/^Caption.*Changed by both/)
    .getByText('My bread')
    .waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  // Closed without a choice: nothing is saved.
  await page.keyboard.press('Escape')
  await page.getByText('Someone else changed this story.').waitFor()
  expect((await read(page, id)).caption).toBe('Their bread')
  await page.getByRole('button', { name: 'Compare' }).click()
  await dialog.getByRole('button', { name: 'Apply selection' }).click()
  await saved(page).waitFor()
  await until(() => read(page, id)).toMatchObject({ caption: 'My bread', title: 'Theirs', hashtags: 'mine' })
  // Undo: both versions are shown again.
  await page.getByRole('button', { name: 'Compare again' }).click()
  await group(/^Caption/)
    .getByRole('radio', { name: /Use theirs/ })
    .check()
  await dialog.getByRole('button', { name: 'Apply selection' }).click()
  await until(async () => (await read(page, id)).caption).toBe('Their bread')
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('conflict: keeping both creates a new story', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const id = await aStory(page, projectId, { caption: 'Bread' })
  await open(page, `/${projectId}/stories/${id}/edit`)
  await editElsewhere(page, id, { caption: 'Their bread' })
  await caption(page).fill('My bread')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep both' }).click()
  await saved(page).waitFor()
  expect(idIn(page)).not.toBe(id)
  expect((await read(page, idIn(page))).caption).toBe('My bread')
  expect((await read(page, id)).caption).toBe('Their bread')
})

test.skipIf(!hasChromium)('a local copy of an older version opens the conflict dialog', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const id = await aStory(page, projectId, { caption: 'Bread', scheduled_at })
  await open(page, `/${projectId}/stories/${id}/edit`)
  await caption(page).fill('My bread')
  await page.getByText('Press Save to update the scheduled story.').waitFor()
  await page.goto('about:blank')
  await editElsewhere(page, id, { title: 'Theirs', connection_check: 'skip' })
  await open(page, `/${projectId}/stories/${id}/edit`)
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this story' })
  await dialog.getByRole('button', { name: 'Apply selection' }).click()
  expect(await caption(page).inputValue()).toBe('My bread')
  expect(await page.getByLabel('Title').inputValue()).toBe('Theirs')
})

test.skipIf(!hasChromium)('the story page reports unsaved changes on this device', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const id = await aStory(page, projectId, { caption: 'Bread', scheduled_at })
  await open(page, `/${projectId}/stories/${id}/edit`)
  await caption(page).fill('Bread and more')
  await page.getByText('Press Save to update the scheduled story.').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Changes not saved.' })
  await toast.getByRole('button', { name: 'Continue editing' }).click()
  await until(() => caption(page).inputValue()).toBe('Bread and more')
  await open(page, `/${projectId}/stories/${id}`)
  const note = page.getByRole('status').filter({ hasText: 'Unsaved changes on this device' })
  await note.getByText('This page shows the saved version.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await note.getByRole('link', { name: 'Continue editing' }).click()
  await page.waitForURL(/\/edit$/)
  await until(() => caption(page).inputValue()).toBe('Bread and more')

  // If the story can no longer be edited, the changes become a new story.
  await post(page, cancelStory.path.replace(':id', id), {})
  await open(page, `/${projectId}/stories/${id}/edit`)
  await page.waitForURL(new RegExp(`/stories/${id}$`))
  await note.getByRole('link', { name: 'Create a new story' }).click()
  await until(() => caption(page).inputValue()).toBe('Bread and more')
  await saved(page).waitFor()
  expect(await read(page, idIn(page))).toMatchObject({ caption: 'Bread and more', status: 'draft' })
  expect(idIn(page)).not.toBe(id)
  await open(page, `/${projectId}/stories/${id}`)
  expect(await note.count()).toBe(0)
})

test.skipIf(!hasChromium)('two tabs with new stories are stored separately', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const other = await page.context().newPage()
  const write = async (tab: Page, text: string): Promise<void> => {
    await open(tab, `/${projectId}/compose`)
    expect(await caption(tab).inputValue()).toBe('')
    await tab.getByRole('checkbox', { name: /^X/ }).check()
    // Too short for autosave.
    await caption(tab).fill(text)
    await tab.getByText('Write at least 3 characters to save it.').waitFor()
  }
  await write(page, 'a')
  await write(other, 'b')
  await page.close()
  await other.close()
  const again = await openTabs(other.context(), 2, `/${projectId}/compose`)
  const found = await Promise.all(again.map((tab) => caption(tab).inputValue()))
  expect(found.toSorted()).toEqual(['a', 'b'])
})

test.skipIf(!hasChromium)('full local storage: changes survive navigation, and closing asks first', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await open(page, `/${projectId}/compose`)
  await page.getByRole('checkbox', { name: /^X/ }).check()
  // Too short for autosave.
  await caption(page).fill('ab')
  await page.getByText('Not saved. Keep this page open.').waitFor()
  await page.getByRole('link', { name: 'Queue' }).first().click()
  await page.waitForURL(/\/queue/)
  await page.getByRole('link', { name: 'New story' }).first().click()
  await until(() => caption(page).inputValue()).toBe('ab')
  const asked = page.waitForEvent('dialog')
  const leaving = page.reload()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await leaving
})

test.skipIf(!hasChromium)('signed out: signing in in another tab saves the changes', async () => {
  const page = await browser.newPage()
  const { projectId, email, password } = await signUp(page)
  const id = await aStory(page, projectId, { caption: 'Bread' })
  await open(page, `/${projectId}/stories/${id}/edit`)
  await page.context().clearCookies()
  await caption(page).fill('Bread after the session')
  await footer(page).getByText('You are signed out.').waitFor()
  // The API's message about tokens is not shown to users.
  await page.getByRole('alert').getByText('You are signed out.').waitFor()
  expect(await page.getByText(/token/i).count()).toBe(0)
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Sign in in another tab' }).first().click(),
  ])
  await signIn(tab, { email, password })
  await tab.waitForURL(/\/[0-9a-f-]{36}\//)
  await tab.close()
  await page.bringToFront()
  await saved(page).waitFor()
  expect((await read(page, id)).caption).toBe('Bread after the session')
})

async function openTabs(context: BrowserContext, count: number, address: string): Promise<Page[]> {
  const tabs: Page[] = []
  for (let index = 0; index < count; index++) {
    const tab = await context.newPage()
    await open(tab, address)
    tabs.push(tab)
  }
  return tabs
}
