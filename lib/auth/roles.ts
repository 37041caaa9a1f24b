import { type Scope, scopes } from './scopes'

/** Roles in a project, weakest first. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

const reads = scopes.filter((scope) => scope.endsWith(':read'))
const writes: Scope[] = ['stories:write', 'stories:publish', 'media:write', 'captions:write', 'automations:write']

/** Scopes of each role. A token never has more than its owner's role in the project. */
export const scopesOfRole: Record<Role, ReadonlySet<Scope>> = {
  viewer: new Set(reads),
  editor: new Set([...reads, ...writes]),
  admin: new Set(scopes),
  owner: new Set(scopes),
}

export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)
