import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { notFound } from '@/lib/errors'
import { accessOwned, accessProject } from '@/lib/projects/access'
import { resolvePost } from '@/lib/publishing/resolve'
import type { QueueRow } from '@/lib/queue/serializer'
import { postLinksOf } from '@/lib/tracking/link'
import { serializeRows } from './answers'
import { contentOfRow } from './content'
import type { getStory as getContract, listStories as listContract } from './contract'
import { Desk } from './desk'
import { findRows, findStory, listStoryRows } from './repository'
import type { StoryDetail, Warning } from './resource-contract'
import { waitingContent } from './schedule'
import { wordsOf } from './search-words'
import { type StoryRow, serializeStory } from './serializer'
import { idsOfWaiting } from './waiting'

export async function listStories(
  context: Context,
  input: InputOf<typeof listContract>,
): Promise<AnswerOf<typeof listContract>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  const rows = await listStoryRows(context.db, projectId, {
    statuses: input.status,
    channels: input.channel,
    words: input.q === undefined ? undefined : wordsOf(input.q),
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
  })
  const { page, next_cursor } = cutPage('stories', rows, input.limit)
  const scheduled = page.filter(({ status }) => status === 'scheduled').map(({ id }) => id)
  const waiting = await idsOfWaiting(context.db, projectId, scheduled)
  const stories = page.map((row) => ({
    ...serializeStory(row, context.now),
    waits_for_approval: waiting.has(row.id),
  }))
  return { stories, next_cursor }
}

/** A story with what each channel makes of it and where each channel stands. */
export async function getStory(context: Context, { id }: InputOf<typeof getContract>): Promise<StoryDetail> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:read')
  const story = await findStory(context.db, projectId, id)
  if (!story) throw notFound('story')
  const rows = await findRows(context.db, projectId, id)
  const warnings = isWaiting(story) ? await currentWarnings(context, story, rows) : []
  return {
    ...serializeStory(story, context.now),
    primary_caption: story.caption,
    variants: variantsOf(story),
    content_queue: serializeRows(story, rows),
    warnings,
  }
}

const isWaiting = ({ status }: StoryRow): boolean => status === 'draft' || status === 'scheduled'

/** What the channels that are still to come have against the story now. */
async function currentWarnings(context: Context, story: StoryRow, rows: QueueRow[]): Promise<Warning[]> {
  const desk = await Desk.open(context.db, story.project_id, context.now)
  return desk.allWarnings(waitingContent({ story, rows }), { isDraft: story.status === 'draft' })
}

function variantsOf(story: StoryRow): StoryDetail['variants'] {
  const content = contentOfRow(story)
  const variants = content.channels.map((channel) => {
    // Where its links lead is no part of a variant, and the board neither.
    const { link } = postLinksOf({ story, item: null, channel, projectSlug: '' }, story.id)
    const { post } = resolvePost(content, channel, { link, defaultBoardId: null })
    const { caption, hashtags, text, postType, media } = post
    return [channel, { caption, hashtags, text, post_type: postType, media_urls: media.map(({ url }) => url) }]
  })
  return Object.fromEntries(variants) as StoryDetail['variants']
}
