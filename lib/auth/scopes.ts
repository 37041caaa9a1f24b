/** All scopes of the API. */
export const scopes = [
  'projects:read',
  'templates:read',
  'stories:read',
  'stories:write',
  'stories:publish',
  'moments:read',
  'connections:read',
  'connections:write',
  'media:read',
  'media:write',
  'webhooks:read',
  'webhooks:write',
  'analytics:read',
  'captions:write',
  'connectors:read',
  'automations:read',
  'automations:write',
  'queue:read',
  'recommendations:read',
] as const

export type Scope = (typeof scopes)[number]

export const isScope = (word: string): word is Scope => (scopes as readonly string[]).includes(word)
