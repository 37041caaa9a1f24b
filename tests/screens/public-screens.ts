import { newcomerPassword, signInWithTwoFactor } from './newcomer'
import { ends, inProject, type Screen } from './screen'

/** Screens before the first sign-in, and of a new account. */
export const publicScreens: Screen[] = [
  { name: 'welcome', title: 'Landing page', path: () => '/', as: 'visitor', isWhole: true },
  { name: 'sign-in', title: 'Sign in', path: () => '/sign-in', as: 'visitor' },
  {
    name: 'sign-in-wrong',
    title: 'Sign in, wrong password',
    sizes: ends,
    path: () => '/sign-in?error=wrong',
    as: 'visitor',
  },
  { name: 'sign-up', title: 'Sign up', path: () => '/sign-up', as: 'visitor' },
  { name: 'forgotten-password', title: 'Forgotten password', path: () => '/forgotten-password', as: 'visitor' },
  {
    name: 'reset-password',
    title: 'New password',
    path: ({ resetToken }) => `/reset-password/${resetToken}`,
    as: 'visitor',
  },
  {
    name: 'invitation',
    title: 'Invitation',
    path: ({ invitationToken }) => `/invitations/${invitationToken}`,
    as: 'visitor',
  },
  {
    name: 'client-review',
    title: 'Review by a client',
    path: ({ reviewPath }) => reviewPath,
    as: 'visitor',
    isWhole: true,
  },
]

/** An account without data. In order: the last one turns two-factor on. */
export const newcomerScreens: Screen[] = [
  { name: 'start', title: 'Setup of a project', path: inProject('start'), as: 'newcomer' },
  { name: 'start-accounts', title: 'Setup, real accounts', path: inProject('start?step=2&with=real'), as: 'newcomer' },
  {
    name: 'start-sandbox',
    title: 'Setup, sandbox accounts',
    path: inProject('start?step=2&with=sandbox'),
    as: 'newcomer',
  },
  { name: 'start-end', title: 'Setup, last step', path: inProject('start?step=3&with=real'), as: 'newcomer' },
  { name: 'first-steps', title: 'First steps', path: inProject('connections'), as: 'newcomer' },
  { name: 'calendar-empty', title: 'Calendar, empty', path: inProject('calendar?view=month'), as: 'newcomer' },
  { name: 'queue-empty', title: 'Queue, empty', path: inProject('queue'), as: 'newcomer' },
  { name: 'stories-empty', title: 'Stories, empty', path: inProject('stories'), as: 'newcomer' },
  { name: 'media-empty', title: 'Media library, empty', path: inProject('media'), as: 'newcomer' },
  { name: 'analytics-empty', title: 'Analytics, empty', path: inProject('analytics'), as: 'newcomer' },
  { name: 'webhooks-empty', title: 'Webhooks, empty', path: inProject('webhooks'), as: 'newcomer' },
  { name: 'notifications-empty', title: 'Notifications, empty', path: inProject('notifications'), as: 'newcomer' },
  {
    name: 'consent',
    title: 'Connections, choose an account',
    path: inProject('connections'),
    as: 'newcomer',
    act: async (page) => {
      await page.getByRole('button', { name: 'Connect Facebook', exact: true }).click()
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.waitForURL('**/connect/consents/**')
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'two-factor-setup',
    title: 'Account, set up two-factor',
    path: () => '/account/security',
    as: 'newcomer',
    act: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click()
      await page.getByRole('dialog').getByLabel('Password').fill(newcomerPassword)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByAltText('QR code for your authenticator app').waitFor()
    },
  },
  {
    name: 'sign-in-code',
    title: 'Sign in, two-factor code',
    path: () => '/account/security',
    as: 'newcomer',
    act: signInWithTwoFactor,
  },
]

/** The API reference and the interface elements. */
export const referenceScreens: Screen[] = [
  { name: 'reference', title: 'API reference', path: () => '/docs', as: 'visitor' },
  { name: 'reference-group', title: 'API reference, stories', path: () => '/docs/stories', as: 'visitor' },
  { name: 'reference-events', title: 'API reference, events', path: () => '/docs/webhook-events', as: 'visitor' },
  { name: 'interface-elements', title: 'Interface elements', path: () => '/docs/ui', as: 'visitor', isWhole: true },
]
