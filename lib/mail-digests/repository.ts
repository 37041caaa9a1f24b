import { sql, type Transaction } from 'kysely'
import type { DateLocale, HourCycle } from '@/lib/account/date-locales'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import type { NoticedPillar } from '@/lib/notifications/contract'
import { isConnectorSettled, isEventSettled, kindOfEvent, pillarOfEvent } from '@/lib/notifications/repository'
import { type DigestKind, isWanted, mailRules } from './wanted'

/** Notices wait this long, so that simultaneous failures are in one mail. */
const gatherSeconds = 60
/** Minimum time between mails of one kind to one user. */
const pauseMinutes = 15
const groupsMax = 500

export type Group = { user_id: string; kind: DigestKind }

/** Users and kinds whose next mail is due. */
export async function findDueGroups(db: Database): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select n.user_id, n.kind from mail_notices n where n.settled_at is null
    group by n.user_id, n.kind
    having min(n.occurred_at) <= now() - make_interval(secs => ${gatherSeconds})
      and not exists (select from outgoing_mails o where o.user_id = n.user_id and o.kind = n.kind
        and o.created_at > now() - make_interval(mins => ${pauseMinutes}))
    order by min(n.occurred_at) limit ${groupsMax}`.execute(db)
  return rows
}

/**
 * Settles open notices and returns the newest. The queries below find them by `settled_at = now()`, the start of the
 * transaction. A second worker waits here and gets nothing.
 */
export async function settleNotices(tx: Transaction<DB>, { user_id, kind }: Group): Promise<string | undefined> {
  const { rows } = await sql<{ newest: string | null }>`
    with settled as (
      update mail_notices set settled_at = now()
      where user_id = ${user_id} and kind = ${kind} and settled_at is null
      returning source_id, occurred_at
    )
    select (select source_id || ':' || extract(epoch from occurred_at) from settled
      order by occurred_at desc, source_id desc limit 1) as newest`.execute(tx)
  return rows[0]?.newest ?? undefined
}

/** A member who still has the required role and has not turned the kind off. */
const stillWanted = sql`
  join ${mailRules} on r.mail_kind = n.kind
  join project_members m on m.project_id = n.project_id and m.user_id = n.user_id and ${isWanted}
  join projects p on p.id = n.project_id and p.deleted_at is null`

const justSettled = ({ user_id, kind }: Group) =>
  sql`n.user_id = ${user_id} and n.kind = ${kind} and n.settled_at = now()`

type Place = { project_id: string; project_name: string; timezone: string | null }

export type EventNotice = Place & {
  notification_kind: string
  channel: ChannelId
  story_id: string | null
  title: string | null
  caption: string | null
  connection_id: string | null
  account_name: string | null
  reason: string | null
  ends_at: string | null
}

const unresolvedEvents = (group: Group) => sql`
  from mail_notices n
  join events e on e.id = n.source_id
  ${stillWanted} and r.notification_kind = ${kindOfEvent}
  where ${justSettled(group)} and not ${isEventSettled}
  order by n.occurred_at, e.id`

/** Unresolved events of a group, oldest first. */
export async function listEventNotices(tx: Transaction<DB>, group: Group): Promise<EventNotice[]> {
  const { rows } = await sql<EventNotice>`
    select n.project_id, p.name as project_name, p.timezone, r.notification_kind,
      coalesce(e.data ->> 'channel', e.data -> 'connection' ->> 'channel') as channel,
      (e.data -> 'story' ->> 'id')::uuid as story_id, e.data -> 'story' ->> 'title' as title,
      left(e.data -> 'story' ->> 'caption', 300) as caption,
      (e.data -> 'connection' ->> 'id')::uuid as connection_id,
      coalesce(e.data -> 'connection' ->> 'account_name', e.data -> 'connection' ->> 'handle') as account_name,
      coalesce(e.data ->> 'skip_reason', e.data ->> 'reason') as reason,
      e.data -> 'connection' ->> 'expires_at' as ends_at
    ${unresolvedEvents(group)}`.execute(tx)
  return rows
}

export type PillarNotice = Place & { notification_kind: string; pillar: NoticedPillar }

/** Unresolved pillar alerts of a group, oldest first. */
export async function listPillarNotices(tx: Transaction<DB>, group: Group): Promise<PillarNotice[]> {
  const { rows } = await sql<PillarNotice>`
    select n.project_id, p.name as project_name, p.timezone, r.notification_kind, ${pillarOfEvent} as pillar
    ${unresolvedEvents(group)}`.execute(tx)
  return rows
}

export type AutomationNotice = Place & {
  notification_kind: 'automation_off' | 'connector_failing'
  subject_id: string
  name: string
  reason: string | null
  code: string | null
}

/** Automations that are still off and connectors that still do not work, oldest first. */
export async function listAutomationNotices(tx: Transaction<DB>, group: Group): Promise<AutomationNotice[]> {
  const { rows } = await sql<AutomationNotice>`
    select n.project_id, p.name as project_name, p.timezone, s.kind as notification_kind, s.subject_id, s.name,
      s.reason, s.code
    from mail_notices n
    cross join lateral (
      select 'automation_off' as kind, a.id as subject_id, a.name, u.message as reason, u.code
      from automation_runs u join automations a on a.id = u.automation_id and not a.active
      where u.id = n.source_id
      union all
      select 'connector_failing', c.id, c.name, k.message, k.kind
      from connector_alerts k join connectors c on c.id = k.connector_id
      where k.id = n.source_id and not ${isConnectorSettled}) s
    ${stillWanted} and r.notification_kind = s.kind
    where ${justSettled(group)}
    order by n.occurred_at, n.source_id`.execute(tx)
  return rows
}

export type ApprovalNotice = Place & {
  story_id: string
  title: string | null
  caption: string
  channels: ChannelId[]
  scheduled_at: Date | null
}

/** Stories of a group that still need approval, the next to be published first. */
export async function listApprovalNotices(tx: Transaction<DB>, group: Group): Promise<ApprovalNotice[]> {
  const { rows } = await sql<ApprovalNotice>`
    select n.project_id, p.name as project_name, p.timezone, s.id as story_id, s.title,
      left(s.caption, 300) as caption, array_agg(distinct q.channel) as channels, min(q.scheduled_at) as scheduled_at
    from mail_notices n
    join queue_items q on q.id = n.source_id and q.status = 'pending'
    join stories s on s.id = q.story_id and s.status not in ('archived', 'cancelled')
    ${stillWanted}
    where ${justSettled(group)}
    group by n.project_id, p.name, p.timezone, s.id
    order by min(q.scheduled_at) nulls last, s.id`.execute(tx)
  return rows
}

export type MemberNoticeMail = Place & {
  notification_kind: 'mention' | 'story_comment' | 'client_review'
  /** Null for a mention in the inbox. */
  story_id: string | null
  title: string | null
  caption: string | null
  conversation_id: string | null
  participant_name: string | null
  person_name: string
  code: string
  message: string
}

/** Unread mentions, comments and client reviews of a group, oldest first. */
export async function listMemberNotices(tx: Transaction<DB>, group: Group): Promise<MemberNoticeMail[]> {
  const { rows } = await sql<MemberNoticeMail>`
    select n.project_id, p.name as project_name, p.timezone, b.kind as notification_kind, b.story_id, s.title,
      left(s.caption, 300) as caption, c.id as conversation_id, c.participant_name, b.person_name, b.code, b.message
    from mail_notices n
    join member_notices b on b.id = n.source_id
    left join stories s on s.id = b.story_id
    left join inbox_notes i on i.id = b.note_id
    left join inbox_conversations c on c.id = i.conversation_id
    ${stillWanted} and r.notification_kind = b.kind
    where ${justSettled(group)}
      and not exists (select from notification_reads d
        where d.project_id = b.project_id and d.user_id = b.user_id and d.source_id = b.id)
    order by n.occurred_at, b.id`.execute(tx)
  return rows
}

export type Recipient = { email: string; date_locale: DateLocale | null; hour_cycle: HourCycle | null }

export async function findRecipient(tx: Transaction<DB>, userId: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select email, date_locale, hour_cycle from users where id = ${userId}`.execute(tx)
  return rows[0]
}

/** Notices are stored longer than their mail, because their key prevents mailing an occurrence again. */
export async function deleteOldNotices(db: Database): Promise<void> {
  await sql`delete from mail_notices where occurred_at < now() - interval '7 days'`.execute(db)
  await sql`delete from outgoing_mails where settled_at < now() - interval '30 days'`.execute(db)
}
