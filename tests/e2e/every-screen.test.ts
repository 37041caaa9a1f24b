import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { createStory, storyTimeline } from '@/lib/stories/contract'
import { aSandboxAccount } from '../support/api'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  post,
  seriousFindings,
  signUp,
  signUpByForm,
  type TestPage,
} from '../support/browser'

const browser = aBrowser()

const looks: Record<string, BrowserContextOptions> = {
  'narrow and dark': { viewport: { width: 320, height: 720 }, colorScheme: 'dark', reducedMotion: 'reduce' },
  'wide and light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' },
}

/** One draft, one scheduled for two channels, one that is public. */
async function fill(page: Page, projectId: string): Promise<string> {
  for (const channel of ['threads', 'facebook'] as const) {
    const { account_id, account_name, credentials } = await aSandboxAccount(channel)
    const expires_at = channel === 'facebook' ? new Date(Date.now() + 2 * 86_400_000).toISOString() : undefined
    await post(page, createConnection.path, {
      project_id: projectId,
      channel,
      account_id,
      account_name,
      credentials,
      expires_at,
    })
  }
  const base = { project_id: projectId, channels: ['threads', 'facebook'] }
  await post(page, createStory.path, { ...base, title: 'A draft', caption: 'To be continued' })
  await post(page, createStory.path, { ...base, caption: 'Now', scheduled_at: new Date().toISOString() })
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const slides = ['dawn', 'meadow'].map((name) => ({
    media_url: `${inject('sandboxUrl')}/samples/${name}.jpg`,
    alt_text: 'The sun over hills',
    swipe_through_url: 'https://shop.example/bread',
  }))
  const made = await post(page, createStory.path, {
    ...base,
    caption: 'Tomorrow '.repeat(30),
    slides,
    destination_url: 'https://shop.example',
    scheduled_at,
  })
  const { id } = made.story as { id: string }
  expect((await page.request.get(storyTimeline.path.replace(':id', id))).ok()).toBe(true)
  return id
}

describe.each(Object.entries(looks))('%s', (_, look) => {
  let page: TestPage
  let projectId: string
  let storyId: string

  beforeAll(async () => {
    if (!hasChromium) return
    page = await browser.newPage(look)
    projectId = (await signUp(page)).projectId
    storyId = await fill(page, projectId)
  })

  const screens: Record<string, { path: () => string; act?: () => Promise<unknown>; isOut?: boolean }> = {
    welcome: { path: () => '/', isOut: true },
    'sign in': { path: () => '/sign-in?error=wrong', isOut: true },
    'sign up': { path: () => '/sign-up', isOut: true },
    'account, profile': { path: () => '/account' },
    'account, security': { path: () => '/account/security' },
    'account, notifications': { path: () => '/account/notifications' },
    'calendar, month': {
      path: () => `/${projectId}/calendar?view=month`,
      act: () => page.locator('[data-date]').first().waitFor(),
    },
    'calendar, week': {
      path: () => `/${projectId}/calendar?view=week`,
      act: () => page.locator('[data-date]').first().waitFor(),
    },
    'calendar, day': {
      path: () => `/${projectId}/calendar?view=day`,
      act: () => page.locator('[data-date]').first().waitFor(),
    },
    'calendar, list': { path: () => `/${projectId}/calendar?view=list` },
    'calendar, empty': { path: () => `/${projectId}/calendar?view=month&date=2040-05-01` },
    'calendar, a story': {
      path: () => `/${projectId}/calendar?view=list`,
      act: async () => {
        await page.locator('[data-story]').first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
    stories: { path: () => `/${projectId}/stories` },
    'stories, none fits': { path: () => `/${projectId}/stories?status=failed&channel=ghost` },
    analytics: { path: () => `/${projectId}/analytics` },
    'a story': { path: () => `/${projectId}/stories/${storyId}` },
    'a question': {
      path: () => `/${projectId}/stories/${storyId}`,
      act: () => page.getByRole('button', { name: 'Cancel', exact: true }).click(),
    },
    'an open menu': {
      path: () => `/${projectId}/stories`,
      act: () =>
        page
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .click(),
    },
    composer: {
      path: () => `/${projectId}/compose`,
      act: async () => {
        await page.getByLabel('Instagram').check()
        await page.getByLabel('Caption', { exact: true }).fill('long '.repeat(150))
        await page
          .getByRole('region', { name: 'Before it can go out' })
          .getByText(/Threads's count/)
          .waitFor()
      },
    },
    'composer, a channel': {
      path: () => `/${projectId}/stories/${storyId}/edit`,
      act: async () => {
        await page.getByRole('tab', { name: 'Threads' }).click()
        await page.getByLabel('Caption for Threads').fill('Other words')
        await page.getByRole('button', { name: 'Reset all' }).waitFor()
      },
    },
    'composer, all unfolded': {
      path: () => `/${projectId}/compose`,
      act: async () => {
        await page.locator('summary', { hasText: 'More' }).click()
        await page.getByLabel('Campaign (optional)').waitFor()
      },
    },
    'composer, all of Pinterest': {
      path: () => `/${projectId}/compose`,
      act: async () => {
        await page.getByRole('checkbox', { name: /^Pinterest/ }).check()
        await page.getByRole('tab', { name: 'Pinterest' }).click()
        await page.locator('summary', { hasText: 'More' }).click()
        await page.getByLabel('Pin link').fill('no address')
        await page.getByText('The link for Pinterest is not a whole address.').waitFor()
      },
    },
    'composer, a pin': {
      path: () => `/${projectId}/compose`,
      act: async () => {
        await page.getByRole('checkbox', { name: /^Instagram/ }).check()
        await page.getByRole('tab', { name: 'Instagram' }).click()
        await page.getByLabel('Pin to the grid').check()
        await page.getByLabel('Pinned until').waitFor()
      },
    },
    queue: { path: () => `/${projectId}/queue` },
    'queue, posted': { path: () => `/${projectId}/queue?status=posted` },
    connections: { path: () => `/${projectId}/connections` },
    'connecting an account': {
      path: () => `/${projectId}/connections`,
      act: () => page.getByRole('button', { name: 'Connect Ghost', exact: true }).click(),
    },
    notifications: { path: () => `/${projectId}/notifications` },
    'what the bell opens': {
      path: () => `/${projectId}/queue`,
      act: async () => {
        await page.getByRole('button', { name: /^Notifications/ }).click()
        await page.getByRole('link', { name: 'All notifications' }).waitFor()
      },
    },
    webhooks: { path: () => `/${projectId}/webhooks` },
    'a new endpoint': {
      path: () => `/${projectId}/webhooks`,
      act: async () => {
        await page.getByRole('button', { name: 'New endpoint' }).click()
        await page.getByLabel('All events').uncheck()
        await page.getByLabel('pillar.gap_detected').waitFor()
      },
    },
    settings: { path: () => `/${projectId}/settings` },
    developer: {
      path: () => '/developer',
      act: () => page.getByRole('button', { name: 'New token' }).first().click(),
    },
    'nothing here': { path: () => `/${projectId}/stories/nothing` },
  }

  test.skipIf(!hasChromium).each(Object.entries(screens))('%s is sound', async (_name, { path, act, isOut }) => {
    const shown = isOut ? await browser.newPage(look) : page
    await open(shown, path())
    await act?.()
    expect(await seriousFindings(shown)).toEqual([])
    expect(await overflowOf(shown), 'pixels wider than the window').toBe(0)
    expect(shown.faults.splice(0)).toEqual([])
    if (isOut) await shown.context().close()
  })
})

test.skipIf(!hasChromium)('a script or handler that somebody injects into a page does not run', async () => {
  const page = await browser.newPage()
  await open(page, '/sign-in')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.injected = "script"'
    document.body.append(script)
    document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.injected = \'handler\'">')
  })
  const blocked = () => page.faults.filter((fault) => fault.startsWith('Content-Security-Policy: script-src')).length
  await expect.poll(blocked, { timeout: 15_000 }).toBe(2)
  expect(await page.evaluate('window.injected')).toBeUndefined()
})

test.skipIf(!hasChromium)('the theme that a person chose is there with the first byte', async () => {
  const page = await browser.newPage({ colorScheme: 'light' })
  await signUpByForm(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByLabel('Dark').check()
  const first = await (await page.request.get(page.url())).text()
  expect(first).toContain('data-theme="dark"')
})

test.skipIf(!hasChromium)('the whole frame is reached with the keyboard alone', async () => {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  await open(page, `/${projectId}/stories`)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
  // By way of the name and the bell to the projects.
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  for (let presses = 0; presses < 4 && !(await focused()).includes('project'); presses++)
    await page.keyboard.press('Tab')
  expect(await focused()).toMatch(/project$/)
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitem')
  await items.first().waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})
