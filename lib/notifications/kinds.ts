import { isAtLeast, type Role } from '@/lib/auth/roles'

/** Notification kinds and the lowest role that gets them. */
export const leastRoleFor = {
  post_failed: 'viewer',
  outcome_unknown: 'viewer',
  post_rejected: 'viewer',
  media_problem: 'viewer',
  first_comment_failed: 'viewer',
  recurring_draft: 'viewer',
  automation_draft: 'viewer',
  automation_off: 'viewer',
  connector_failing: 'viewer',
  pillar_gap: 'viewer',
  pillar_below_benchmark: 'viewer',
  moment: 'viewer',
  mention: 'viewer',
  story_comment: 'viewer',
  client_review: 'viewer',
  approval_waiting: 'admin',
  connection_expiring: 'admin',
  connection_broken: 'admin',
  webhook_failing: 'admin',
  webhook_off: 'admin',
} as const satisfies Record<string, Role>

export type NotificationKind = keyof typeof leastRoleFor
export const notificationKinds = Object.keys(leastRoleFor) as [NotificationKind, ...NotificationKind[]]

/** Notification kinds of a role. */
export const kindsOf = (role: Role): NotificationKind[] =>
  notificationKinds.filter((kind) => isAtLeast(role, leastRoleFor[kind]))
