import { isAtLeast, type Role, roles } from '@/lib/auth/roles'

/** What each role may do to people, as data: the server refuses by it, the screens explain by it, the docs are held to it. */
export const powersOverPeople: Record<
  Role,
  { invites: readonly Role[]; gives: readonly Role[]; touches: readonly Role[] }
> = {
  viewer: { invites: [], gives: [], touches: [] },
  editor: { invites: [], gives: [], touches: [] },
  // An owner is beyond an admin: whoever could lower one could take the project.
  admin: {
    invites: ['viewer', 'editor', 'admin'],
    gives: ['viewer', 'editor', 'admin'],
    touches: ['viewer', 'editor', 'admin'],
  },
  // Nobody is invited as an owner: a link can go astray, and ownership is handed to somebody who is there.
  owner: { invites: ['viewer', 'editor', 'admin'], gives: roles, touches: roles },
}

/** Whether somebody of this role may change the role of another, or take them out. */
export const mayTouch = (actor: Role, target: Role): boolean => powersOverPeople[actor].touches.includes(target)
export const mayGive = (actor: Role, role: Role): boolean => powersOverPeople[actor].gives.includes(role)
export const mayInvite = (actor: Role, role: Role): boolean => powersOverPeople[actor].invites.includes(role)

/** Who may approve posts, change the project and deal with people. */
export const managesProject = (role: Role): boolean => isAtLeast(role, 'admin')
