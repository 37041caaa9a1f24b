import { type SqlBool, sql, type Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import type { InboxPlatform } from '@/lib/inbox/kinds'
import { type NoticedPillar, unreadCountedTo } from './contract'
import type { NotificationKind } from './kinds'
import { memberNoticeIds, memberPage, unreadMemberNotices } from './member-notices'
import { olderThan, type Page, type Reader, wasRead } from './reader'

export type NoticeRow = {
  id: string
  kind: NotificationKind
  created_at: Date
  is_read: boolean
  is_settled: boolean
  channel: ChannelId | null
  story_id: string | null
  story_title: string | null
  story_caption: string | null
  connection_id: string | null
  account_name: string | null
  endpoint_id: string | null
  endpoint_url: string | null
  automation_id: string | null
  automation_name: string | null
  reason: string | null
  code: string | null
  ends_at: string | null
  pillar: NoticedPillar | null
  connector_id: string | null
  connector_name: string | null
  person_name: string | null
  conversation_id: string | null
  conversation_platform: InboxPlatform | null
  participant_name: string | null
}

/**
 * Must match the predicate of the index `events_noticed`, or the planner does not use it. `story.skipped` only
 * repeats a failure.
 */
export const isNoticed = sql<SqlBool>`e.sequence is not null
  and e.event in ('story.failed', 'connection.expiring', 'connection.expiring_soon', 'connection.broken',
    'pillar.benchmark_below', 'pillar.gap_detected')`

/** Null is no kind: connections that refresh automatically need no notification. */
export const kindOfEvent = sql<NotificationKind>`case
  when e.event = 'pillar.gap_detected' then 'pillar_gap'
  when e.event = 'pillar.benchmark_below' then 'pillar_below_benchmark'
  when e.event = 'connection.broken' then 'connection_broken'
  when e.event = 'connection.expiring' and (e.data -> 'connection' ->> 'renews_itself')::boolean then null
  when e.event <> 'story.failed' then 'connection_expiring'
  when e.data ->> 'category' = 'review' then 'post_rejected'
  when e.data ->> 'skip_reason' like 'outcome\\_unknown%' then 'outcome_unknown'
  else 'post_failed' end`

const kindOfAlert = sql<NotificationKind>`case a.kind when 'auto_disabled' then 'webhook_off' else 'webhook_failing' end`

/**
 * Nothing left to do: the post was retried, the account was reconnected or disconnected, the pillar has a new post or no
 * such target any more. A later alert of a pillar replaces the earlier ones.
 */
export const isEventSettled = sql<boolean>`case e.event when 'pillar.gap_detected' then coalesce(
      (select p.max_gap_days is null or p.gap_alerted_at > e.created_at
          or exists (select from stories s
            where s.project_id = p.project_id and s.content_type = p.content_type and s.content_type is not null
              and s.published_at > e.created_at)
        from pillars p where p.project_id = e.project_id and p.id = (e.data -> 'pillar' ->> 'id')::uuid), true)
    when 'pillar.benchmark_below' then coalesce(
      (select p.benchmark_value is null or p.below_alerted_at > e.created_at
        from pillars p where p.project_id = e.project_id and p.id = (e.data -> 'pillar' ->> 'id')::uuid), true)
    when 'story.failed' then coalesce(
      (select q.status not in ('failed', 'rejected') from queue_items q
        where q.project_id = e.project_id and q.id = (e.data -> 'queue_item' ->> 'id')::uuid), true)
    else coalesce(
      (select c.disconnected_at is not null
          or c.status = 'active' and greatest(c.connected_at, c.last_refresh_at) > e.created_at
        from social_connections c
        where c.project_id = e.project_id and c.id = (e.data -> 'connection' ->> 'id')::uuid), true)
    end`

/** The pillar of an event with the figures of the alert. */
export const pillarOfEvent = sql<NoticedPillar | null>`case when e.event in ('pillar.gap_detected', 'pillar.benchmark_below')
  then jsonb_build_object(
    'id', e.data -> 'pillar' -> 'id', 'name', e.data -> 'pillar' -> 'name',
    'content_type', e.data -> 'pillar' -> 'content_type', 'color', e.data -> 'pillar' -> 'color',
    'days_since_last', e.data -> 'days_since_last', 'max_gap_days', e.data -> 'max_gap_days',
    'metric', e.data -> 'metric', 'value', e.data -> 'value', 'benchmark_value', e.data -> 'benchmark_value') end`

const isEventRead = (reader: Reader) => sql<SqlBool>`(
  e.sequence <= ${reader.readThrough} or e.created_at < ${reader.joinedAt} or ${wasRead(sql`e.id`, reader)})`

/** An alert that was marked on the webhooks screen is read for everyone. */
const isAlertRead = (reader: Reader) => sql<SqlBool>`(
  a.read_at is not null or coalesce(a.id <= ${reader.alertsReadThrough}::uuid, false)
  or a.created_at < ${reader.joinedAt} or ${wasRead(sql`a.id`, reader)})`

/** Endpoints of the project, and the reader's own for all projects. */
const endpointsFor = ({ projectId, userId }: Reader) => sql`(
  select id, url, active, health_status from webhook_endpoints
  where project_id = ${projectId} and deleted_at is null
  union all
  select id, url, active, health_status from webhook_endpoints
  where user_id = ${userId} and project_id is null and deleted_at is null)`

/** Newest first. */
export async function listNotices(
  db: Database,
  reader: Reader,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<NoticeRow[]> {
  const page = { limit, older: (id: ReturnType<typeof sql>) => olderThan(id, after) }
  const { rows } = await sql<NoticeRow>`
    select n.*, c.id as conversation_id, c.platform as conversation_platform, c.participant_name from (
      (${eventPage(reader, page)}) union all (${alertPage(reader, page)}) union all (${problemPage(reader, page)})
      union all (${momentPage(reader, page)}) union all (${automationPage(reader, page)})
      union all (${connectorPage(reader, page)}) union all (${memberPage(reader, page)})) n
    left join member_notices b on b.id = n.id
    left join inbox_notes i on i.id = b.note_id
    left join inbox_conversations c on c.id = i.conversation_id
    order by n.id desc limit ${limit}`.execute(db)
  return rows
}

const eventPage = (reader: Reader, { limit, older }: Page) => sql`
  select e.id, ${kindOfEvent} as kind, e.created_at, ${isEventRead(reader)} as is_read, ${isEventSettled} as is_settled,
    coalesce(e.data ->> 'channel', e.data -> 'connection' ->> 'channel') as channel,
    (e.data -> 'story' ->> 'id')::uuid as story_id, e.data -> 'story' ->> 'title' as story_title,
    left(e.data -> 'story' ->> 'caption', 300) as story_caption,
    (e.data -> 'connection' ->> 'id')::uuid as connection_id,
    coalesce(e.data -> 'connection' ->> 'account_name', e.data -> 'connection' ->> 'handle') as account_name,
    null::uuid as endpoint_id, null as endpoint_url, null::uuid as automation_id, null as automation_name,
    coalesce(e.data ->> 'skip_reason', e.data ->> 'reason') as reason, e.data ->> 'code' as code,
    e.data -> 'connection' ->> 'expires_at' as ends_at, ${pillarOfEvent} as pillar,
    null::uuid as connector_id, null as connector_name, null as person_name
  from events e
  where e.project_id = ${reader.projectId} and ${isNoticed} and ${kindOfEvent} = any(${[...reader.kinds]}::text[])
    and ${older(sql`e.id`)}
  order by e.id desc nulls last limit ${limit}`

const alertPage = (reader: Reader, { limit, older }: Page) => sql`
  select a.id, ${kindOfAlert}, a.created_at, ${isAlertRead(reader)},
    w.active and w.health_status = 'healthy', null, null::uuid, null, null, null::uuid, null,
    w.id, w.url, null::uuid, null, a.message, a.kind, null, null::jsonb, null::uuid, null, null
  from ${endpointsFor(reader)} w
  cross join lateral (
    select * from webhook_alerts a
    where a.endpoint_id = w.id and ${kindOfAlert} = any(${[...reader.kinds]}::text[]) and ${older(sql`a.id`)}
    order by a.id desc limit ${limit}) a
  order by a.id desc limit ${limit}`

/**
 * Timeline entries about a problem that somebody must fix. Stored as long as events. Must match the predicate of the
 * index `timeline_entries_noticed`. Their kinds are those of the notifications.
 */
const isStoryProblem = sql<SqlBool>`t.kind in ('media_problem', 'first_comment_failed', 'recurring_draft', 'automation_draft')
  and t.created_at > now() - interval '90 days'`

const isProblemRead = (reader: Reader) => sql<SqlBool>`(
  coalesce(t.created_at <= ${reader.approvalsReadAt}::timestamptz, false)
  or t.created_at < ${reader.joinedAt} or ${wasRead(sql`t.id`, reader)})`

const receivesProblem = ({ kinds }: Reader) => sql<SqlBool>`t.kind = any(${[...kinds]}::text[])`

const problemPage = (reader: Reader, { limit, older }: Page) => sql`
  select t.id, t.kind, t.created_at, ${isProblemRead(reader)},
    case when t.kind in ('recurring_draft', 'automation_draft') then s.status <> 'draft'
      when t.kind = 'first_comment_failed' then not exists (
        select from first_comments c join queue_items q on q.id = c.queue_item_id
        where q.story_id = t.story_id and q.channel = t.channel and c.status = 'failed')
      else not exists (
        select from queue_items q
        where q.story_id = t.story_id and q.channel = t.channel and q.status in ('approved', 'pending')
          and q.data_snapshot ->> 'media_problem' = t.detail ->> 'message') end,
    t.channel, t.story_id, s.title, left(s.caption, 300), null::uuid, null,
    null::uuid, null, null::uuid, null, t.detail ->> 'message', t.kind, null, null::jsonb, null::uuid, null, null
  from timeline_entries t join stories s on s.id = t.story_id
  where t.project_id = ${reader.projectId} and ${isStoryProblem} and ${receivesProblem(reader)}
    and ${older(sql`t.id`)}
  order by t.id desc limit ${limit}`

/** Moments of high and exceptional severity. Shown as long as events. */
const isNoticedMoment = sql<SqlBool>`m.severity in ('high', 'exceptional')
  and m.alerted_at > now() - interval '90 days'`

const isMomentRead = (reader: Reader) => sql<SqlBool>`(
  coalesce(m.alerted_at <= ${reader.approvalsReadAt}::timestamptz, false)
  or m.alerted_at < ${reader.joinedAt} or ${wasRead(sql`m.id`, reader)})`

const receivesMoments = ({ kinds }: Reader): boolean => kinds.includes('moment')

const momentPage = (reader: Reader, { limit, older }: Page) => sql`
  select m.id, 'moment', m.alerted_at, ${isMomentRead(reader)}, m.status <> 'new',
    null, null::uuid, null, null, null::uuid, null, null::uuid, null, null::uuid, null, m.headline, m.severity, null, null::jsonb, null::uuid, null, null
  from moments m
  where m.project_id = ${reader.projectId} and ${isNoticedMoment} and ${receivesMoments(reader)} and ${older(sql`m.id`)}
  order by m.id desc limit ${limit}`

/** Runs that turned their automation off. Shown as long as events. */
const isNoticedRun = sql<SqlBool>`u.turned_off and u.created_at > now() - interval '90 days'`

const isRunRead = (reader: Reader) => sql<SqlBool>`(
  coalesce(u.created_at <= ${reader.approvalsReadAt}::timestamptz, false)
  or u.created_at < ${reader.joinedAt} or ${wasRead(sql`u.id`, reader)})`

const receivesRuns = ({ kinds }: Reader): boolean => kinds.includes('automation_off')

const automationPage = (reader: Reader, { limit, older }: Page) => sql`
  select u.id, 'automation_off', u.created_at, ${isRunRead(reader)}, a.active,
    null, null::uuid, null, null, null::uuid, null, null::uuid, null, a.id, a.name, u.message, u.code, null, null::jsonb, null::uuid, null, null
  from automation_runs u join automations a on a.id = u.automation_id
  where u.project_id = ${reader.projectId} and ${isNoticedRun} and ${receivesRuns(reader)} and ${older(sql`u.id`)}
  order by u.id desc limit ${limit}`

/** Connectors that stopped working. Shown as long as events. */
const isNoticedAlert = sql<SqlBool>`k.created_at > now() - interval '90 days'`

const isConnectorAlertRead = (reader: Reader) => sql<SqlBool>`(
  coalesce(k.created_at <= ${reader.approvalsReadAt}::timestamptz, false)
  or k.created_at < ${reader.joinedAt} or ${wasRead(sql`k.id`, reader)})`

const receivesConnectors = ({ kinds }: Reader): boolean => kinds.includes('connector_failing')

/** The connector works again, or has a later alert. For alert `k` of connector `c`. */
export const isConnectorSettled = sql<boolean>`(c.status = 'ok'
  or exists (select from connector_alerts l where l.connector_id = k.connector_id and l.id > k.id))`

const connectorPage = (reader: Reader, { limit, older }: Page) => sql`
  select k.id, 'connector_failing', k.created_at, ${isConnectorAlertRead(reader)}, ${isConnectorSettled},
    null, null::uuid, null, null, null::uuid, null, null::uuid, null, null::uuid, null, k.message, k.kind, null,
    null::jsonb, c.id, c.name, null
  from connector_alerts k join connectors c on c.id = k.connector_id
  where k.project_id = ${reader.projectId} and ${isNoticedAlert} and ${receivesConnectors(reader)} and ${older(sql`k.id`)}
  order by k.id desc limit ${limit}`

/** Unread notifications, counted up to the maximum shown. */
export async function countUnread(db: Database, reader: Reader): Promise<number> {
  const kinds = [...reader.kinds]
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      (select 1 from events e
        where e.project_id = ${reader.projectId} and ${isNoticed} and e.sequence > ${reader.readThrough}
          and ${kindOfEvent} = any(${kinds}::text[]) and not ${isEventRead(reader)}
        limit ${unreadCountedTo})
      union all
      (select 1 from ${endpointsFor(reader)} w join webhook_alerts a on a.endpoint_id = w.id
        where ${kindOfAlert} = any(${kinds}::text[]) and not ${isAlertRead(reader)}
        limit ${unreadCountedTo})
      union all
      (select 1 from timeline_entries t
        where t.project_id = ${reader.projectId} and ${isStoryProblem} and ${receivesProblem(reader)}
          and not ${isProblemRead(reader)}
        limit ${unreadCountedTo})
      union all
      (select 1 from moments m
        where m.project_id = ${reader.projectId} and ${isNoticedMoment} and ${receivesMoments(reader)}
          and not ${isMomentRead(reader)}
        limit ${unreadCountedTo})
      union all
      (select 1 from automation_runs u
        where u.project_id = ${reader.projectId} and ${isNoticedRun} and ${receivesRuns(reader)}
          and not ${isRunRead(reader)}
        limit ${unreadCountedTo})
      union all
      (select 1 from connector_alerts k
        where k.project_id = ${reader.projectId} and ${isNoticedAlert} and ${receivesConnectors(reader)}
          and not ${isConnectorAlertRead(reader)}
        limit ${unreadCountedTo})
      union all (${unreadMemberNotices(reader, unreadCountedTo)})) n`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

export type Newest = { sequence: number; alert_id: string | null; at: Date }

/**
 * The newest position of each source. Read before the notifications, so that new ones in between do not count as
 * seen.
 */
export async function findNewest(db: Database, reader: Reader): Promise<Newest> {
  const { rows } = await sql<Newest>`
    select clock_timestamp() as at,
      coalesce((select last_sequence from event_sequences where project_id = ${reader.projectId}), 0) as sequence,
      (select a.id from ${endpointsFor(reader)} w cross join lateral (
          select id from webhook_alerts where endpoint_id = w.id order by id desc limit 1) a
        order by a.id desc limit 1) as alert_id`.execute(db)
  return rows[0] ?? { sequence: 0, alert_id: null, at: new Date(0) }
}

export type Marks = {
  joined_at: Date
  read_through: number | null
  alerts_read_through: string | null
  approvals_read_at: Date | null
  muted_kinds: string[] | null
}

export async function findMarks(db: Database, projectId: string, userId: string): Promise<Marks | undefined> {
  return db
    .selectFrom('project_members as m')
    .leftJoin('notification_marks as n', (join) =>
      join.onRef('n.project_id', '=', 'm.project_id').onRef('n.user_id', '=', 'm.user_id'),
    )
    .select(['m.created_at as joined_at', 'n.read_through', 'n.alerts_read_through', 'n.approvals_read_at'])
    .select('n.muted_kinds')
    .where('m.project_id', '=', projectId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
}

/** Marks the notifications with these ids as read, if the reader can see them. */
export async function insertReads(db: Database, reader: Reader, ids: readonly string[]): Promise<void> {
  const { projectId, userId } = reader
  const kinds = [...reader.kinds]
  await sql`
    insert into notification_reads (project_id, user_id, source_id)
    select ${projectId}, ${userId}, id from (
      select e.id from events e
      where e.id = any(${[...ids]}::uuid[]) and e.project_id = ${projectId} and ${isNoticed}
        and ${kindOfEvent} = any(${kinds}::text[])
      union all
      select a.id from webhook_alerts a join ${endpointsFor(reader)} w on w.id = a.endpoint_id
      where a.id = any(${[...ids]}::uuid[]) and ${kindOfAlert} = any(${kinds}::text[])
      union all
      select t.id from timeline_entries t
      where t.id = any(${[...ids]}::uuid[]) and t.project_id = ${projectId} and ${isStoryProblem}
        and ${receivesProblem(reader)}
      union all
      select u.id from automation_runs u
      where u.id = any(${[...ids]}::uuid[]) and u.project_id = ${projectId} and u.turned_off
        and ${receivesRuns(reader)}
      union all
      select k.id from connector_alerts k
      where k.id = any(${[...ids]}::uuid[]) and k.project_id = ${projectId} and ${receivesConnectors(reader)}
      union all ${memberNoticeIds(reader, ids)}) n
    order by id
    on conflict do nothing`.execute(db)
}

/** Moves the read marks forward, never back. Deletes single read rows below them. */
export async function moveMarks(tx: Transaction<DB>, { projectId, userId }: Reader, to: Newest): Promise<void> {
  await sql`
    insert into notification_marks as n (project_id, user_id, read_through, alerts_read_through, approvals_read_at)
    values (${projectId}, ${userId}, ${to.sequence}, ${to.alert_id}, ${to.at})
    on conflict (project_id, user_id) do update set
      read_through = greatest(n.read_through, excluded.read_through),
      alerts_read_through = greatest(n.alerts_read_through, excluded.alerts_read_through),
      approvals_read_at = greatest(n.approvals_read_at, excluded.approvals_read_at)`.execute(tx)
  await sql`
    delete from notification_reads r
    where r.project_id = ${projectId} and r.user_id = ${userId} and (
      r.read_at < now() - interval '91 days'
      or exists (select from events e where e.id = r.source_id and e.sequence <= ${to.sequence})
      or exists (select from webhook_alerts a where a.id = r.source_id and a.id <= ${to.alert_id}::uuid)
      or exists (select from timeline_entries t where t.id = r.source_id and t.created_at <= ${to.at})
      or exists (select from automation_runs a where a.id = r.source_id and a.created_at <= ${to.at})
      or exists (select from connector_alerts k where k.id = r.source_id and k.created_at <= ${to.at})
      or exists (select from member_notices b where b.id = r.source_id and b.created_at <= ${to.at}))`.execute(tx)
}

export async function storeMuted(
  db: Database,
  projectId: string,
  userId: string,
  muted_kinds: NotificationKind[],
): Promise<void> {
  await db
    .insertInto('notification_marks')
    .values({ project_id: projectId, user_id: userId, muted_kinds })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet({ muted_kinds }))
    .execute()
}
