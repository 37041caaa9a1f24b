import { sql } from 'kysely'

/** Local hours of mails at a set time. After a long outage a mail is skipped rather than sent at night. */
const firstHour = 8
const lastHour = 20

/**
 * SQL: the CTEs `zones` and `people`, with the time zone and local time of each user. A user's time zone is that of
 * most of their projects; in a tie, of the first one joined.
 */
export const localPeople = (now: Date) => sql`zones as (
    select m.user_id, coalesce(p.timezone, 'UTC') as zone, count(*) as projects, min(m.created_at) as joined_at
    from project_members m join projects p on p.id = m.project_id and p.deleted_at is null
    group by m.user_id, coalesce(p.timezone, 'UTC')
  ), people as (
    select distinct on (user_id) user_id, zone, ${now}::timestamptz at time zone zone as local_time
    from zones order by user_id, projects desc, joined_at
  )`

/** SQL: it is between 8:00 and 20:00 for person `p`. */
export const isDaytime = sql<boolean>`extract(hour from p.local_time) between ${firstHour} and ${lastHour - 1}`
