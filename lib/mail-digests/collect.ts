import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { isNoticed, kindOfEvent } from '@/lib/notifications/repository'
import { isWanted, mailRules } from './wanted'

/** Older occurrences are not mailed: after a long outage, or when mail is set up for the first time. */
const newsHours = 24
const projectsPerStatement = 100

/**
 * Creates a notice per new event and recipient. Notices and cursor are written in one statement, so a crash leaves
 * both or neither. The primary key prevents duplicates from parallel workers.
 */
export async function collectEvents(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      with behind as (
        select s.project_id, coalesce(c.read_through, 0) as read_through, s.last_sequence
        from event_sequences s left join mail_cursors c on c.project_id = s.project_id
        where s.last_sequence > coalesce(c.read_through, 0)
        order by s.project_id limit ${projectsPerStatement}
      ), noticed as (
        insert into mail_notices (user_id, kind, source_id, occurred_at, project_id)
        select m.user_id, r.mail_kind, e.id, e.created_at, e.project_id
        from behind b
        join projects p on p.id = b.project_id and p.deleted_at is null
        join events e on e.project_id = b.project_id and e.sequence > b.read_through and e.sequence <= b.last_sequence
          and ${isNoticed} and e.created_at > now() - make_interval(hours => ${newsHours})
        join ${mailRules} on r.notification_kind = ${kindOfEvent}
        join project_members m on m.project_id = e.project_id and m.created_at <= e.created_at and ${isWanted}
        on conflict do nothing
      )
      insert into mail_cursors as c (project_id, read_through) select project_id, last_sequence from behind
      on conflict (project_id) do update set read_through = greatest(c.read_through, excluded.read_through)
      returning project_id`.execute(db)
    if (rows.length < projectsPerStatement) return
  }
}

/** Creates notices for posts that need approval, except for the user who requested it. */
export async function collectApprovals(db: Database): Promise<void> {
  await sql`
    insert into mail_notices (user_id, kind, source_id, occurred_at, project_id)
    select m.user_id, r.mail_kind, q.id, q.pending_since, q.project_id
    from queue_items q
    join projects p on p.id = q.project_id and p.deleted_at is null
    join stories s on s.id = q.story_id and s.status not in ('archived', 'cancelled')
    join ${mailRules} on r.notification_kind = 'approval_waiting'
    join project_members m on m.project_id = q.project_id and m.created_at <= q.pending_since and ${isWanted}
    where q.status = 'pending' and q.pending_since > now() - make_interval(hours => ${newsHours})
      and (select t.actor from timeline_entries t where t.story_id = q.story_id and t.actor is not null
        order by t.id desc limit 1) is distinct from 'user:' || m.user_id
    on conflict do nothing`.execute(db)
}

/** Creates notices for automations that were turned off and connectors that stopped working. */
export async function collectAutomationProblems(db: Database): Promise<void> {
  await sql`
    insert into mail_notices (user_id, kind, source_id, occurred_at, project_id)
    select m.user_id, r.mail_kind, a.id, a.created_at, a.project_id
    from (
      select id, project_id, created_at, 'automation_off' as kind from automation_runs where turned_off
      union all
      select id, project_id, created_at, 'connector_failing' from connector_alerts
    ) a
    join projects p on p.id = a.project_id and p.deleted_at is null
    join ${mailRules} on r.notification_kind = a.kind
    join project_members m on m.project_id = a.project_id and m.created_at <= a.created_at and ${isWanted}
    where a.created_at > now() - make_interval(hours => ${newsHours})
    on conflict do nothing`.execute(db)
}

/** Creates notices for mentions, comments and client reviews. Each is for one member already. */
export async function collectMemberNotices(db: Database): Promise<void> {
  await sql`
    insert into mail_notices (user_id, kind, source_id, occurred_at, project_id)
    select m.user_id, r.mail_kind, b.id, b.created_at, b.project_id
    from member_notices b
    join projects p on p.id = b.project_id and p.deleted_at is null
    join ${mailRules} on r.notification_kind = b.kind
    join project_members m on m.project_id = b.project_id and m.user_id = b.user_id and ${isWanted}
    where b.created_at > now() - make_interval(hours => ${newsHours})
    on conflict do nothing`.execute(db)
}
