import { type SqlBool, sql } from 'kysely'
import type { Page, Reader } from './reader'
import { wasRead } from './reader'

/** Notifications that are for the reader only. Shown as long as events. */
const isOwn = (reader: Reader) => sql<SqlBool>`b.project_id = ${reader.projectId} and b.user_id = ${reader.userId}
  and b.kind = any(${[...reader.kinds]}::text[])`
const isRecent = sql<SqlBool>`b.created_at > now() - interval '90 days'`

const isRead = (reader: Reader) => sql<SqlBool>`(
  coalesce(b.created_at <= ${reader.approvalsReadAt}::timestamptz, false) or ${wasRead(sql`b.id`, reader)})`

export const memberPage = (reader: Reader, { limit, older }: Page) => sql`
  select b.id, b.kind, b.created_at, ${isRead(reader)}, false,
    null, b.story_id, s.title, left(s.caption, 300), null::uuid, null, null::uuid, null, null::uuid, null,
    b.message, b.code, null, null::jsonb, null::uuid, null, b.person_name
  from member_notices b left join stories s on s.id = b.story_id
  where ${isOwn(reader)} and ${isRecent} and ${older(sql`b.id`)}
  order by b.id desc limit ${limit}`

export const unreadMemberNotices = (reader: Reader, limit: number) => sql`
  select 1 from member_notices b
  where ${isOwn(reader)} and ${isRecent} and not ${isRead(reader)} limit ${limit}`

/** Those of the given ids that the reader can see. */
export const memberNoticeIds = (reader: Reader, ids: readonly string[]) => sql`
  select b.id from member_notices b where b.id = any(${[...ids]}::uuid[]) and ${isOwn(reader)}`
