import { isAtLeast, type Role, roles } from '@/lib/auth/roles'

/** Member permissions of each role. Used by the server, the interface and the docs test. */
export const memberPermissions: Record<
  Role,
  { invites: readonly Role[]; grants: readonly Role[]; manages: readonly Role[] }
> = {
  viewer: { invites: [], grants: [], manages: [] },
  editor: { invites: [], grants: [], manages: [] },
  // Admins cannot change owners. Otherwise they could take over the project.
  admin: {
    invites: ['viewer', 'editor', 'admin'],
    grants: ['viewer', 'editor', 'admin'],
    manages: ['viewer', 'editor', 'admin'],
  },
  // Owners cannot be invited, because a link can get into the wrong hands. Ownership is transferred to a member.
  owner: { invites: ['viewer', 'editor', 'admin'], grants: roles, manages: roles },
}

/** Whether this role may change or remove a member with the other role. */
export const canManageMember = (actor: Role, target: Role): boolean => memberPermissions[actor].manages.includes(target)
export const canGrantRole = (actor: Role, role: Role): boolean => memberPermissions[actor].grants.includes(role)
export const mayInvite = (actor: Role, role: Role): boolean => memberPermissions[actor].invites.includes(role)

/** Whether the role may approve posts, edit the project and manage members. */
export const managesProject = (role: Role): boolean => isAtLeast(role, 'admin')
