import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { notFound } from '@/lib/errors'
import { countComments, listEditors } from '@/lib/stories/reading/team'
import { findStory } from '@/lib/stories/repository'
import type * as contracts from './contract'
import { deleteEditor, putEditor } from './repository'

export async function start(
  context: Context,
  { id }: InputOf<typeof contracts.startEditing>,
): Promise<AnswerOf<typeof contracts.startEditing>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:write')
  const { db, principal } = context
  const place = { projectId, storyId: id, userId: principal.userId }
  const story = await findStory(db, projectId, id)
  if (!story) throw notFound('story')
  await putEditor(db, place)
  const [editors, comments_count] = await Promise.all([listEditors(db, place), countComments(db, projectId, id)])
  return {
    editors,
    comments_count,
    is_with_client: story.client_review !== null,
    updated_at: story.updated_at.toISOString(),
  }
}

export async function stop(
  context: Context,
  { id }: InputOf<typeof contracts.stopEditing>,
): Promise<AnswerOf<typeof contracts.stopEditing>> {
  await accessOwned(context, 'stories', id, 'stories:write')
  await deleteEditor(context.db, id, context.principal.userId)
  return { ok: true }
}
