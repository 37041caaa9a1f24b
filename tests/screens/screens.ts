import type { Page } from 'playwright-core'
import type { Workspace } from './workspace'

export type Screen = {
  /** Names its pictures. */
  name: string
  title: string
  path: (workspace: Workspace) => string
  /** What a person does there before the picture is taken. */
  act?: (page: Page) => Promise<unknown>
  isSignedOut?: boolean
}

const inProject =
  (path: string) =>
  ({ projectId }: Workspace): string =>
    `/${projectId}/${path}`

const story =
  (title: string, rest = '') =>
  ({ projectId, storyIds }: Workspace): string =>
    `/${projectId}/stories/${storyIds.get(title) ?? ''}${rest}`

/** Every screen, in the order in which a person meets them. */
export const screens: Screen[] = [
  { name: 'welcome', title: 'Welcome', path: () => '/', isSignedOut: true },
  { name: 'sign-in', title: 'Sign in', path: () => '/sign-in', isSignedOut: true },
  { name: 'sign-up', title: 'Sign up', path: () => '/sign-up', isSignedOut: true },
  { name: 'calendar-month', title: 'Calendar, a month', path: inProject('calendar?view=month') },
  { name: 'calendar-week', title: 'Calendar, a week', path: inProject('calendar?view=week') },
  { name: 'calendar-list', title: 'Calendar, a list', path: inProject('calendar?view=list') },
  { name: 'stories', title: 'Stories', path: inProject('stories') },
  { name: 'story', title: 'A story', path: story('Hello, seven channels') },
  { name: 'story-failed', title: 'A story that failed', path: story('Give-away') },
  { name: 'composer', title: 'Composer', path: story('Slow mornings', '/edit') },
  {
    name: 'composer-channel',
    title: 'Composer, other words for a channel',
    path: story('Slow mornings', '/edit'),
    act: (page) => page.getByRole('tab', { name: /^X/ }).click(),
  },
  { name: 'queue', title: 'Queue', path: inProject('queue') },
  { name: 'media', title: 'Media library', path: inProject('media') },
  { name: 'analytics', title: 'Analytics', path: inProject('analytics') },
  { name: 'connections', title: 'Connections', path: inProject('connections') },
  { name: 'webhooks', title: 'Webhooks', path: inProject('webhooks') },
  { name: 'notifications', title: 'Notifications', path: inProject('notifications') },
  { name: 'settings', title: 'Settings', path: inProject('settings') },
  { name: 'members', title: 'Settings, members', path: inProject('settings/members') },
  { name: 'developer', title: 'Developer', path: () => '/developer' },
  { name: 'reference', title: 'API reference', path: () => '/docs', isSignedOut: true },
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
]
