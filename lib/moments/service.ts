import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { conflict, notFound } from '@/lib/errors'
import type * as contracts from './contract'
import type { MomentStatus } from './kinds'
import { findMoment, listMomentRows, updateMomentStatus } from './repository'
import { serializeListed, serializeMoment } from './serializer'

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listMoments>,
): Promise<AnswerOf<typeof contracts.listMoments>> {
  const { projectId } = await accessProject(context, input.project_id, 'moments:read')
  const filter = { statuses: input.status, severities: input.severity, storyId: input.story_id }
  const page = { limit: input.limit + 1, after: decodeCursor(input.cursor) }
  const rows = await listMomentRows(context.db, projectId, filter, page)
  const { page: moments, next_cursor } = cutPage('moments', rows, input.limit)
  return { moments: moments.map(serializeListed), next_cursor }
}

/** Statuses that a status may follow. Setting the same status again changes nothing. */
const allowedFrom: Record<MomentStatus, readonly MomentStatus[]> = {
  new: ['new', 'acted_on', 'dismissed'],
  acted_on: ['new', 'acted_on'],
  dismissed: ['new', 'dismissed'],
}

export async function update(
  context: Context,
  { id, status }: InputOf<typeof contracts.updateMoment>,
): Promise<AnswerOf<typeof contracts.updateMoment>> {
  const { projectId } = await accessOwned(context, 'moments', id, 'stories:write')
  const row = await updateMomentStatus(context.db, projectId, id, { status, from: allowedFrom[status] })
  if (row) return serializeMoment(row)
  const current = await findMoment(context.db, projectId, id)
  if (!current) throw notFound('moment')
  throw conflict(`This moment is ${current.status}. Set it to new first.`)
}
