import type { Role } from '@/lib/auth/roles'
import type { NotificationKind } from '@/lib/notifications/kinds'

/** Sent because the person or an admin asked for it, or for security. Nobody can turn these off. */
export const transactionalMailKinds = [
  'address_confirmation',
  'password_reset',
  'invitation',
  'security_notice',
] as const

type Subscription = {
  /** Name of the kind in settings and in the footer of mails. */
  label: string
  hint: string
  /** Weakest role that gets it. */
  leastRole: Role
  /** Notification kinds it reports. Muting one in a project also keeps it out of the mail. */
  reports: readonly NotificationKind[]
}

/** Kinds that a person can turn off, in the order the settings show them. */
export const subscriptionMails = {
  post_failed: {
    label: 'Failed posts',
    hint: 'When posts fail, at most every 15 minutes.',
    leastRole: 'editor',
    reports: ['post_failed', 'outcome_unknown'],
  },
  connection_attention: {
    label: 'Account connections',
    hint: 'When an account has to be reconnected, or soon will.',
    leastRole: 'admin',
    reports: ['connection_expiring', 'connection_broken'],
  },
  approval_wanted: {
    label: 'Approval requests',
    hint: 'When posts wait for your approval, at most every 15 minutes.',
    leastRole: 'admin',
    reports: ['approval_waiting'],
  },
  weekly_summary: {
    label: 'Weekly summary',
    hint: 'Mondays at 8:00, if anything was published or failed in the week before.',
    leastRole: 'viewer',
    reports: [],
  },
} as const satisfies Record<string, Subscription>

export type SubscriptionMailKind = keyof typeof subscriptionMails
export type MailKind = (typeof transactionalMailKinds)[number] | SubscriptionMailKind

export const subscriptionMailKinds = Object.keys(subscriptionMails) as [SubscriptionMailKind, ...SubscriptionMailKind[]]

export const isSubscriptionMail = (kind: string): kind is SubscriptionMailKind => Object.hasOwn(subscriptionMails, kind)
