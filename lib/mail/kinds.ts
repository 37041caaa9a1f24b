import type { Role } from '@/lib/auth/roles'
import type { NotificationKind } from '@/lib/notifications/kinds'

/** Requested by the user or an admin, or about security. Cannot be turned off. */
export const transactionalMailKinds = [
  'address_confirmation',
  'password_reset',
  'invitation',
  'security_notice',
] as const

type Subscription = {
  /** Name in settings and mail footers. */
  label: string
  hint: string
  /** Weakest role that gets it. */
  leastRole: Role
  /** Notification kinds it reports. Muting one in a project also keeps it out of the mail. */
  reports: readonly NotificationKind[]
}

/** Kinds that users can turn off, in display order. */
export const subscriptionMails = {
  post_failed: {
    label: 'Failed posts',
    hint: 'When posts fail, at most every 15 minutes.',
    leastRole: 'editor',
    reports: ['post_failed', 'outcome_unknown'],
  },
  connection_attention: {
    label: 'Account connections',
    hint: 'When an account needs to be reconnected, or will soon.',
    leastRole: 'admin',
    reports: ['connection_expiring', 'connection_broken'],
  },
  approval_wanted: {
    label: 'Approval requests',
    hint: 'When posts need your approval, at most every 15 minutes.',
    leastRole: 'admin',
    reports: ['approval_waiting'],
  },
  comments: {
    label: 'Mentions and comments',
    hint: 'When someone mentions you or comments on your stories, at most every 15 minutes.',
    leastRole: 'viewer',
    reports: ['mention', 'story_comment'],
  },
  client_reviews: {
    label: 'Client reviews',
    hint: 'When a client approves posts or asks for changes, at most every 15 minutes.',
    leastRole: 'editor',
    reports: ['client_review'],
  },
  pillar_attention: {
    label: 'Pillars',
    hint: 'When a pillar has no posts for too long, or is below its benchmark.',
    leastRole: 'editor',
    reports: ['pillar_gap', 'pillar_below_benchmark'],
  },
  automation_attention: {
    label: 'Automations',
    hint: 'When a connector cannot be read, or an automation was turned off.',
    leastRole: 'editor',
    reports: ['automation_off', 'connector_failing'],
  },
  queue_forecast: {
    label: 'Problems in the queue',
    hint: 'Each morning at 8:00, if scheduled posts have new problems.',
    leastRole: 'editor',
    reports: [],
  },
  weekly_summary: {
    label: 'Weekly summary',
    hint: 'Mondays at 8:00, if anything was published or failed last week.',
    leastRole: 'viewer',
    reports: [],
  },
} as const satisfies Record<string, Subscription>

export type SubscriptionMailKind = keyof typeof subscriptionMails
export type MailKind = (typeof transactionalMailKinds)[number] | SubscriptionMailKind

export const subscriptionMailKinds = Object.keys(subscriptionMails) as [SubscriptionMailKind, ...SubscriptionMailKind[]]

export const isSubscriptionMail = (kind: string): kind is SubscriptionMailKind => Object.hasOwn(subscriptionMails, kind)
