import { expect, inject, test } from 'vitest'
import { localOf } from '@/components/time/zoned'
import { aSandboxAccount } from '../../support/api'
import { aBrowser, hasChromium, overflowOf, seriousFindings, signUpByForm, testZone } from '../../support/browser'

/** Holds that a stranger is led from the sign-up to a post that is live, step by step, and then left alone. */

const browser = aBrowser()

test.skipIf(!hasChromium)(
  'first run to first post: connect, compose, schedule, see it live',
  async () => {
    const page = await browser.newPage()
    await signUpByForm(page)
    const steps = page.getByRole('region', { name: 'Your first post in four steps' })
    await steps.getByText('0 of 4 done').waitFor()
    expect(await seriousFindings(page)).toEqual([])

    // Connect: over to the network, agree, and back.
    const { account_id } = await aSandboxAccount('threads')
    await page.getByRole('button', { name: 'Connect Threads', exact: true }).click()
    await page.waitForURL(`${inject('sandboxUrl')}/**`)
    await page.locator(`input[name=account][value="${account_id}"]`).check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(/\/connections/)
    await steps.getByText('1 of 4 done').waitFor()

    // Compose: the list leads there; the words are kept as a draft.
    await steps.getByRole('link', { name: 'Compose' }).click()
    await page.getByLabel('Caption', { exact: true }).fill('Our very first post')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)
    await page.getByRole('link', { name: 'Stories' }).first().click()
    await steps.getByText('2 of 4 done').waitFor()

    // Schedule: for this very minute.
    await steps.getByRole('link', { name: 'Choose a draft' }).click()
    await page.getByRole('link', { name: 'Our very first post' }).click()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Time (optional)').fill(localOf(new Date(), testZone))
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/stories\/[0-9a-f-]{36}$/)

    // See it live.
    await page.getByText('Published', { exact: true }).first().waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: 'Stories' }).first().click()
    const done = page.getByRole('region', { name: 'Your first story is live' })
    await done.getByRole('link', { name: 'See it' }).click()
    const [feed] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open the post on Threads' }).click(),
    ])
    await feed.getByRole('main').getByText('Our very first post').waitFor()

    // Whoever has come so far is left alone, at once and for good.
    await page.getByRole('link', { name: 'Stories' }).first().click()
    await page.getByRole('link', { name: 'Our very first post' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Our very first post' }).waitFor()
    expect(await page.getByRole('region', { name: /first/ }).count()).toBe(0)
    expect(page.faults).toEqual([])
  },
  240_000,
)

test.skipIf(!hasChromium)('the first steps fit a phone, and stay away once they are hidden', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 720 }, colorScheme: 'dark' })
  await signUpByForm(page)
  const steps = page.getByRole('region', { name: 'Your first post in four steps' })
  await steps.waitFor()
  expect(await overflowOf(page)).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await steps.getByRole('button', { name: 'Hide the first steps' }).click()
  await steps.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await steps.count()).toBe(0)
})
