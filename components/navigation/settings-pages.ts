/** A page of the settings. `holds` and `words` are for the search: what is on it, and other words for that. */
export type SettingsPage = { label: string; href: string; holds: string; words?: string }
export type SettingsGroup = { label: string; sections: SettingsPage[] }

/** All pages of the settings, in the order of the menu. */
export function settingsGroups(projectId: string | null): SettingsGroup[] {
  const settings = `/${projectId}/settings`
  const project: SettingsGroup = {
    label: 'Project',
    sections: [
      {
        label: 'General',
        href: settings,
        holds: 'Name, time zone, delete project',
        words: 'settings rename timezone industry workspace remove',
      },
      {
        label: 'Members',
        href: `${settings}/members`,
        holds: 'Invite people, roles, permissions',
        words: 'team users user invitation add member access owner admin editor viewer',
      },
      {
        label: 'Approval',
        href: `${settings}/approval`,
        holds: 'Who approves posts',
        words: 'review approvals approve workflow approver client',
      },
      {
        label: 'Brand voice',
        href: `${settings}/voice`,
        holds: 'Tone, words, rules for captions',
        words: 'style writing banned language',
      },
      {
        label: 'Tracking',
        href: `${settings}/tracking`,
        holds: 'UTM parameters, short links',
        words: 'utm links campaign shortener analytics clicks',
      },
      { label: 'AI', href: `${settings}/ai`, holds: 'Model, usage, limits', words: 'openai assistant api key budget' },
    ],
  }
  const dates: SettingsPage = {
    label: 'Dates',
    href: `${settings}/dates`,
    holds: 'Date and time format',
    words: 'clock 24 hours week start monday sunday region locale',
  }
  const account: SettingsGroup = {
    label: 'Your account',
    sections: [
      {
        label: 'Profile',
        href: '/account',
        holds: 'Name, photo, email address, delete account',
        words: 'avatar picture mail change remove close',
      },
      {
        label: 'Security',
        href: '/account/security',
        holds: 'Password, two-factor, sessions',
        words: '2fa mfa authenticator code recovery change sign in login logout devices google methods',
      },
      {
        label: 'Notifications',
        href: '/account/notifications',
        holds: 'Emails and alerts',
        words: 'notification email mail settings mute digest turn off',
      },
      {
        label: 'Connected apps',
        href: '/account/apps',
        holds: 'Apps with access to your account',
        words: 'oauth authorized revoke integrations mcp',
      },
      ...(projectId ? [dates] : []),
    ],
  }
  return projectId ? [project, account] : [account]
}
