import type { Page } from 'playwright-core'
import { setFilter } from '@/tests/support/browser/controls'
import { ends, every, hours, inProject, openDialog, phone, press, type Screen, story, wide } from './screen'

const selectRows = async (page: Page) => {
  const boxes = page.getByRole('table').getByRole('checkbox', { name: /^Select / })
  for (const index of [1, 2, 3]) await boxes.nth(index).check()
  await page.getByRole('region', { name: 'Selected stories' }).waitFor()
}

/** Screens of Plan, Library and Measure. */
export const projectScreens: Screen[] = [
  {
    name: 'calendar-month',
    title: 'Calendar, month',
    sizes: every,
    path: inProject('calendar?view=month'),
    act: hours,
  },
  { name: 'calendar-week', title: 'Calendar, week', sizes: every, path: inProject('calendar?view=week'), act: hours },
  { name: 'calendar-day', title: 'Calendar, day', path: inProject('calendar?view=day'), act: hours },
  { name: 'calendar-list', title: 'Calendar, list', sizes: every, path: inProject('calendar?view=list') },
  {
    name: 'calendar-story',
    title: 'Calendar, story details',
    sizes: ends,
    path: inProject('calendar?view=list'),
    act: async (page) => {
      await page.locator('[data-story]').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'stories', title: 'Stories', sizes: every, path: inProject('stories') },
  { name: 'stories-selected', title: 'Stories, selection', path: inProject('stories'), act: selectRows, sizes: wide },
  {
    name: 'stories-filter',
    title: 'Stories, filter',
    sizes: ends,
    path: inProject('stories'),
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Status(:|$)/ })
        .and(page.locator('[aria-haspopup]'))
        .click()
      await page.getByRole('dialog', { name: 'Status' }).waitFor()
    },
  },
  {
    name: 'stories-none',
    title: 'Stories, no match',
    sizes: ends,
    path: inProject('stories?status=failed&channel=ghost'),
  },
  {
    name: 'stories-error',
    title: 'Stories, server error',
    path: inProject('stories'),
    act: async (page) => {
      const route = '**/api/v1/stories?**'
      await page.route(route, (request) =>
        request.fulfill({
          status: 503,
          headers: { 'x-request-id': '01k9t4m2c8' },
          json: {
            error: { code: 'unavailable', message: 'The service is not available just now. Try again in a moment.' },
          },
        }),
      )
      await setFilter(page, 'Status', 'Failed')
      await page.getByRole('alert').filter({ hasText: 'not available' }).first().waitFor()
    },
  },
  { name: 'inbox', title: 'Inbox', sizes: every, path: inProject('inbox') },
  {
    name: 'inbox-conversation',
    title: 'Inbox, a conversation',
    path: inProject('inbox'),
    act: async (page) => {
      await page
        .getByRole('button', { name: /, (Comment|Message) on/ })
        .first()
        .click()
      await page.getByRole('list', { name: 'Messages' }).waitFor()
    },
  },
  {
    name: 'menu',
    title: 'Story menu',
    sizes: ends,
    path: inProject('stories'),
    act: press(/^Actions for/),
  },
  { name: 'recurring', title: 'Recurring posts', path: inProject('recurring') },
  { name: 'recurring-new', title: 'New recurring post', path: inProject('recurring/new') },
  { name: 'connectors', title: 'Connectors', path: inProject('connectors') },
  {
    name: 'connector-new',
    title: 'New connector, tested',
    path: inProject('connectors/new'),
    act: async (page, { sandboxUrl }) => {
      await page.getByLabel('Address').fill(`${sandboxUrl}/sources/northwind/feed.xml`)
      await page.getByRole('button', { name: 'Test source' }).click()
      await page.getByText('Fields', { exact: true }).waitFor()
    },
  },
  {
    name: 'connector',
    title: 'Connector',
    path: inProject('connectors'),
    act: async (page) => {
      await page.getByRole('link', { name: 'Northwind blog' }).click()
      await page.getByRole('button', { name: 'Check now' }).waitFor()
    },
  },
  { name: 'automations', title: 'Automations', path: inProject('automations') },
  { name: 'automation-new', title: 'New automation', path: inProject('automations/new?recipe=weekly-digest') },
  { name: 'story', title: 'Story', sizes: every, path: story('Cupping night, looking back') },
  { name: 'story-team', title: 'Story, comments and client review', path: story('Winter blend'), isWhole: true },
  { name: 'story-partial', title: 'Partly published story', path: story('Home brewing guide') },
  { name: 'story-failed', title: 'Failed story', path: story('Give-away') },
  {
    name: 'story-cancel',
    title: 'Story, cancel dialog',
    sizes: ends,
    path: story('Winter blend'),
    act: openDialog('Cancel story…'),
  },
  { name: 'compose', title: 'Composer, new story', path: inProject('compose') },
  { name: 'composer', title: 'Composer', sizes: every, path: story('Slow mornings', '/edit') },
  {
    name: 'composer-dialog',
    title: 'Composer over the calendar',
    path: inProject('calendar'),
    act: async (page) => {
      await page.keyboard.press('n')
      const dialog = page.getByRole('dialog', { name: 'New story' })
      await dialog.getByLabel('Caption', { exact: true }).fill('Cold brew is back on Saturday.')
      await dialog.getByRole('button', { name: /^When to post/ }).click()
      await dialog.getByLabel('Pick a time').waitFor()
    },
  },
  {
    name: 'composer-channel',
    title: 'Composer, customized channel',
    path: story('Slow mornings', '/edit'),
    act: (page) => page.getByRole('tab', { name: /^X/ }).click(),
  },
  { name: 'queue', title: 'Queue', sizes: every, path: inProject('queue') },
  { name: 'queue-review', title: 'Queue, waiting for approval', path: inProject('queue?status=review') },
  {
    name: 'queue-reject',
    title: 'Queue, reject dialog',
    sizes: ends,
    path: inProject('queue?status=review'),
    act: openDialog(/^Reject/),
  },
  {
    name: 'queue-pause',
    title: 'Queue, pause dialog',
    sizes: ends,
    path: inProject('queue'),
    act: openDialog(/^Pause/),
  },
  { name: 'media', title: 'Media library', sizes: every, path: inProject('media') },
  {
    name: 'media-file',
    title: 'Media library, a file',
    path: inProject('media'),
    act: async (page) => {
      await page.locator('[data-tile]').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'media-selected',
    title: 'Media library, selection',
    path: inProject('media'),
    act: async (page) => {
      const boxes = page.getByRole('list', { name: 'Files' }).getByRole('checkbox')
      for (const index of [0, 2]) await boxes.nth(index).check({ force: true })
      await page.getByRole('region', { name: 'Selected files' }).waitFor()
    },
  },
  { name: 'templates', title: 'Templates', path: inProject('templates') },
  { name: 'captions', title: 'Captions', path: inProject('captions') },
  {
    name: 'composer-ai',
    title: 'Composer, suggestions of a model',
    path: inProject('compose'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Write with AI' }).click()
      await page.getByLabel('Brief').fill('Announce our new cold brew, ready from Saturday')
      await page.getByRole('button', { name: 'Suggest captions' }).click()
      await page.getByRole('article', { name: 'Suggestion 3' }).waitFor()
    },
  },
  { name: 'analytics', title: 'Analytics', sizes: every, path: inProject('analytics'), isWhole: true },
  { name: 'top-posts', title: 'Top posts', path: inProject('analytics/top-posts') },
  {
    name: 'recommendations',
    title: 'Recommendations',
    path: inProject('analytics/recommendations'),
    isWhole: true,
  },
  { name: 'moments', title: 'Moments', path: inProject('moments'), isWhole: true },
  { name: 'pillars', title: 'Pillars', path: inProject('pillars') },
  { name: 'activity', title: 'Activity', path: inProject('activity') },
]

/** Screens that are opened from every page. */
export const everywhereScreens: Screen[] = [
  {
    name: 'palette',
    title: 'Command palette',
    sizes: ends,
    path: inProject('stories'),
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Search stories, screens and actions').fill('mor')
      await page.getByRole('option', { name: /Slow mornings/ }).waitFor()
    },
  },
  {
    name: 'shortcuts',
    title: 'Keyboard shortcuts',
    path: inProject('stories'),
    act: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
    sizes: wide,
  },
  { name: 'projects', title: 'Projects', sizes: ends, path: inProject('stories'), act: press(/^Project: /) },
  { name: 'account-menu', title: 'Account menu', sizes: ends, path: inProject('stories'), act: press(/^Account of/) },
  {
    name: 'more',
    title: 'Navigation on a phone',
    path: inProject('stories'),
    act: (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).click(),
    sizes: phone,
  },
  {
    name: 'bell',
    title: 'Notifications popover',
    path: inProject('stories'),
    act: async (page) => {
      await press(/^Notifications/)(page)
      await page.getByRole('link', { name: 'All notifications' }).waitFor()
    },
  },
  { name: 'notifications', title: 'Notifications', path: inProject('notifications') },
  { name: 'nothing-here', title: 'Page not found', path: inProject('stories/nothing') },
]

/** Screens of a project with a revoked account, then of a paused project. */
export const troubleScreens: Screen[] = [
  {
    name: 'reconnect',
    title: 'Connections, reconnect needed',
    path: inProject('connections'),
    chapter: 'revoked',
  },
  {
    name: 'reconnect-elsewhere',
    title: 'Reconnect banner',
    path: inProject('calendar?view=month'),
    act: hours,
    chapter: 'revoked',
  },
  { name: 'queue-paused', title: 'Queue, paused project', path: inProject('queue'), chapter: 'paused' },
  {
    name: 'queue-resume',
    title: 'Queue, resume dialog',
    path: inProject('queue'),
    act: async (page) => {
      await openDialog(/^Resume/)(page)
      await page.getByRole('region', { name: 'Plan', exact: true }).waitFor()
    },
    chapter: 'paused',
  },
]
