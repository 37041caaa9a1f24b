/** Pressed one after the other: G, and where to. */
export const goTo = {
  c: { label: 'Calendar', path: 'calendar' },
  s: { label: 'Stories', path: 'stories' },
  q: { label: 'Queue', path: 'queue' },
  m: { label: 'Media', path: 'media' },
  a: { label: 'Analytics', path: 'analytics' },
  o: { label: 'Connections', path: 'connections' },
} as const
