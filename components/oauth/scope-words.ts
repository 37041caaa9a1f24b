import type { Scope } from '@/lib/auth/scopes'

/** What each scope allows, in the order of the consent page: harmless ones last. */
export const scopeWords: Record<Scope, string> = {
  'stories:publish': 'Schedule, publish and cancel posts, and answer messages',
  'stories:write': 'Create, edit and delete stories',
  'media:write': 'Upload, change and delete media',
  'captions:write': 'Write and edit captions',
  'automations:write': 'Create and change automations and connectors',
  'connections:write': 'Connect and disconnect social accounts',
  'webhooks:write': 'Create and change webhooks',
  'projects:read': 'See your projects and their settings',
  'stories:read': 'See stories, pillars and brand voice',
  'queue:read': 'See the queue',
  'connections:read': 'See connected social accounts',
  'media:read': 'See the media library',
  'templates:read': 'See templates',
  'analytics:read': 'See analytics',
  'moments:read': 'See moments and the inbox',
  'recommendations:read': 'See recommendations',
  'connectors:read': 'See connectors',
  'automations:read': 'See automations',
  'webhooks:read': 'See webhooks',
}

/** These scopes, in the order of `scopeWords`. Unknown ones, of an older version, are left out. */
export const sortedScopes = (given: readonly string[]): Scope[] =>
  (Object.keys(scopeWords) as Scope[]).filter((scope) => given.includes(scope))
