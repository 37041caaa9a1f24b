import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { hashToken, newLinkToken } from '@/lib/auth/tokens'
import { appUrl } from '@/lib/env'
import type * as contracts from './contract'
import { deleteFeed, type FeedRow, findFeed, putFeed } from './repository'

export async function get(
  context: Context,
  input: InputOf<typeof contracts.getCalendarFeed>,
): Promise<AnswerOf<typeof contracts.getCalendarFeed>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  const row = await findFeed(context.db, projectId, context.principal.userId)
  return { calendar_feed: row ? serialize(row) : null }
}

/** The address is a credential of its own: calendar apps cannot send headers. */
export async function create(
  context: Context,
  input: InputOf<typeof contracts.createCalendarFeed>,
): Promise<AnswerOf<typeof contracts.createCalendarFeed>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  const token = newLinkToken()
  const row = await putFeed(context.db, projectId, context.principal.userId, hashToken(token))
  return { url: `${appUrl()}/calendar/${token}.ics`, calendar_feed: serialize(row) }
}

export async function remove(
  context: Context,
  input: InputOf<typeof contracts.deleteCalendarFeed>,
): Promise<AnswerOf<typeof contracts.deleteCalendarFeed>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  await deleteFeed(context.db, projectId, context.principal.userId)
  return { ok: true }
}

const serialize = ({ created_at, last_read_at }: FeedRow): contracts.CalendarFeed => ({
  created_at: created_at.toISOString(),
  last_read_at: last_read_at?.toISOString() ?? null,
})
