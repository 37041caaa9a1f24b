import { sql, type Transaction } from 'kysely'
import type { DateLocale, HourCycle } from '@/lib/account/date-locales'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { isDaytime, localPeople } from './local-people'

export type SummaryPerson = {
  user_id: string
  email: string
  name: string
  date_locale: DateLocale | null
  hour_cycle: HourCycle | null
  zone: string
  /** This Monday's date in that zone. */
  week: string
  /** The seven days before it. */
  from: Date
  to: Date
}

/**
 * Users in whose time zone it is Monday between 8:00 and 20:00 and who have no summary for this week.
 */
export async function findDuePeople(
  db: Database,
  now: Date,
  { after, limit }: { after: string | null; limit: number },
): Promise<SummaryPerson[]> {
  const { rows } = await sql<SummaryPerson>`
    with ${localPeople(now)}
    select u.id as user_id, u.email, u.name, u.date_locale, u.hour_cycle, p.zone,
      to_char(p.local_time, 'YYYY-MM-DD') as week,
      (date_trunc('day', p.local_time) - interval '7 days') at time zone p.zone as from,
      date_trunc('day', p.local_time) at time zone p.zone as to
    from people p join users u on u.id = p.user_id
    where extract(isodow from p.local_time) = 1
      and ${isDaytime}
      and not exists (select from mail_weekly_marks w where w.user_id = u.id and w.week >= p.local_time::date)
      and not exists (select from mail_opt_outs o where o.user_id = u.id and o.kind = 'weekly_summary')
      and (${after}::uuid is null or u.id > ${after}::uuid)
    order by u.id limit ${limit}`.execute(db)
  return rows
}

/** @returns false if another worker has marked this week */
export async function markWeek(
  tx: Transaction<DB>,
  { user_id, week }: Pick<SummaryPerson, 'user_id' | 'week'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_weekly_marks as w (user_id, week) values (${user_id}, ${week}::date)
    on conflict (user_id) do update set week = excluded.week where w.week < excluded.week
    returning user_id`.execute(tx)
  return rows.length > 0
}

export type MemberProject = { id: string; name: string; failed: number; scheduled: number }

/** A user's projects by name, with posts that failed in the week and posts scheduled for the next seven days. */
export async function listMemberProjects(
  db: Database,
  { user_id, from, to }: Pick<SummaryPerson, 'user_id' | 'from' | 'to'>,
): Promise<MemberProject[]> {
  const { rows } = await sql<MemberProject>`
    select p.id, p.name,
      (select count(*) from queue_items q where q.project_id = p.id and q.status = 'failed'
        and q.failed_at >= ${from} and q.failed_at < ${to}) as failed,
      (select count(*) from queue_items q where q.project_id = p.id and q.status in ('approved', 'pending')
        and q.scheduled_at >= ${to} and q.scheduled_at < ${to}::timestamptz + interval '7 days') as scheduled
    from project_members m join projects p on p.id = m.project_id and p.deleted_at is null
    where m.user_id = ${user_id}
    order by p.name, p.id`.execute(db)
  return rows
}
