import { sql, type Transaction } from 'kysely'
import { isAtLeast, type Role, roles } from '@/lib/auth/roles'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { subscriptionMails } from '@/lib/mail/kinds'
import { isDaytime, localPeople } from './local-people'
import type { Recipient } from './repository'

export type ForecastPerson = Recipient & {
  user_id: string
  /** Today in the person's time zone, YYYY-MM-DD. */
  day: string
}

/** Users in whose time zone it is between 8:00 and 20:00 and who had no mail of this kind today. */
export async function findForecastPeople(
  db: Database,
  now: Date,
  { after, limit }: { after: string | null; limit: number },
): Promise<ForecastPerson[]> {
  const { rows } = await sql<ForecastPerson>`
    with ${localPeople(now)}
    select u.id as user_id, u.email, u.date_locale, u.hour_cycle, to_char(p.local_time, 'YYYY-MM-DD') as day
    from people p join users u on u.id = p.user_id
    where ${isDaytime}
      and not exists (select from mail_forecast_marks k where k.user_id = u.id and k.day >= p.local_time::date)
      and not exists (select from mail_opt_outs o where o.user_id = u.id and o.kind = 'queue_forecast')
      and (${after}::uuid is null or u.id > ${after}::uuid)
    order by u.id limit ${limit}`.execute(db)
  return rows
}

/** @returns false if another worker has marked this day */
export async function markDay(tx: Transaction<DB>, { user_id, day }: ForecastPerson): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_forecast_marks as k (user_id, day) values (${user_id}, ${day}::date)
    on conflict (user_id) do update set day = excluded.day where k.day < excluded.day
    returning user_id`.execute(tx)
  return rows.length > 0
}

export type ForecastProject = { id: string; slug: string; name: string; timezone: string | null; role: Role }

/** Projects in which the user's role gets this mail, by name. */
export async function listForecastProjects(db: Database, userId: string): Promise<ForecastProject[]> {
  const { leastRole } = subscriptionMails.queue_forecast
  const wanted = roles.filter((role) => isAtLeast(role, leastRole))
  const { rows } = await sql<ForecastProject>`
    select p.id, p.slug, p.name, p.timezone, m.role
    from project_members m join projects p on p.id = m.project_id and p.deleted_at is null
    where m.user_id = ${userId} and m.role = any(${wanted}::text[])
    order by p.name, p.id`.execute(db)
  return rows
}

export type Problem = { queue_item_id: string; kind: string }

/**
 * Stores the problems that a user now knows of, and forgets those that are solved.
 *
 * @returns the new ones
 */
export async function storeProblems(
  tx: Transaction<DB>,
  userId: string,
  problems: readonly Problem[],
): Promise<Problem[]> {
  const current = sql`jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) as c (queue_item_id uuid, kind text)`
  await sql`
    delete from mail_forecast_problems p
    where p.user_id = ${userId}
      and not exists (select from ${current} where c.queue_item_id = p.queue_item_id and c.kind = p.kind)`.execute(tx)
  const { rows } = await sql<Problem>`
    insert into mail_forecast_problems (user_id, queue_item_id, kind)
    select distinct ${userId}::uuid, c.queue_item_id, c.kind
    from ${current} join queue_items q on q.id = c.queue_item_id
    on conflict do nothing
    returning queue_item_id, kind`.execute(tx)
  return rows
}
