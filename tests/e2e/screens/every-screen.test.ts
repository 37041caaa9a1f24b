import type { BrowserContextOptions } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  aBrowser,
  hasChromium,
  open,
  overflowOf,
  seriousFindings,
  signUp,
  type TestPage,
} from '@/tests/support/browser/browser'
import { issuesIn } from '@/tests/support/browser/composer'
import { storyAction } from '@/tests/support/browser/controls'
import { sandboxUrl } from '@/tests/support/sandbox/file-sandbox'
import { atRest } from '../calendar/calendar'
import { type FilledProject, fillProject } from './filled-project'

const browser = aBrowser()

const look = (width: number, colorScheme: 'light' | 'dark'): BrowserContextOptions => ({
  viewport: { width, height: width < 800 ? 720 : 900 },
  colorScheme,
  reducedMotion: 'reduce',
})

/** The two looks that break first. `EVERY_LOOK=1` checks four widths in both themes. */
const looks: Record<string, BrowserContextOptions> =
  process.env.EVERY_LOOK === '1'
    ? Object.fromEntries(
        [320, 375, 820, 1440].flatMap((width) => [
          [`${width} px, light`, look(width, 'light')],
          [`${width} px, dark`, look(width, 'dark')],
        ]),
      )
    : { 'narrow and dark': look(320, 'dark'), 'wide and light': look(1440, 'light') }

describe.each(Object.entries(looks))('%s', (_, look) => {
  let page: TestPage
  let projectId: string
  let filled: FilledProject

  beforeAll(async () => {
    if (!hasChromium) return
    page = await browser.newPage(look)
    projectId = (await signUp(page)).projectId
    filled = await fillProject(page, projectId)
  })

  const screens: Record<string, { path: () => string; act?: () => Promise<unknown>; isOut?: boolean }> = {
    welcome: { path: () => '/', isOut: true },
    'sign in': { path: () => '/sign-in?error=wrong', isOut: true },
    'sign up': { path: () => '/sign-up', isOut: true },
    'account, profile': { path: () => '/account' },
    'account, security': { path: () => '/account/security' },
    'account, notifications': { path: () => '/account/notifications' },
    'account, connected apps': { path: () => '/account/apps' },
    'consent for an app': {
      path: () => filled.consent,
      act: () => page.getByRole('button', { name: 'Allow access' }).waitFor(),
    },
    'consent, unknown app': { path: () => '/oauth/authorize?client_id=x&redirect_uri=y' },
    'setup of a project': { path: () => `/${projectId}/start` },
    'setup, real accounts': { path: () => `/${projectId}/start?step=2&with=real` },
    'calendar, month': {
      path: () => `/${projectId}/calendar?view=month`,
      act: () => atRest(page),
    },
    'calendar, week': {
      path: () => `/${projectId}/calendar?view=week`,
      act: () => atRest(page),
    },
    'calendar, day': {
      path: () => `/${projectId}/calendar?view=day`,
      act: () => atRest(page),
    },
    'calendar, list': { path: () => `/${projectId}/calendar?view=list` },
    'calendar, empty': {
      path: () => `/${projectId}/calendar?view=month&date=2040-05-01`,
      act: () => atRest(page),
    },
    'calendar, a story': {
      path: () => `/${projectId}/calendar?view=list`,
      act: async () => {
        await page.locator('[data-story]').first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
    stories: { path: () => `/${projectId}/stories` },
    'stories, none fits': { path: () => `/${projectId}/stories?status=failed&channel=ghost` },
    inbox: { path: () => `/${projectId}/inbox` },
    'inbox, a conversation': {
      path: () => `/${projectId}/inbox?conversation=${filled.conversationId}`,
      act: () => page.getByRole('list', { name: 'Messages' }).waitFor(),
    },
    'inbox, none fits': { path: () => `/${projectId}/inbox?status=spam` },
    analytics: { path: () => `/${projectId}/analytics` },
    'top posts': { path: () => `/${projectId}/analytics/top-posts` },
    recommendations: { path: () => `/${projectId}/analytics/recommendations` },
    moments: { path: () => `/${projectId}/moments`, act: () => page.getByRole('img', { name: /^Chart of/ }).waitFor() },
    'moments, none fits': { path: () => `/${projectId}/moments?status=dismissed` },
    'pillars, empty': { path: () => `/${projectId}/pillars` },
    'pillars, a new one': {
      path: () => `/${projectId}/pillars`,
      act: () => page.getByRole('button', { name: 'New pillar' }).click(),
    },
    'a story': {
      path: () => `/${projectId}/stories/${filled.storyId}`,
      act: () => page.getByRole('list', { name: 'Comments' }).waitFor(),
    },
    'links for a client': {
      path: () => `/${projectId}/stories/${filled.storyId}`,
      act: async () => {
        await page.getByRole('button', { name: 'Review links' }).click()
        await page.getByRole('button', { name: 'Revoke' }).waitFor()
      },
    },
    'report behind a link': { path: () => filled.reportPath, isOut: true },
    'report, an unknown link': { path: () => '/reports/unknown', isOut: true },
    'no connection': { path: () => '/offline.html', isOut: true },
    'review by a client': { path: () => filled.reviewPath, isOut: true },
    'review, an unknown link': { path: () => '/review/unknown', isOut: true },
    activity: { path: () => `/${projectId}/activity` },
    'activity, none fits': { path: () => `/${projectId}/activity?kind=approval` },
    'composer, comments': {
      path: () => `/${projectId}/stories/${filled.storyId}/edit`,
      act: async () => {
        await page.getByRole('button', { name: /^Comments/ }).click()
        await page.getByRole('dialog', { name: 'Comments' }).getByRole('list', { name: 'Comments' }).waitFor()
      },
    },
    'a question': {
      path: () => `/${projectId}/stories/${filled.storyId}`,
      act: () => storyAction(page, 'Cancel story…'),
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
        await page.getByRole('checkbox', { name: /^Instagram/ }).check()
        await page.getByLabel('Caption', { exact: true }).fill('long '.repeat(150))
        await issuesIn(page)
          .getByText(/Threads's count/)
          .waitFor()
      },
    },
    'composer over a page': {
      path: () => `/${projectId}/queue`,
      act: async () => {
        await page.keyboard.press('n')
        const dialog = page.getByRole('dialog', { name: 'New story' })
        await dialog.getByLabel('Caption', { exact: true }).fill('Bread')
        await dialog.getByRole('button', { name: /^When to post/ }).click()
        await dialog.getByLabel('Pick a time').waitFor()
      },
    },
    'composer, emoji': {
      path: () => `/${projectId}/compose`,
      act: async () => {
        await page.getByRole('button', { name: 'Emoji' }).click()
        await page.getByRole('dialog', { name: 'Emoji' }).getByRole('gridcell').first().waitFor()
      },
    },
    'composer, a new hashtag set': {
      path: () => `/${projectId}/compose`,
      act: async () => {
        await page.getByRole('button', { name: 'Hashtag sets' }).click()
        await page.getByRole('button', { name: 'New set' }).click()
      },
    },
    'composer, media': {
      path: () => `/${projectId}/stories/${filled.storyId}/edit`,
      act: async () => {
        await page.getByRole('button', { name: 'Edit image 1' }).click()
        await page.getByLabel('Alt text of image 1').waitFor()
      },
    },
    'composer, a channel': {
      path: () => `/${projectId}/stories/${filled.storyId}/edit`,
      act: async () => {
        await page.getByRole('tab', { name: 'Threads' }).click()
        await page.getByLabel('Caption for Threads').fill('Other words')
        await page.getByRole('button', { name: 'Reset caption' }).waitFor()
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
        await page.getByText('Enter a full URL, starting with https://.').waitFor()
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
    recurring: { path: () => `/${projectId}/recurring` },
    'new recurring post': { path: () => `/${projectId}/recurring/new` },
    automations: { path: () => `/${projectId}/automations` },
    'new automation': {
      path: () => `/${projectId}/automations/new?recipe=weekly-digest`,
      act: () => page.getByText('As if it were due now.').waitFor(),
    },
    automation: { path: () => `/${projectId}/automations/${filled.automationId}` },
    'recurring post': { path: () => `/${projectId}/recurring/${filled.recurringId}` },
    connectors: { path: () => `/${projectId}/connectors` },
    'a tested connector': {
      path: () => `/${projectId}/connectors/new`,
      act: async () => {
        await page.getByLabel('Address').fill(`${sandboxUrl()}/sources/northwind/feed.xml`)
        await page.getByRole('button', { name: 'Test source' }).click()
        await page.getByText('Our winter blend is here').waitFor()
      },
    },
    connector: { path: () => `/${projectId}/connectors/${filled.connectorId}` },
    webhooks: { path: () => `/${projectId}/webhooks` },
    'a new endpoint': {
      path: () => `/${projectId}/webhooks`,
      act: async () => {
        await page.getByRole('button', { name: 'New endpoint' }).click()
        await page.getByLabel('All events').uncheck()
        await page.getByLabel('pillar.gap_detected').waitFor()
      },
    },
    templates: { path: () => `/${projectId}/templates` },
    captions: { path: () => `/${projectId}/captions` },
    settings: { path: () => `/${projectId}/settings` },
    'brand voice': { path: () => `/${projectId}/settings/voice` },
    developer: {
      path: () => '/developer',
      act: () => page.getByRole('button', { name: 'New token' }).first().click(),
    },
    'developer, apps': {
      path: () => '/developer/apps',
      act: () => page.getByRole('button', { name: 'New app' }).first().click(),
    },
    'interface elements': { path: () => '/docs/ui' },
    'nothing here': { path: () => `/${projectId}/stories/nothing` },
  }

  test.skipIf(!hasChromium).each(Object.entries(screens))(
    '%s is accessible and fits',
    async (_name, { path, act, isOut }) => {
      const shown = isOut ? await browser.newPage(look) : page
      await open(shown, path())
      await act?.()
      expect(await seriousFindings(shown)).toEqual([])
      expect(await overflowOf(shown), 'pixels wider than the window').toBe(0)
      expect(shown.errors.splice(0)).toEqual([])
      if (isOut) await shown.context().close()
    },
  )
})
