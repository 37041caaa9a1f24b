import { accessOwned, requireTokenScope } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import { AppError, invalid, notFound } from '@/lib/errors'
import type { Json } from '@/lib/json'
import { editStory as editContract } from '@/lib/stories/contract'
import { editStory } from '@/lib/stories/operations/edit'
import type { StoryStatus } from '@/lib/stories/status'
import { findAsset } from '../repository'
import { fileUrlOf } from '../serializer'
import { findStoriesUsing } from '../usage'
import { type replaceAsset, replacedMax } from './contract'

type Answer = AnswerOf<typeof replaceAsset>

/** Stories without published posts. */
const replaceable: readonly StoryStatus[] = ['draft', 'scheduled']

/** Puts another file into the stories that use this one. Each story is edited on its own. */
export async function replace(context: Context, input: InputOf<typeof replaceAsset>): Promise<Answer> {
  const { projectId } = await accessOwned(context, 'assets', input.id, 'media:write')
  requireTokenScope(context.principal, 'stories:write')
  const { db } = context
  const [old, other] = [await findAsset(db, projectId, input.id), await findAsset(db, projectId, input.with_id)]
  if (!old) throw notFound('asset')
  if (!other) throw invalid('with_id', 'is not a file of this project.', 'not_found')
  if (old.id === other.id) throw invalid('with_id', 'must be another file.', 'same_file')
  const urls = { from: fileUrlOf(old), to: fileUrlOf(other) }
  const using = await findStoriesUsing(db, projectId, urls.from, replaceable)
  const wanted = using.filter((id) => input.story_ids?.includes(id) ?? true).slice(0, replacedMax)
  const answer: Answer = { replaced: [], refused: [] }
  for (const id of wanted) {
    const message = await replaceIn(context, projectId, id, urls)
    if (message === null) answer.replaced.push(id)
    else answer.refused.push({ id, message })
  }
  return answer
}

type Urls = { from: string; to: string }

/** @returns why the story keeps the old file, or null */
async function replaceIn(context: Context, projectId: string, id: string, urls: Urls): Promise<string | null> {
  const story = await findContent(context.db, projectId, id)
  if (!story) return 'The story was deleted.'
  const content = swapped({ slides: story.slides, channel_overrides: story.channel_overrides }, urls)
  const expected_updated_at = story.updated_at.toISOString()
  try {
    await editStory(context, { id, ...editContract.body.parse({ ...(content as object), expected_updated_at }) })
    return null
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.message
    throw error
  }
}

const findContent = (db: Database, projectId: string, id: string) =>
  db
    .selectFrom('stories')
    .select(['slides', 'channel_overrides', 'updated_at'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()

/** A copy with the other URL wherever a member has this one. */
function swapped(value: unknown, urls: Urls): Json {
  if (value === urls.from) return urls.to
  if (Array.isArray(value)) return value.map((item) => swapped(item, urls))
  if (value === null || typeof value !== 'object') return value as Json
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, swapped(item, urls)]))
}
