'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { isAtLeast, type Role, roles, scopesOfRole } from '@/lib/auth/roles'
import type { Scope } from '@/lib/auth/scopes'

const RoleContext = createContext<Role | null>(null)

/** What the signed-in person is in the project that is shown. The server decides; the screens explain by it. */
export const RoleProvider = ({ role, children }: { role: Role; children: ReactNode }) => (
  <RoleContext value={role}>{children}</RoleContext>
)

/** On a screen of no project somebody is what nobody can refuse: the server says no in words if it must. */
export const useRole = (): Role => useContext(RoleContext) ?? 'owner'

/** Whether the person may do what takes this scope, as the server will judge it. */
export const useMay = (scope: Scope): boolean => scopesOfRole[useRole()].has(scope)

/** Whether the person is this or more: for what takes a role whatever the scopes say, such as approving. */
export const useIsAtLeast = (least: Role): boolean => isAtLeast(useRole(), least)

/** What a scope lets one do, as the end of “Ask … to …”. */
const deeds: Partial<Record<Scope, string>> = {
  'stories:write': 'write and change stories',
  'stories:publish': 'schedule and publish stories',
  'media:write': 'add and change media',
  'connections:write': 'connect and disconnect accounts',
  'webhooks:write': 'set up webhooks',
}

const leastWith = (scope: Scope): Role => roles.find((role) => scopesOfRole[role].has(scope)) ?? 'owner'
const helpers: Record<Role, string> = {
  viewer: 'anybody',
  editor: 'an editor, admin or owner',
  admin: 'an admin or owner',
  owner: 'an owner',
}
const article = (role: Role): string => `${/^[aeo]/.test(role) ? 'an' : 'a'} ${role}`

/** “You are a viewer here: ask an editor, admin or owner of the project to write and change stories.” */
export const sayRole = (role: Role, least: Role, deed: string): string =>
  `You are ${article(role)} here: ask ${helpers[least]} of the project to ${deed}.`

type Wanted = { scope: Scope; least?: never } | { least: Role; scope?: never }

/** The sentence for a control that is disabled or absent; null for who may. Good as a title, too. */
export function useRoleWords({ scope, least, to }: Wanted & { to?: string }): string | null {
  const role = useRole()
  const needed = least ?? leastWith(scope)
  if (scope ? scopesOfRole[role].has(scope) : isAtLeast(role, needed)) return null
  return sayRole(role, needed, to ?? (scope && deeds[scope]) ?? 'do this')
}

/**
 * Says in one sentence who may do it, to whom it is not allowed; nothing to everybody else.
 *
 * @param to the deed, where the scope's own words are too wide: “approve posts”
 */
export function RoleNote({
  className = 'text-sm text-ink-soft',
  ...wanted
}: Wanted & { to?: string; className?: string }) {
  const words = useRoleWords(wanted)
  return words && <p className={className}>{words}</p>
}
