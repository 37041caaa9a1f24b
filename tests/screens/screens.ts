import type { Page } from 'playwright-core'
import type { Workspace } from './workspace'

/** What happened to the workspace before a picture: first an ordinary week, then an account lost, then a pause. */
export const chapters = ['week', 'revoked', 'paused'] as const
export type Chapter = (typeof chapters)[number]

export type Screen = {
  /** Names its pictures. */
  name: string
  title: string
  path: (workspace: Workspace) => string
  /** What a person does there before the picture is taken. */
  act?: (page: Page, workspace: Workspace) => Promise<unknown>
  isSignedOut?: boolean
  chapter?: Exclude<Chapter, 'week'>
}

const inProject =
  (path: string) =>
  ({ projectId }: Workspace): string =>
    `/${projectId}/${path}`

const story =
  (title: string, rest = '') =>
  ({ projectId, storyIds }: Workspace): string =>
    `/${projectId}/stories/${storyIds.get(title) ?? ''}${rest}`

const endpoint =
  (description: string) =>
  ({ projectId, endpointIds }: Workspace): string =>
    `/${projectId}/webhooks/${endpointIds.get(description) ?? ''}`

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const pressAndAsk = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page)
  await page.getByRole('dialog').first().waitFor()
}

/** The grid of the calendar comes after the first paint. */
const hours = (page: Page) => page.locator('[data-date]').first().waitFor()

let newcomers = 0
async function signUp(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Noor')
  await page.getByLabel('E-mail').fill(`noor-${newcomers++}@cafe.example`)
  await page.getByLabel('Password').fill('a long way to the first post')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL(/\/connections$/)
  await page.waitForLoadState('networkidle')
}

/** Leads to the network, agrees there, and comes back to the choice of a page. */
async function consent(page: Page): Promise<void> {
  await signUp(page)
  await page.getByRole('button', { name: 'Connect Facebook', exact: true }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/connect/consents/**')
  await page.waitForLoadState('networkidle')
}

/** Every screen, in the order in which a person meets them. */
export const screens: Screen[] = [
  { name: 'welcome', title: 'Welcome', path: () => '/', isSignedOut: true },
  { name: 'sign-in', title: 'Sign in', path: () => '/sign-in', isSignedOut: true },
  { name: 'sign-up', title: 'Sign up', path: () => '/sign-up', isSignedOut: true },
  {
    name: 'invitation',
    title: 'An invitation',
    path: ({ invitationToken }) => `/invitations/${invitationToken}`,
    isSignedOut: true,
  },
  { name: 'first-steps', title: 'The first steps', path: () => '/sign-up', isSignedOut: true, act: signUp },
  { name: 'calendar-month', title: 'Calendar, a month', path: inProject('calendar?view=month'), act: hours },
  { name: 'calendar-week', title: 'Calendar, a week', path: inProject('calendar?view=week'), act: hours },
  { name: 'calendar-day', title: 'Calendar, a day', path: inProject('calendar?view=day'), act: hours },
  { name: 'calendar-list', title: 'Calendar, a list', path: inProject('calendar?view=list') },
  {
    name: 'calendar-story',
    title: 'Calendar, a look at a story',
    path: inProject('calendar?view=list'),
    act: async (page) => {
      await page.locator('[data-story]').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'stories', title: 'Stories', path: inProject('stories') },
  { name: 'story', title: 'A story', path: story('Cupping night, looking back') },
  { name: 'story-partial', title: 'A story that went out in part', path: story('We are hiring') },
  { name: 'story-failed', title: 'A story that failed', path: story('Give-away') },
  {
    name: 'story-cancel',
    title: 'A story, before it is cancelled',
    path: story('Winter blend'),
    act: pressAndAsk('Cancel'),
  },
  { name: 'compose', title: 'Composer, a new story', path: inProject('compose') },
  { name: 'composer', title: 'Composer', path: story('Slow mornings', '/edit') },
  {
    name: 'composer-channel',
    title: 'Composer, other words for a channel',
    path: story('Slow mornings', '/edit'),
    act: (page) => page.getByRole('tab', { name: /^X/ }).click(),
  },
  { name: 'queue', title: 'Queue', path: inProject('queue') },
  { name: 'queue-review', title: 'Queue, waiting for approval', path: inProject('queue?status=review') },
  {
    name: 'queue-reject',
    title: 'Queue, a post is rejected',
    path: inProject('queue?status=review'),
    act: pressAndAsk(/^Reject/),
  },
  { name: 'queue-pause', title: 'Queue, before a pause', path: inProject('queue'), act: pressAndAsk(/^Pause/) },
  { name: 'media', title: 'Media library', path: inProject('media') },
  { name: 'analytics', title: 'Analytics', path: inProject('analytics') },
  { name: 'connections', title: 'Connections', path: inProject('connections') },
  {
    name: 'connections-ghost',
    title: 'Connections, Ghost by its key',
    path: inProject('connections'),
    act: pressAndAsk('Reconnect Ghost'),
  },
  {
    name: 'consent',
    title: 'Connections, back from the network',
    path: () => '/sign-up',
    isSignedOut: true,
    act: consent,
  },
  {
    name: 'consent-problem',
    title: 'Connections, back from the network without success',
    path: () => '/connect/problem?code=state_used',
  },
  { name: 'webhooks', title: 'Webhooks', path: inProject('webhooks') },
  {
    name: 'webhook-new',
    title: 'Webhooks, a new endpoint',
    path: inProject('webhooks'),
    act: pressAndAsk('New endpoint'),
  },
  {
    name: 'webhook-endpoint',
    title: 'Webhooks, an endpoint with its deliveries',
    path: endpoint('Newsletter'),
    act: async (page) => {
      await page
        .getByRole('button', { name: /story\./ })
        .first()
        .click()
      await page.getByText('What is sent').waitFor()
    },
  },
  { name: 'notifications', title: 'Notifications', path: inProject('notifications') },
  {
    name: 'bell',
    title: 'What the bell opens',
    path: inProject('stories'),
    act: async (page) => {
      await press(/^Notifications/)(page)
      await page.getByRole('link', { name: 'All notifications' }).waitFor()
    },
  },
  { name: 'settings', title: 'Settings', path: inProject('settings') },
  { name: 'members', title: 'Settings, members', path: inProject('settings/members') },
  { name: 'approval', title: 'Settings, approval', path: inProject('settings/approval') },
  { name: 'tracking', title: 'Settings, tracking', path: inProject('settings/tracking') },
  { name: 'dates', title: 'Settings, dates', path: inProject('settings/dates') },
  { name: 'developer', title: 'Developer', path: () => '/developer' },
  { name: 'token', title: 'Developer, a new token', path: () => '/developer', act: press('New token') },
  { name: 'reference', title: 'API reference', path: () => '/docs', isSignedOut: true },
  { name: 'reference-group', title: 'API reference, stories', path: () => '/docs/stories', isSignedOut: true },
  { name: 'reference-events', title: 'API reference, events', path: () => '/docs/webhook-events', isSignedOut: true },
  {
    name: 'palette',
    title: 'Command palette',
    path: inProject('stories'),
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('A story, a screen, an action …').fill('mor')
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
  },
  {
    name: 'menu',
    title: 'A menu of a story',
    path: inProject('stories'),
    act: press(/^Actions for/),
  },
  { name: 'nothing-here', title: 'Nothing here', path: inProject('stories/nothing') },
  { name: 'sign-out', title: 'Sign out', path: () => '/sign-out' },
  {
    name: 'reconnect',
    title: 'Connections, an account that has to be reconnected',
    path: inProject('connections'),
    chapter: 'revoked',
  },
  {
    name: 'reconnect-elsewhere',
    title: 'The same, told where one works',
    path: inProject('calendar?view=month'),
    act: hours,
    chapter: 'revoked',
  },
  { name: 'queue-paused', title: 'Queue of a paused project', path: inProject('queue'), chapter: 'paused' },
  {
    name: 'queue-resume',
    title: 'Queue, before it goes on',
    path: inProject('queue'),
    act: async (page) => {
      await pressAndAsk(/^Resume/)(page)
      await page.getByLabel('The plan').waitFor()
    },
    chapter: 'paused',
  },
]
