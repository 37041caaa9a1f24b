import { isAtLeast, type Role } from '@/lib/auth/roles'

/** What a person is told of, and whom it concerns. */
export const leastRoleFor = {
  post_failed: 'viewer',
  outcome_unknown: 'viewer',
  post_rejected: 'viewer',
  media_problem: 'viewer',
  approval_waiting: 'admin',
  connection_expiring: 'admin',
  connection_broken: 'admin',
  webhook_failing: 'admin',
  webhook_off: 'admin',
} as const satisfies Record<string, Role>

export type NotificationKind = keyof typeof leastRoleFor
export const notificationKinds = Object.keys(leastRoleFor) as [NotificationKind, ...NotificationKind[]]

/** Those that concern whoever has this role. */
export const kindsOf = (role: Role): NotificationKind[] =>
  notificationKinds.filter((kind) => isAtLeast(role, leastRoleFor[kind]))
