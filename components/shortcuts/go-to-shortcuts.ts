/** Two-key sequences: G, then one of these. */
export const goTo = {
  c: { label: 'Calendar', path: 'calendar' },
  s: { label: 'Stories', path: 'stories' },
  q: { label: 'Queue', path: 'queue' },
  i: { label: 'Inbox', path: 'inbox' },
  m: { label: 'Media', path: 'media' },
  t: { label: 'Templates', path: 'templates' },
  a: { label: 'Analytics', path: 'analytics' },
  o: { label: 'Connections', path: 'connections' },
} as const
