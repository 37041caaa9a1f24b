import { isAtLeast, type Role, roles, scopesOfRole } from '@/lib/auth/roles'
import type { Scope } from '@/lib/auth/scopes'
import { memberPermissions } from './rules'

const withScope = (scope: Scope): Role[] => roles.filter((role) => scopesOfRole[role].has(scope))
const from = (least: Role): Role[] => roles.filter((role) => isAtLeast(role, least))

/** The permissions table of roles. Shown in the interface; a test compares it with docs/members.md. */
export const roleTable: readonly { action: string; roles: readonly Role[] }[] = [
  { action: 'View stories, calendar, queue, media and analytics', roles: withScope('stories:read') },
  { action: 'Comment on stories', roles: withScope('stories:read') },
  { action: 'Create and edit stories', roles: withScope('stories:write') },
  { action: 'Schedule and publish stories, or request approval', roles: withScope('stories:publish') },
  { action: 'Upload and edit media', roles: withScope('media:write') },
  { action: 'Approve and reject posts', roles: from('admin') },
  { action: 'Connect and disconnect accounts', roles: withScope('connections:write') },
  { action: 'Set up webhooks', roles: withScope('webhooks:write') },
  { action: 'Change project settings', roles: from('admin') },
  {
    action: 'Invite and remove members, change roles up to admin',
    roles: roles.filter((role) => memberPermissions[role].invites.length > 0),
  },
  {
    action: 'Add and remove owners, transfer the project',
    roles: roles.filter((role) => memberPermissions[role].grants.includes('owner')),
  },
  { action: 'Delete the project', roles: from('owner') },
  { action: 'Leave the project, unless they are the last owner', roles },
]

/** Short descriptions for choosing a role. */
export const roleDescriptions: Record<Role, string> = {
  viewer: 'can view and comment, but not edit',
  editor: 'can write and schedule posts',
  admin: 'can also approve posts, connect accounts and invite members',
  owner: 'can do everything',
}
