import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { localOf } from '@/components/time/local-time'
import { bulkReschedule } from '@/lib/queue/contract'
import type { StoryDetail } from '@/lib/stories/contract'
import { aSandboxAccount, type SandboxAccount } from '@/tests/support/api/api'
import {
  aBrowser,
  hasChromium,
  open,
  post,
  seriousFindings,
  signIn,
  signUpByForm,
  testZone,
} from '@/tests/support/browser/browser'
import { finish, issuesIn, setTime, timeField } from '@/tests/support/browser/composer'
import { chooseOption, localTimeIn, storyAction } from '@/tests/support/browser/controls'

const browser = aBrowser()

const xFields = {
  api_key: 'API key',
  api_secret: 'API key secret',
  access_token: 'Access token',
  access_token_secret: 'Access token secret',
}

async function connect(page: Page, channel: string, account: SandboxAccount, fields: Record<string, string>) {
  await page.getByRole('button', { name: 'Connect with API keys' }).click()
  const dialog = page.getByRole('dialog')
  await chooseOption(dialog.getByLabel('Channel'), channel)
  await dialog.getByLabel(/ID$/).fill(account.account_id)
  await dialog.getByLabel('Account name').fill(account.account_name)
  await dialog.getByLabel('Username').fill(account.handle ?? '')
  for (const [name, label] of Object.entries(fields)) {
    await dialog.getByLabel(label, { exact: true }).fill(account.credentials[name] ?? '')
  }
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** A time in the project's zone, this many minutes from now, as the field expects it. */
const localIn = (minutes: number): string => localOf(new Date(Date.now() + minutes * 60_000), testZone)

test.skipIf(!hasChromium)('sign up, connect, compose, schedule, and open the published post', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await open(page, `/${projectId}/connections`)

  // Connect two sandbox accounts by hand.
  await connect(page, 'X', await aSandboxAccount('x'), xFields)
  await connect(page, 'Threads', await aSandboxAccount('threads'), { access_token: 'Access token' })
  await expect.poll(() => page.getByText('Connected', { exact: true }).count()).toBe(2)

  // The keys of another account start empty, also for a connected channel.
  await page.getByRole('button', { name: 'Connect with API keys' }).click()
  const keys = page.getByRole('dialog')
  await chooseOption(keys.getByLabel('Channel'), 'X')
  await keys.getByText(/^Replaces /).waitFor()
  expect(await keys.getByLabel(/ID$/).inputValue()).toBe('')
  await keys.getByRole('button', { name: 'Cancel' }).click()

  // Compose: both connected channels are selected. X has a customized caption.
  await page.getByRole('link', { name: 'New story' }).first().click()
  await page.getByLabel('Caption', { exact: true }).fill('Our spring collection is here.\n\nCome and see it.')
  await page.getByLabel('Hashtags').fill('spring #newin')
  await page.getByRole('tab', { name: 'X' }).click()
  const forX = page.getByLabel('Caption for X')
  expect(await forX.inputValue()).toBe('Our spring collection is here.\n\nCome and see it.')
  await forX.fill('Spring is here.')
  await page.getByRole('tab', { name: 'X, customized' }).waitFor()
  await page.getByRole('article', { name: 'Preview for X' }).getByText('Spring is here.\n\n#spring #newin').waitFor()
  await page.getByRole('tab', { name: 'All channels' }).click()
  await page.getByRole('button', { name: 'Show Threads' }).click()
  const forThreads = page.getByRole('article', { name: 'Preview for Threads' })
  await forThreads.getByText('Our spring collection is here.').waitFor()
  expect(await forThreads.textContent()).not.toContain('Spring is here.')

  // Schedule for tomorrow: it is in the queue.
  await setTime(page, localIn(24 * 60))
  await finish(page, 'Schedule')
  // The composer closes, and the page behind it is still there.
  await page.waitForURL(/\/connections$/)
  await page.getByText('Story scheduled.').getByRole('link', { name: 'View' }).click()
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
  const storyUrl = page.url()
  await page.getByRole('link', { name: 'Queue' }).first().click()
  await page.getByRole('heading', { name: /^Tomorrow/ }).waitFor()
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Our spring collection is here.' }) })
  expect(await row.count()).toBe(1)
  await row.getByRole('button', { name: 'Show channels' }).click()
  await expect.poll(() => row.getByText('Scheduled', { exact: true }).count()).toBe(3)

  // Threads is published an hour after X, also after the caption is edited.
  const id = storyUrl.slice(-36)
  const read = async (): Promise<StoryDetail> => (await page.request.get(`/api/v1/stories/${id}`)).json()
  const timesOf = ({ content_queue }: StoryDetail) =>
    content_queue.map(({ channel, scheduled_at }) => [channel, scheduled_at])
  const { content_queue } = await read()
  const threads = content_queue.find(({ channel }) => channel === 'threads')
  const later = new Date(Date.parse(threads?.scheduled_at ?? '') + 3_600_000).toISOString()
  const moving = { project_id: projectId, scheduled_at: later }
  await post(page, bulkReschedule.path, { ...moving, queue_item_ids: [threads?.id] })
  const before = timesOf(await read())
  expect(before).toContainEqual(['threads', later])
  await open(page, `${storyUrl}/edit`)
  const time = await timeField(page)
  // The new time is shown before saving: the offset to the story stays.
  const ownTimes = page.getByRole('list', { name: 'Channels with their own time' })
  const shown = () => ownTimes.filter({ hasText: 'Threads' }).locator('time').getAttribute('datetime')
  expect(await shown()).toBe(later)
  const kept = await localTimeIn(time)
  const wall = (local: string, hours: number) =>
    new Date(Date.parse(`${local}Z`) + hours * 3_600_000).toISOString().slice(0, 16)
  await time.fill(wall(kept, 2))
  await expect.poll(async () => localOf((await shown()) ?? '', testZone)).toBe(wall(localOf(later, testZone), 2))
  await time.fill(kept)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByLabel('Caption', { exact: true }).fill('Our spring collection is here.\n\nStay a while.')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(storyUrl)
  const after = await read()
  expect(after.caption).toContain('Stay a while.')
  expect(timesOf(after)).toEqual(before)
  await post(page, bulkReschedule.path, { ...moving, story_ids: [id] })

  // Reschedule to now: it is published immediately on both channels.
  await open(page, `${storyUrl}/edit`)
  await setTime(page, localIn(0))
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(storyUrl)
  await page.getByText('Published', { exact: true }).first().waitFor({ timeout: 60_000 })
  const [feed] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'View post on X' }).click(),
  ])
  await feed.getByRole('main').getByText('Spring is here.').waitFor()

  // It is published in the queue and in the list.
  await open(page, `/${projectId}/queue?status=posted`)
  await page.getByRole('listitem').getByText('Published', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show channels' }).click()
  await expect.poll(() => page.getByRole('link', { name: /^View post on / }).count()).toBe(2)
  await open(page, `/${projectId}/stories?status=published`)
  await page.getByRole('link', { name: 'Our spring collection is here.' }).waitFor()
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('problems are shown before publishing, and no input is lost', async () => {
  const page = await browser.newPage()
  const person = await signUpByForm(page)
  await open(page, `/${person.projectId}/compose`)

  await page.getByRole('checkbox', { name: /^Instagram/ }).check()
  await page.getByLabel('Caption', { exact: true }).fill('Words that must not be lost')
  const problems = issuesIn(page)
  await problems.getByText('Instagram needs an image or a video').click()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Upload files')
  await problems.getByText(/Instagram is not connected/).waitFor()

  // Not scheduled: the issues are counted and the caption stays.
  await setTime(page, localIn(60))
  await finish(page, 'Schedule')
  await page.getByRole('button', { name: /^Fix \d+ issues first$/ }).waitFor()
  expect(await page.getByLabel('Caption', { exact: true }).inputValue()).toBe('Words that must not be lost')

  // Also after a reload.
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Edit story' }).waitFor()
  expect(await page.getByLabel('Caption', { exact: true }).inputValue()).toBe('Words that must not be lost')

  // The draft can be saved and, after confirmation, deleted.
  await finish(page, 'Save draft')
  await page.getByText('Draft saved.').waitFor()
  await storyAction(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/\/stories$/)
  await page.getByText('No stories yet').waitFor()
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('a story that is about to be posted can be undone from any page', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await open(page, `/${projectId}/connections`)
  await connect(page, 'X', await aSandboxAccount('x'), xFields)
  await page.getByRole('link', { name: 'New story' }).first().click()
  await page.getByLabel('Caption', { exact: true }).fill('Published too soon')
  await finish(page, 'Post now')
  const countdown = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
  await countdown.getByText(/^Posting “Published too soon” in \d+ s/).waitFor()
  // Also on another page, and after a reload.
  await page.getByRole('link', { name: 'Queue' }).first().click()
  await page.waitForURL(/\/queue/)
  await page.reload()
  await countdown.getByText(/^Posting “/).waitFor()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Published too soon' })
  await row.getByText(/^Posting in \d+ s$/).waitFor()
  await row.getByRole('button', { name: 'Undo posting “Published too soon”' }).click()
  await page.getByText('Not posted. The story is a draft again.').waitFor()
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}\/edit$/)
  await expect.poll(() => page.getByLabel('Caption', { exact: true }).inputValue()).toBe('Published too soon')
  const id = new URL(page.url()).pathname.split('/').at(-2)
  const story: StoryDetail = await (await page.request.get(`/api/v1/stories/${id}`)).json()
  expect(story).toMatchObject({ status: 'draft', scheduled_at: null })
  expect(await countdown.getByText(/^Posting “/).count()).toBe(0)

  // The page of a draft schedules it, with undo. Posting it at once is in the menu.
  const read = async (): Promise<StoryDetail> => (await page.request.get(`/api/v1/stories/${id}`)).json()
  await open(page, `/${projectId}/stories/${id}`)
  expect(await page.getByRole('button', { name: 'Post now' }).count()).toBe(0)
  await page.getByRole('button', { name: 'More ways to publish' }).click()
  await page.getByRole('menuitem', { name: 'Post now' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const schedule = page.getByRole('dialog', { name: 'Schedule' })
  await schedule.getByLabel('Time', { exact: true }).fill(localIn(120))
  expect(await seriousFindings(page)).toEqual([])
  await schedule.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByText('Story scheduled.').waitFor()
  expect((await read()).status).toBe('scheduled')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await read()).status).toBe('draft')
  await page.getByRole('button', { name: 'Schedule', exact: true }).waitFor()

  // A scheduled story gets its time back.
  const scheduled_at = '2035-05-01T09:00:00.000Z'
  const headers = { origin: inject('productUrl') }
  await page.request.patch(`/api/v1/stories/${id}`, { data: { scheduled_at }, headers })
  await open(page, `/${projectId}/stories/${id}`)
  await storyAction(page, 'Post now')
  await countdown.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Not posted. The story is scheduled as before.').waitFor()
  const restored: StoryDetail = await (await page.request.get(`/api/v1/stories/${id}`)).json()
  expect(restored).toMatchObject({ status: 'scheduled', scheduled_at })
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('sign-in and sign-out: wrong passwords, members-only pages', async () => {
  const page = await browser.newPage()
  const person = await signUpByForm(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()

  // A page requested while signed out opens after sign-in.
  await open(page, `/${person.projectId}/settings`)
  await page.waitForURL(/\/sign-in\?next=/)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Wrong email or password.').waitFor()
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`**/${person.projectId}/settings`)

  // Another user's project is not found.
  const other = await browser.newPage()
  await signUpByForm(other)
  await open(other, `/${person.projectId}/stories`)
  await other.getByText('Page not found').waitFor()

  const again = await browser.newPage()
  await signIn(again, person)
  await again.waitForURL((url) => url.pathname === `/${person.projectId}/calendar`)
})
