import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { InputOf } from '@/lib/api/contract'
import { deadlineIn } from '@/lib/deadline'
import { AppError } from '@/lib/errors'
import { yielding } from '@/lib/event-loop'
import { inspectMedia } from '@/lib/renditions/inspect'
import { blankContent, type Content, changeContent, contentOfRow } from '../content/content'
import { hasTime } from '../content/schedule-time'
import type { bulkCreateStories, createStory, editStory } from '../contract'
import { CreateStory } from '../create-contract'
import { findStory } from '../repository'
import type { StoryRow } from '../serializer'
import { storyMediaUrls } from './media-check'

/**
 * Inspects the files of scheduled stories before the transaction that checks them. Files that take too long become
 * warnings, and the `inspect-media` job inspects them.
 */

const inspectionMs = 3_000

type Media = { projectId: string; content: Content }

async function inspect({ db }: Context, found: readonly Media[]): Promise<void> {
  const signal = deadlineIn(inspectionMs)
  const urls = new Map<string, Set<string>>()
  for (const { projectId, content } of found) {
    const known = urls.get(projectId) ?? new Set()
    urls.set(projectId, new Set([...known, ...(await storyMediaUrls(content))]))
  }
  await Promise.all([...urls].map(([projectId, addresses]) => inspectMedia(db, projectId, [...addresses], signal)))
}

/** Ignores refusals: the service runs the same checks and reports them. */
async function orNothing<T>(find: () => Promise<T | null>): Promise<T | null> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

export async function inspectNewStory(context: Context, input: InputOf<typeof createStory>): Promise<void> {
  const media = await mediaOfNew(context, input)
  if (media) await inspect(context, [media])
}

export async function inspectNewStories(context: Context, input: InputOf<typeof bulkCreateStories>): Promise<void> {
  const found: Media[] = []
  const takeTurn = yielding()
  for (const item of input.stories) {
    await takeTurn()
    const { data } = CreateStory.safeParse(item)
    const story = data && { ...data, project_id: data.project_id ?? input.project_id }
    const media = story ? await mediaOfNew(context, story) : null
    if (media) found.push(media)
  }
  if (found.length) await inspect(context, found)
}

async function mediaOfNew(context: Context, input: CreateStory): Promise<Media | null> {
  if (!hasTime(input)) return null
  const { content } = changeContent(blankContent, input, context.now)
  if ((await storyMediaUrls(content)).length === 0) return null
  return orNothing(async () => {
    const { projectId } = await accessProject(context, input.project_id, 'stories:write')
    return { projectId, content }
  })
}

export async function inspectEditedStory(context: Context, input: InputOf<typeof editStory>): Promise<void> {
  const media = await orNothing(async () => {
    const { projectId } = await accessOwned(context, 'stories', input.id, 'stories:write', input.project_id)
    const story = await findStory(context.db, projectId, input.id)
    if (!story || !(hasTime(input) || (isTimed(story) && input.scheduled_at !== null))) return null
    return { projectId, content: changeContent(contentOfRow(story), input, context.now).content }
  })
  if (media) await inspect(context, [media])
}

/** For a story that is scheduled or published without changes. */
export async function inspectStoredStory(context: Context, { id }: { id: string }): Promise<void> {
  const media = await orNothing(async () => {
    const { projectId } = await accessOwned(context, 'stories', id, 'stories:publish')
    const story = await findStory(context.db, projectId, id)
    return story ? { projectId, content: contentOfRow(story) } : null
  })
  if (media) await inspect(context, [media])
}

const isTimed = ({ status }: StoryRow): boolean => status !== 'draft'
