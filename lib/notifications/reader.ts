import { type SqlBool, sql } from 'kysely'
import type { NotificationKind } from './kinds'

/** The reader of a project's notifications, and their read position. */
export type Reader = {
  projectId: string
  userId: string
  /** Earlier events are not shown. */
  joinedAt: Date
  readThrough: number
  alertsReadThrough: string | null
  approvalsReadAt: Date | null
  /** Kinds that the role allows and the user did not turn off. */
  kinds: readonly NotificationKind[]
}

/** SQL: the user marked this notification as read by itself. */
export const wasRead = (id: ReturnType<typeof sql>, { projectId, userId }: Reader) => sql<SqlBool>`exists (
  select from notification_reads r
  where r.project_id = ${projectId} and r.user_id = ${userId} and r.source_id = ${id})`

/** A page of one source of notifications, newest first. */
export type Page = { limit: number; older: (id: ReturnType<typeof sql>) => ReturnType<typeof sql> }

export const olderThan = (id: ReturnType<typeof sql>, after: string | undefined) =>
  after === undefined ? sql`true` : sql`${id} < ${after}::uuid`
