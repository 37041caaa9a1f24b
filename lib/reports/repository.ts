import { type Selectable, sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { ReportLinks } from '@/lib/db/types.generated'
import type { Metric } from '@/lib/metrics/rates'
import { reportLinksMax } from './contract'

export type LinkRow = Omit<Selectable<ReportLinks>, 'token_hash' | 'channels' | 'metric' | 'created_by'> & {
  channels: ChannelId[] | null
  metric: Metric
  creator: string | null
}
export type NewLink = Pick<
  Selectable<ReportLinks>,
  | 'id'
  | 'project_id'
  | 'created_by'
  | 'token_hash'
  | 'title'
  | 'from_at'
  | 'to_at'
  | 'compared_from_at'
  | 'compared_to_at'
  | 'channels'
  | 'metric'
  | 'expires_at'
>

const columns = sql`
  l.id, l.project_id, l.title, l.from_at, l.to_at, l.compared_from_at, l.compared_to_at, l.channels, l.metric,
  l.created_at, l.expires_at, l.revoked_at, l.last_opened_at, l.opened_count,
  (select coalesce(u.name, u.email) from users u where u.id = l.created_by) as creator`

const works = sql`l.revoked_at is null and l.expires_at > now()`

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
      insert into report_links (id, project_id, created_by, token_hash, title, from_at, to_at, compared_from_at,
        compared_to_at, channels, metric, expires_at)
      select ${link.id}::uuid, ${link.project_id}::uuid, ${link.created_by}::uuid, ${link.token_hash}::bytea,
        ${link.title}::text, ${link.from_at}::timestamptz, ${link.to_at}::timestamptz,
        ${link.compared_from_at}::timestamptz, ${link.compared_to_at}::timestamptz, ${link.channels}::text[],
        ${link.metric}::text, ${link.expires_at}::timestamptz
      from counted where links < ${reportLinksMax}
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
