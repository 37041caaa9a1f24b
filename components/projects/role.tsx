'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { isAtLeast, type Role, roles, scopesOfRole } from '@/lib/auth/roles'
import type { Scope } from '@/lib/auth/scopes'

const RoleContext = createContext<Role | null>(null)

/** The user's role in the current project. The UI uses it for hints; the server enforces it. */
export const RoleProvider = ({ role, children }: { role: Role; children: ReactNode }) => (
  <RoleContext value={role}>{children}</RoleContext>
)

/** `owner` on screens without a project: the server still checks. */
export const useRole = (): Role => useContext(RoleContext) ?? 'owner'

/** Whether the user's role has a scope, by the server's own table. */
export const useMay = (scope: Scope): boolean => scopesOfRole[useRole()].has(scope)

/** Whether the user has this role or a higher one, for actions that need a role, such as approving. */
export const useIsAtLeast = (least: Role): boolean => isAtLeast(useRole(), least)

/** Completes “Ask … to …”. */
const actionsByScope: Partial<Record<Scope, string>> = {
  'stories:write': 'create and edit stories',
  'stories:publish': 'schedule and publish stories',
  'media:write': 'upload and edit media',
  'automations:write': 'set up connectors and automations',
  'connections:write': 'connect and disconnect accounts',
  'webhooks:write': 'set up webhooks',
}

const lowestRoleWith = (scope: Scope): Role => roles.find((role) => scopesOfRole[role].has(scope)) ?? 'owner'
const whoToAsk: Record<Role, string> = {
  viewer: 'any member',
  editor: 'an editor, admin or owner',
  admin: 'an admin or owner',
  owner: 'an owner',
}
const article = (role: Role): string => `${/^[aeo]/.test(role) ? 'an' : 'a'} ${role}`

/** “You are a viewer. Ask an editor, admin or owner to create and edit stories.” */
export const roleHint = (role: Role, least: Role, action: string): string =>
  `You are ${article(role)}. Ask ${whoToAsk[least]} to ${action}.`

type Requirement = { scope: Scope; least?: never } | { least: Role; scope?: never }

/** Explains why a control is disabled or missing; null if the user has access. */
export function useRoleHint({ scope, least, to }: Requirement & { to?: string }): string | null {
  const role = useRole()
  const needed = least ?? lowestRoleWith(scope)
  if (scope ? scopesOfRole[role].has(scope) : isAtLeast(role, needed)) return null
  return roleHint(role, needed, to ?? (scope && actionsByScope[scope]) ?? 'do this')
}

/**
 * The role hint as a paragraph.
 *
 * @param to the action, if the text of the scope is too general: “approve posts”
 */
export function RoleNote({
  className = 'text-sm text-ink-soft',
  ...requirement
}: Requirement & { to?: string; className?: string }) {
  const hint = useRoleHint(requirement)
  return hint && <p className={className}>{hint}</p>
}
