import { endpoint, ends, inProject, openDialog, press, type Screen } from './screen'

/** Screens of a project's set-up, its settings and the account. */
export const settingsScreens: Screen[] = [
  { name: 'connections', title: 'Connections', path: inProject('connections') },
  {
    name: 'connections-ghost',
    title: 'Connections, Ghost',
    sizes: ends,
    path: inProject('connections'),
    act: async (page) => {
      await press('More about Ghost')(page)
      await page.getByRole('menuitem', { name: 'Reconnect Ghost' }).click()
      await page.getByRole('dialog').first().waitFor()
    },
  },
  {
    name: 'consent-problem',
    title: 'Connections, failed consent',
    path: () => '/connect/problem?code=state_used',
  },
  { name: 'webhooks', title: 'Webhooks', path: inProject('webhooks') },
  {
    name: 'webhook-new',
    title: 'Webhooks, new endpoint',
    path: inProject('webhooks'),
    act: openDialog('New endpoint'),
  },
  {
    name: 'webhook-endpoint',
    title: 'Webhooks, endpoint and deliveries',
    path: endpoint('Newsletter'),
    act: async (page) => {
      await page
        .getByRole('button', { name: /story\./ })
        .first()
        .click()
      await page.getByText('Request body').waitFor()
    },
  },
  { name: 'developer', title: 'Developer', path: () => '/developer' },
  { name: 'token', title: 'Developer, new token', sizes: ends, path: () => '/developer', act: press('New token') },
  { name: 'oauth-apps', title: 'Developer, OAuth apps', path: () => '/developer/apps' },
  { name: 'oauth-consent', title: 'Consent for an app', path: ({ consentPath }) => consentPath },
  { name: 'settings', title: 'Settings', path: inProject('settings') },
  { name: 'members', title: 'Settings, members', path: inProject('settings/members') },
  { name: 'approval', title: 'Settings, approval', path: inProject('settings/approval') },
  { name: 'brand-voice', title: 'Settings, brand voice', path: inProject('settings/voice') },
  { name: 'tracking', title: 'Settings, tracking', path: inProject('settings/tracking') },
  { name: 'ai', title: 'Settings, AI', path: inProject('settings/ai') },
  { name: 'dates', title: 'Settings, dates', path: inProject('settings/dates') },
  { name: 'account', title: 'Account', path: () => '/account' },
  { name: 'account-security', title: 'Account, security', path: () => '/account/security' },
  { name: 'account-notifications', title: 'Account, notifications', path: () => '/account/notifications' },
  { name: 'connected-apps', title: 'Account, connected apps', path: () => '/account/apps' },
  {
    name: 'confirm-email',
    title: 'Confirm the email address',
    path: ({ confirmToken }) => `/confirm-email/${confirmToken}`,
  },
  { name: 'sign-out', title: 'Sign out', path: () => '/sign-out' },
]
