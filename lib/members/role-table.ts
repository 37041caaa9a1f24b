import { isAtLeast, type Role, roles, scopesOfRole } from '@/lib/auth/roles'
import type { Scope } from '@/lib/auth/scopes'
import { powersOverPeople } from './rules'

const withScope = (scope: Scope): Role[] => roles.filter((role) => scopesOfRole[role].has(scope))
const from = (least: Role): Role[] => roles.filter((role) => isAtLeast(role, least))

/** What people ask of roles, and which have it. The screen shows it and docs/members.md is held to it. */
export const roleTable: readonly { deed: string; roles: readonly Role[] }[] = [
  { deed: 'See stories, calendar, queue, media and numbers', roles: withScope('stories:read') },
  { deed: 'Write and change stories', roles: withScope('stories:write') },
  { deed: 'Schedule and publish them, or ask for approval', roles: withScope('stories:publish') },
  { deed: 'Add and change media', roles: withScope('media:write') },
  { deed: 'Approve and reject posts', roles: from('admin') },
  { deed: 'Connect and disconnect accounts', roles: withScope('connections:write') },
  { deed: 'Set up webhooks', roles: withScope('webhooks:write') },
  { deed: 'Change the settings of the project', roles: from('admin') },
  {
    deed: 'Invite people, change roles up to admin, take people out',
    roles: roles.filter((role) => powersOverPeople[role].invites.length > 0),
  },
  {
    deed: 'Make and unmake owners, hand the project over',
    roles: roles.filter((role) => powersOverPeople[role].gives.includes('owner')),
  },
  { deed: 'Delete the project', roles: from('owner') },
  { deed: 'Leave the project, unless they are its last owner', roles },
]

/** In a sentence or less, for choosing one. */
export const roleWords: Record<Role, string> = {
  viewer: 'sees everything and changes nothing',
  editor: 'writes, and publishes or asks for approval',
  admin: 'approves, connects accounts and invites',
  owner: 'may do everything',
}
