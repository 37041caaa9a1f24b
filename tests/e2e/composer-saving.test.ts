import type { BrowserContext, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { localOf } from '@/components/time/zoned'
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
} from '../support/browser'

/** Holds that nothing typed into the composer is lost: not by time, not by the line, not by another person. */

/** Longer than a second: an upload or a save of a busy machine takes its time. */
const until = <T>(ask: () => T) => expect.poll(ask, { timeout: 15_000 })

const browser = aBrowser()

const read = async (page: Page, id: string): Promise<StoryDetail> =>
  (await page.request.get(getStory.path.replace(':id', id))).json()

/** What somebody else does at the same time. */
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
const saved = (page: Page) => page.getByText(/^Saved \d{1,2}:\d\d/)
const idIn = (page: Page): string => new URL(page.url()).searchParams.get('story') ?? ''

test.skipIf(!hasChromium)(
  'a new story becomes a draft by itself, is found after a reload and is made once',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUp(page)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/stories') && !request.url().includes('preview') && request.method() !== 'GET')
        sent.push(request.method())
    })
    await open(page, `/${projectId}/compose`)
    await page.getByRole('checkbox', { name: /^X/ }).check()
    await caption(page).fill('ab')
    await page.getByText('Not saved: a story begins with a caption.').waitFor()
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
    expect(await page.getByText('Your words are back').count()).toBe(0)
    // A new story is a new one, though the last began on this page.
    await page.getByRole('link', { name: 'New story' }).first().click()
    await page.waitForURL(/\/compose$/)
    await until(() => caption(page).inputValue()).toBe('')
    expect(page.faults).toEqual([])
  },
)

test.skipIf(!hasChromium)('an hour of the calendar that nothing was written for is not the next story’s', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const time = page.getByLabel(/^Time/)
  await open(page, `/${projectId}/compose?at=2031-03-15T10:45`)
  expect(await time.inputValue()).toBe('2031-03-15T10:45')
  await page.getByRole('link', { name: 'Queue' }).first().click()
  await page.waitForURL(/\/queue$/)
  await page.getByRole('link', { name: 'New story' }).first().click()
  await page.waitForURL(/\/compose$/)
  // Words that were kept are brought back before anybody can write.
  await caption(page).fill('Soup of the day')
  expect(await time.inputValue()).toBe('')
})

test.skipIf(!hasChromium)('what was typed a moment before the page is left is there again', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const id = await aStory(page, projectId, { caption: 'Bread' })
  await open(page, `/${projectId}/stories/${id}/edit`)
  await caption(page).fill('Bread and butter')
  await page.getByRole('link', { name: 'Queue' }).first().click()
  await page.waitForURL(/\/queue/)
  await until(async () => (await read(page, id)).caption).toBe('Bread and butter')
  // Back on a page that was rendered before the save, the words are the newest, and nobody is told of a conflict.
  await page.goBack()
  await until(() => caption(page).inputValue()).toBe('Bread and butter')
  await caption(page).fill('Bread and salt')
  await saved(page).waitFor()
  await until(async () => (await read(page, id)).caption).toBe('Bread and salt')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test.skipIf(!hasChromium)('without a line the words stay here, and are sent when it is back', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const id = await aStory(page, projectId, { caption: 'Bread' })
  await open(page, `/${projectId}/stories/${id}/edit`)
  await page.context().setOffline(true)
  await caption(page).fill('Bread without a line')
  await page.getByText('Not saved: the server cannot be reached.').waitFor()
  await page.getByText('Kept in this browser alone.').waitFor()
  expect((await read(page, id)).caption).toBe('Bread')
  await page.context().setOffline(false)
  await saved(page).waitFor()
  expect((await read(page, id)).caption).toBe('Bread without a line')
})

test.skipIf(!hasChromium)(
  'a draft that a network would refuse is saved with its problems, and only sending is refused',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUp(page)
    const id = await aStory(page, projectId, { caption: 'Bread' })
    await open(page, `/${projectId}/stories/${id}/edit`)
    const long = 'a'.repeat(300)
    await caption(page).fill(long)
    const problems = page.getByRole('region', { name: 'Before it can go out' })
    await problems.getByText('Take out 20').waitFor()
    await until(async () => (await read(page, id)).caption).toBe(long)
    await saved(page).waitFor()
    expect(await page.getByText('Nothing new is saved until then.').count()).toBe(0)
    await page.reload()
    expect(await caption(page).inputValue()).toBe(long)
    expect(await page.getByText('Your words are back').count()).toBe(0)
    // Told once, where it leads to its field, and not again beside what refused it.
    await page.getByRole('button', { name: 'Publish now' }).click()
    const refusal = page.getByRole('alert')
    await refusal.getByText('Saved as a draft, but not on its way').waitFor()
    await refusal.getByText('One thing has to be mended first.').waitFor()
    expect(await page.getByText('Take out 20').count()).toBe(1)
    await page.getByRole('button', { name: 'Show what to mend' }).click()
    await expect.poll(() => problems.evaluate((list) => list === document.activeElement)).toBe(true)
    expect(await read(page, id)).toMatchObject({ caption: long, status: 'draft' })
    await open(page, `/${projectId}/stories/${id}`)
    await page.getByRole('region', { name: 'Fix before publishing' }).getByText('Take out 20').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(page.faults.filter((fault) => !fault.includes('400'))).toEqual([])
  },
)

test.skipIf(!hasChromium)('what is refused for drafts as well is said with its remedy, and kept', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const slides = [1, 2, 3, 4].map((n) => ({ media_url: `https://pictures.example/${n}.jpg` }))
  const id = await aStory(page, projectId, { caption: 'Bread', slides })
  await open(page, `/${projectId}/stories/${id}/edit`)
  await page.getByRole('button', { name: 'By address' }).click()
  await page.getByLabel('Address of 5').fill('https://pictures.example/5.jpg')
  await page.getByText('Not saved: something has to be mended first.').waitFor()
  const problems = page.getByRole('region', { name: 'Before it can go out' })
  await problems.getByText('Nothing new is saved until then.').waitFor()
  expect(await problems.getByText('Take out 1.').count()).toBe(1)
  await page.reload()
  await page.getByText('Your words are back').waitFor()
  await page.getByRole('button', { name: 'Discard them' }).click()
  expect((await read(page, id)).slides).toHaveLength(4)
})

test.skipIf(!hasChromium)('a scheduled story changes only when somebody saves it', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const id = await aStory(page, projectId, { caption: 'Goes out tomorrow', scheduled_at })
  await open(page, `/${projectId}/stories/${id}/edit`)
  const patches: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && patches.push(request.url()))
  await caption(page).fill('Half a sentence')
  await page.getByText('Not saved: this story is scheduled, so it changes only when you press Save.').waitFor()
  await page.reload()
  await page.getByText('Your words are back').waitFor()
  expect(await caption(page).inputValue()).toBe('Half a sentence')
  expect(patches).toEqual([])
  expect((await read(page, id)).caption).toBe('Goes out tomorrow')
  expect(await page.getByLabel('Time (optional)').inputValue()).toBe(localOf(scheduled_at, testZone))
})

test.skipIf(!hasChromium)('of two people with one story the second sees both versions and loses none', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const id = await aStory(page, projectId, { caption: 'Bread', title: 'Ours', hashtags: 'bread' })
  await open(page, `/${projectId}/stories/${id}/edit`)
  await editElsewhere(page, id, { caption: 'Their bread', title: 'Theirs' })
  await caption(page).fill('My bread')
  await page.getByLabel('Hashtags').fill('mine')
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this story' })
  await dialog.waitFor()
  const group = (name: RegExp) => dialog.getByRole('group', { name })
  // What only one of them changed is chosen; of what both changed, both are shown.
  expect(
    await group(/^Title.*They changed it/)
      .getByRole('radio', { name: /Take theirs/ })
      .isChecked(),
  ).toBe(true)
  await group(/^Caption.*Both of you changed it/)
    .getByText('Their bread')
    .waitFor()
  await group(/^Caption.*Both of you changed it/)
    .getByText('My bread')
    .waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  // Put off: nothing is written, and the way back is there.
  await page.keyboard.press('Escape')
  await page.getByText('Not saved: somebody else changed this story.').waitFor()
  expect((await read(page, id)).caption).toBe('Their bread')
  await page.getByRole('button', { name: 'Compare' }).click()
  await dialog.getByRole('button', { name: 'Use what is chosen' }).click()
  await saved(page).waitFor()
  await until(() => read(page, id)).toMatchObject({ caption: 'My bread', title: 'Theirs', hashtags: 'mine' })
  // Chosen wrongly: both are there once more.
  await page.getByRole('button', { name: 'Compare again' }).click()
  await group(/^Caption/)
    .getByRole('radio', { name: /Take theirs/ })
    .check()
  await dialog.getByRole('button', { name: 'Use what is chosen' }).click()
  await until(async () => (await read(page, id)).caption).toBe('Their bread')
  expect(page.faults).toEqual([])
})

test.skipIf(!hasChromium)('both versions can be kept: mine becomes a story of its own', async () => {
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

test.skipIf(!hasChromium)('words that were kept upon an older version are compared with the newer one', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const id = await aStory(page, projectId, { caption: 'Bread', scheduled_at })
  await open(page, `/${projectId}/stories/${id}/edit`)
  await caption(page).fill('My bread')
  await page.getByText('Not saved: this story is scheduled').waitFor()
  await page.goto('about:blank')
  await editElsewhere(page, id, { title: 'Theirs', connection_check: 'skip' })
  await open(page, `/${projectId}/stories/${id}/edit`)
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this story' })
  await dialog.getByRole('button', { name: 'Use what is chosen' }).click()
  expect(await caption(page).inputValue()).toBe('My bread')
  expect(await page.getByLabel('Title').inputValue()).toBe('Theirs')
})

test.skipIf(!hasChromium)('the page of a story says that this browser has more of it, and leads there', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const id = await aStory(page, projectId, { caption: 'Bread', scheduled_at })
  await open(page, `/${projectId}/stories/${id}/edit`)
  await caption(page).fill('Bread and more')
  await page.getByText('Not saved: this story is scheduled').waitFor()
  await open(page, `/${projectId}/stories/${id}`)
  const note = page.getByRole('status').filter({ hasText: 'You wrote more than was saved' })
  await note.getByText('What is shown here, and goes out, is without it.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await note.getByRole('link', { name: 'Go on writing' }).click()
  await page.waitForURL(/\/edit$/)
  await until(() => caption(page).inputValue()).toBe('Bread and more')

  // Where it cannot be edited any more, the words become a story of their own.
  await post(page, cancelStory.path.replace(':id', id), {})
  await open(page, `/${projectId}/stories/${id}/edit`)
  await page.waitForURL(new RegExp(`/stories/${id}$`))
  await note.getByRole('link', { name: 'Make a new story of it' }).click()
  await until(() => caption(page).inputValue()).toBe('Bread and more')
  await saved(page).waitFor()
  expect(await read(page, idIn(page))).toMatchObject({ caption: 'Bread and more', status: 'draft' })
  expect(idIn(page)).not.toBe(id)
  await open(page, `/${projectId}/stories/${id}`)
  expect(await note.count()).toBe(0)
})

test.skipIf(!hasChromium)('two tabs with new stories keep the words of both', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const other = await page.context().newPage()
  const write = async (tab: Page, words: string): Promise<void> => {
    await open(tab, `/${projectId}/compose`)
    expect(await caption(tab).inputValue()).toBe('')
    await tab.getByRole('checkbox', { name: /^X/ }).check()
    // Too short to be saved.
    await caption(tab).fill(words)
    await tab.getByText('Not saved: a story begins with a caption.').waitFor()
  }
  await write(page, 'a')
  await write(other, 'b')
  await page.close()
  await other.close()
  const again = await openTabs(other.context(), 2, `/${projectId}/compose`)
  const found = await Promise.all(again.map((tab) => caption(tab).inputValue()))
  expect(found.toSorted()).toEqual(['a', 'b'])
})

test.skipIf(!hasChromium)(
  'where the browser keeps nothing, words outlive another screen and leaving is asked for',
  async () => {
    const page = await browser.newPage()
    const { projectId } = await signUp(page)
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await open(page, `/${projectId}/compose`)
    await page.getByRole('checkbox', { name: /^X/ }).check()
    // Too short to be saved.
    await caption(page).fill('ab')
    await page.getByText('This browser keeps nothing either: leave the page open.').waitFor()
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
  },
)

test.skipIf(!hasChromium)(
  'who was signed out signs in in another tab, and the words are saved on coming back',
  async () => {
    const page = await browser.newPage()
    const { projectId, email, password } = await signUp(page)
    const id = await aStory(page, projectId, { caption: 'Bread' })
    await open(page, `/${projectId}/stories/${id}/edit`)
    await page.context().clearCookies()
    await caption(page).fill('Bread after the session')
    await page.getByText('Not saved: you are signed out.').waitFor()
    // A program would be told to send a token.
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
  },
)

async function openTabs(context: BrowserContext, count: number, address: string): Promise<Page[]> {
  const tabs: Page[] = []
  for (let index = 0; index < count; index++) {
    const tab = await context.newPage()
    await open(tab, address)
    tabs.push(tab)
  }
  return tabs
}
