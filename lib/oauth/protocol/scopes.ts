import { isScope, type Scope, scopes } from '@/lib/auth/scopes'

/** Scopes of a request that names none. They do not publish, and change no settings. */
export const defaultScopes: readonly Scope[] = [
  'projects:read',
  'templates:read',
  'stories:read',
  'stories:write',
  'connections:read',
  'media:read',
  'media:write',
  'analytics:read',
  'queue:read',
]

/** Parses a `scope` parameter (RFC 6749, section 3.3). Null if one is unknown. */
export function parseScopes(text: string | null): Scope[] | null {
  const words = (text ?? '').split(' ').filter((word) => word !== '')
  if (words.length === 0) return [...defaultScopes]
  return words.every(isScope) ? scopes.filter((scope) => words.includes(scope)) : null
}
