import { sql } from 'kysely'
import { isAtLeast, roles } from '@/lib/auth/roles'
import { type SubscriptionMailKind, subscriptionMailKinds, subscriptionMails } from '@/lib/mail/kinds'

/** One row per notification kind: the mail it goes into, and the roles that get it. */
const rules = subscriptionMailKinds.flatMap((mailKind) =>
  subscriptionMails[mailKind].reports.map((notificationKind) => ({
    notification_kind: notificationKind,
    mail_kind: mailKind,
    roles: roles.filter((role) => isAtLeast(role, subscriptionMails[mailKind].leastRole)),
  })),
)

export const mailRules = sql`jsonb_to_recordset(${JSON.stringify(rules)}::jsonb)
  as r (notification_kind text, mail_kind text, roles text[])`

/**
 * Whether member `m` gets mail `r`: the role fits, the kind is not turned off for mails, and the notification is not
 * muted in that project.
 */
export const isWanted = sql<boolean>`(
  m.role = any(r.roles)
  and not exists (select from mail_opt_outs o where o.user_id = m.user_id and o.kind = r.mail_kind)
  and not exists (select from notification_marks n
    where n.project_id = m.project_id and n.user_id = m.user_id and r.notification_kind = any(n.muted_kinds)))`

export type DigestKind = Exclude<SubscriptionMailKind, 'queue_forecast' | 'weekly_summary'>
