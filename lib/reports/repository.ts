import { type Selectable, sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { ReportLinks } from '@/lib/db/types.generated'
import type { Metric } from '@/lib/metrics/rates'
import { reportLinksMax } from './contract'

/** Moments of its days in the project's current time zone. Ends are exclusive. */
type Periods = { from_at: Date; to_at: Date; compared_from_at: Date | null; compared_to_at: Date | null }

export type LinkRow = Pick<
  Selectable<ReportLinks>,
  'id' | 'project_id' | 'title' | 'created_at' | 'expires_at' | 'revoked_at' | 'last_opened_at' | 'opened_count'
> &
  Periods & { channels: ChannelId[] | null; metric: Metric; creator: string | null }
export type NewLink = Pick<
  Selectable<ReportLinks>,
  'id' | 'project_id' | 'created_by' | 'token_hash' | 'title' | 'channels' | 'metric' | 'expires_at'
> &
  Periods

const zone = sql`(select coalesce(p.timezone, 'UTC') from projects p where p.id = l.project_id)`
const startOf = (day: string) => sql`${sql.ref(`l.${day}`)}::timestamp at time zone ${zone}`
const endOf = (day: string) => sql`(${sql.ref(`l.${day}`)} + 1)::timestamp at time zone ${zone}`

const columns = sql`
  l.id, l.project_id, l.title, ${startOf('first_day')} as from_at, ${endOf('last_day')} as to_at,
  ${startOf('compared_first_day')} as compared_from_at, ${endOf('compared_last_day')} as compared_to_at, l.channels, l.metric,
  l.created_at, l.expires_at, l.revoked_at, l.last_opened_at, l.opened_count,
  (select coalesce(u.name, u.email) from users u where u.id = l.created_by) as creator`

const works = sql`l.revoked_at is null and l.expires_at > now()`

/** The day of a moment in the time zone of the project `p`. */
const dayOf = (at: Date | null) => sql`(${at}::timestamptz at time zone coalesce(p.timezone, 'UTC'))::date`
/** The last day of a period that ends before a moment. */
const lastDayOf = (end: Date | null) => dayOf(end && new Date(end.getTime() - 1))

/** Links that work come first in the limit, so that none of them is missing. */
export async function listLinks(db: Database, projectId: string): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select * from (
      select ${columns} from report_links l where l.project_id = ${projectId}
      order by (${works}) desc, l.id desc limit ${2 * reportLinksMax}) newest
    order by id desc`.execute(db)
  return rows
}

/** Undefined if the project has the max number of working links. */
export async function insertLink(db: Database, link: NewLink): Promise<LinkRow | undefined> {
  const { rows } = await sql<LinkRow>`
    with counted as (select count(*) as links from report_links l where l.project_id = ${link.project_id} and ${works}),
    l as (
      insert into report_links (id, project_id, created_by, token_hash, title, first_day, last_day, compared_first_day,
        compared_last_day, channels, metric, expires_at)
      select ${link.id}::uuid, ${link.project_id}::uuid, ${link.created_by}::uuid, ${link.token_hash}::bytea,
        ${link.title}::text, ${dayOf(link.from_at)}, ${lastDayOf(link.to_at)}, ${dayOf(link.compared_from_at)},
        ${lastDayOf(link.compared_to_at)}, ${link.channels}::text[], ${link.metric}::text, ${link.expires_at}::timestamptz
      from counted, projects p where p.id = ${link.project_id} and links < ${reportLinksMax}
      returning *)
    select ${columns} from l`.execute(db)
  return rows[0]
}

export async function revokeLink(db: Database, projectId: string, id: string): Promise<LinkRow | undefined> {
  const { rows } = await sql<LinkRow>`
    with l as (
      update report_links set revoked_at = coalesce(revoked_at, now())
      where id = ${id} and project_id = ${projectId} returning *)
    select ${columns} from l`.execute(db)
  return rows[0]
}

export type OpenedLink = LinkRow & { project_name: string; timezone: string | null; is_working: boolean }

/**
 * Notes the time if the link works. It does not if it expired, was revoked, or its creator is no longer at least editor.
 *
 * @returns undefined for an unknown address or a deleted project
 */
export async function openLink(db: Database, tokenHash: Buffer): Promise<OpenedLink | undefined> {
  const { rows } = await sql<OpenedLink>`
    with found as (
      select l.id, p.name as project_name, p.timezone, ${works} and exists (
        select from project_members m
        where m.project_id = l.project_id and m.user_id = l.created_by and m.role in ('editor', 'admin', 'owner')
      ) as is_working
      from report_links l join projects p on p.id = l.project_id and p.deleted_at is null
      where l.token_hash = ${tokenHash}
    ), opened as (
      update report_links l set last_opened_at = now(), opened_count = l.opened_count + 1
      from found where l.id = found.id and found.is_working
    )
    select ${columns}, found.project_name, found.timezone, found.is_working
    from found join report_links l on l.id = found.id`.execute(db)
  return rows[0]
}
