import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { transaction } from '@/lib/db/pool'
import { invalid, notFound } from '@/lib/errors'
import type * as contracts from './contract'
import { type listNotifications, type Seen, unreadCountedTo } from './contract'
import { kindsOf, type NotificationKind } from './kinds'
import type { Reader } from './reader'
import {
  countUnread,
  findMarks,
  findNewest,
  insertReads,
  listNotices,
  moveMarks,
  type Newest,
  storeMuted,
} from './repository'
import { serializeNotification, serializeSeen, serializeWaiting } from './serializer'
import { listWaiting, type WaitingRow } from './waiting-repository'

export async function list(
  context: Context,
  { project_id, limit, cursor }: InputOf<typeof listNotifications>,
): Promise<AnswerOf<typeof listNotifications>> {
  const { reader } = await readerOf(context, project_id)
  const { db } = context
  const newest = await findNewest(db, reader)
  const [rows, waiting, unread] = await Promise.all([
    listNotices(db, reader, { limit: limit + 1, after: decodeCursor(cursor) }),
    waitingFor(context, reader),
    countUnread(db, reader),
  ])
  const { page, next_cursor } = cutPage('notifications', rows, limit)
  return {
    notifications: page.map((row) => serializeNotification(reader.projectId, row)),
    waiting: { count: Number(waiting[0]?.total ?? 0), stories: waiting.map(serializeWaiting) },
    unread_count: together(unread, waiting),
    seen: serializeSeen(newest),
    next_cursor,
  }
}

export async function markRead(
  context: Context,
  { project_id, notification_ids, up_to }: InputOf<typeof contracts.readNotifications>,
): Promise<AnswerOf<typeof contracts.readNotifications>> {
  if (!notification_ids === !up_to) {
    throw invalid('notification_ids', 'Name either notification_ids or up_to.', 'one_of')
  }
  const { reader } = await readerOf(context, project_id)
  const { db } = context
  if (notification_ids) await insertReads(db, reader, notification_ids)
  else if (up_to) {
    const to = capAtNewest(up_to, await findNewest(db, reader))
    await transaction(db, (tx) => moveMarks(tx, reader, to))
  }
  const { reader: now } = await readerOf(context, project_id)
  const [unread, waiting] = await Promise.all([countUnread(db, now), waitingFor(context, now)])
  return { ok: true, unread_count: together(unread, waiting) }
}

/** A mark beyond the newest notification would hide later ones. */
const capAtNewest = (seen: Seen, newest: Newest): Newest => ({
  sequence: Math.min(seen.sequence, newest.sequence),
  alert_id: seen.alert_id && newest.alert_id && seen.alert_id < newest.alert_id ? seen.alert_id : newest.alert_id,
  at: new Date(Math.min(Date.parse(seen.at), newest.at.getTime())),
})

export async function getSettings(
  context: Context,
  { project_id }: InputOf<typeof contracts.getNotificationSettings>,
): Promise<AnswerOf<typeof contracts.getNotificationSettings>> {
  const { kinds, muted } = await readerOf(context, project_id)
  return { kinds, muted_kinds: muted }
}

/** Choices for other roles are preserved, in case the user gets that role again. */
export async function updateSettings(
  context: Context,
  { project_id, muted_kinds }: InputOf<typeof contracts.updateNotificationSettings>,
): Promise<AnswerOf<typeof contracts.updateNotificationSettings>> {
  const { reader, kinds, stored } = await readerOf(context, project_id)
  const chosen = muted_kinds.filter((kind) => kinds.includes(kind))
  const others = stored.filter((kind) => !kinds.includes(kind as NotificationKind)) as NotificationKind[]
  await storeMuted(context.db, reader.projectId, reader.userId, [...chosen, ...others])
  return { kinds, muted_kinds: chosen }
}

type Found = { reader: Reader; kinds: NotificationKind[]; muted: NotificationKind[]; stored: string[] }

async function readerOf(context: Context, named: string): Promise<Found> {
  const { projectId, role } = await accessProject(context, named, 'projects:read')
  const { userId } = context.principal
  const marks = await findMarks(context.db, projectId, userId)
  if (!marks) throw notFound('project')
  const kinds = kindsOf(role)
  const stored = marks.muted_kinds ?? []
  const muted = kinds.filter((kind) => stored.includes(kind))
  const reader = {
    projectId,
    userId,
    joinedAt: marks.joined_at,
    readThrough: marks.read_through ?? 0,
    alertsReadThrough: marks.alerts_read_through,
    approvalsReadAt: marks.approvals_read_at,
    kinds: kinds.filter((kind) => !stored.includes(kind)),
  }
  return { reader, kinds, muted, stored }
}

const waitingFor = async ({ db }: Context, reader: Reader): Promise<WaitingRow[]> =>
  reader.kinds.includes('approval_waiting') ? listWaiting(db, reader) : []

const together = (unread: number, waiting: readonly WaitingRow[]): number =>
  Math.min(unreadCountedTo, unread + Number(waiting[0]?.unread ?? 0))
