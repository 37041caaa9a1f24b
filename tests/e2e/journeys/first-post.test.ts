import { expect, inject, test } from 'vitest'
import { localOf } from '@/components/time/local-time'
import { aSandboxAccount } from '@/tests/support/api/api'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  seriousFindings,
  signUpByForm,
  testZone,
} from '@/tests/support/browser/browser'
import { finish, setTime } from '@/tests/support/browser/composer'

/** The three ways to start, and the checklist from sign-up to the first published post. */

const browser = aBrowser()

test.skipIf(!hasChromium)(
  'first post: connect, compose, schedule, view',
  async () => {
    const page = await browser.newPage()
    await signUpByForm(page)
    const steps = page.getByRole('region', { name: 'Publish your first post' })
    expect(await seriousFindings(page)).toEqual([])

    // Connect.
    const { account_id } = await aSandboxAccount('threads')
    await page.getByRole('button', { name: /^Connect your accounts/ }).click()
    await page.getByRole('button', { name: 'Connect Threads', exact: true }).click()
    await page.waitForURL(`${inject('sandboxUrl')}/**`)
    await page.locator(`input[name=account][value="${account_id}"]`).check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(/\/start\?step=2/)
    await page.getByRole('list', { name: 'Connected accounts' }).getByText('Threads').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Write a post' }).waitFor()
    await page.getByRole('link', { name: 'Open calendar' }).click()
    await page.waitForURL(/\/calendar/)
    await steps.getByText('1 of 4 done').waitFor()

    // Compose and save a draft.
    await steps.getByRole('link', { name: 'New story' }).click()
    await page.getByLabel('Caption', { exact: true }).fill('Our very first post')
    await finish(page, 'Save draft')
    await page.getByText('Draft saved.').waitFor()
    await page.getByRole('link', { name: 'Stories' }).first().click()
    await steps.getByText('2 of 4 done').waitFor()

    // Schedule for now.
    await steps.getByRole('link', { name: 'Open drafts' }).click()
    await page.getByRole('link', { name: 'Our very first post' }).click()
    await page.getByRole('link', { name: 'Edit' }).click()
    await setTime(page, localOf(new Date(), testZone))
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)

    // View the published story.
    await page.getByText('Published', { exact: true }).first().waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: 'Stories' }).first().click()
    const done = page.getByRole('region', { name: 'Your first story is live' })
    await done.getByRole('link', { name: 'View story' }).click()
    const [feed] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'View post on Threads' }).click(),
    ])
    await feed.getByRole('main').getByText('Our very first post').waitFor()

    // The checklist does not appear again. The first click keeps the filter of drafts, the second removes it.
    const stories = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Stories/ })
    await stories.click()
    await page.waitForURL(/\/stories(\?|$)/)
    await stories.click()
    await page.waitForURL(/\/stories$/)
    await page.getByRole('link', { name: 'Our very first post' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Our very first post' }).waitFor()
    expect(await page.getByRole('region', { name: /first/ }).count()).toBe(0)
    expect(page.errors).toEqual([])
  },
  240_000,
)

test.skipIf(!hasChromium)('the checklist fits a phone and stays hidden once hidden', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 720 }, colorScheme: 'dark' })
  const { projectId } = await signUpByForm(page)
  await open(page, `/${projectId}/connections`)
  const steps = page.getByRole('region', { name: 'Publish your first post' })
  await steps.waitFor()
  expect(await overflowOf(page)).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await steps.getByRole('button', { name: 'Hide checklist' }).click()
  await steps.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await steps.count()).toBe(0)
})

test.skipIf(!hasChromium)('sample data: add it, see it everywhere, and remove it', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUpByForm(page)
  await page.getByRole('button', { name: /^Explore sample data/ }).click()
  await page.getByRole('button', { name: 'Add sample data' }).click()
  await page.getByText('Sample data added').waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'See results' }).click()
  await page.waitForURL(/\/analytics/)
  await page.getByText('This project shows sample data').waitFor()
  await open(page, `/${projectId}/stories`)
  await page
    .getByRole('link', { name: /Winter menu/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Remove sample data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText(/^Sample data removed/).waitFor()
  await page.getByText('No stories yet').waitFor()
  await page.getByText('This project shows sample data').waitFor({ state: 'detached' })
  expect(page.errors).toEqual([])
})

test.skipIf(!hasChromium)('sandbox accounts are connected with one click', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 720 }, colorScheme: 'dark' })
  await signUpByForm(page)
  await page.getByRole('button', { name: /^Use sandbox accounts/ }).click()
  await page.getByRole('button', { name: 'Connect 7 accounts' }).click()
  const list = page.getByRole('list', { name: 'Connected accounts' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(7)
  expect(await list.getByText('Sandbox', { exact: true }).count()).toBe(7)
  expect(await overflowOf(page)).toBe(0)
  expect(await seriousFindings(page)).toEqual([])

  // They do not count as real accounts.
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: /^Use sandbox accounts.*7 sandbox accounts connected$/ }).waitFor()
  await page.getByRole('button', { name: /^Connect your accounts/ }).click()
  await page.getByRole('button', { name: 'Connect Threads', exact: true }).waitFor()
  expect(await page.getByText('Sandbox account', { exact: true }).count()).toBe(7)

  await page.getByRole('button', { name: 'Connect later' }).click()
  const done = page.getByRole('list', { name: 'Set up' }).getByRole('listitem')
  expect(await done.first().textContent()).toMatch(/^7 sandbox accounts connected.*Ghost/)
  expect(await page.getByRole('link', { name: /^feed page/ }).getAttribute('href')).toBe(inject('sandboxUrl'))
  await page.getByRole('link', { name: 'Write a post' }).waitFor()
  expect(await overflowOf(page)).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  expect(page.errors).toEqual([])
})
