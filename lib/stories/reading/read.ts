import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { type AnswerOf, type InputOf, isYes } from '@/lib/api/contract'
import { cutPage, decodeCursor, encodeCursor, isCursor } from '@/lib/api/pagination'
import { invalid, notFound } from '@/lib/errors'
import { findFirstComments } from '@/lib/first-comments/repository'
import { postLinksOf } from '@/lib/posts/links'
import { resolvePost } from '@/lib/posts/resolve'
import type { QueueRow } from '@/lib/queue-items/serializer'
import { StoryChecks } from '../checks/story-checks'
import { contentOfRow } from '../content/content'
import type { getStory as getContract, listStories as listContract } from '../contract'
import { waitingContent } from '../operations/schedule'
import { findRows, findStory } from '../repository'
import type { StoryDetail, Warning } from '../resource-contract'
import { serializeRows } from '../responses'
import { searchTermsOf } from '../search-terms'
import { type StoryRow, serializeStory } from '../serializer'
import { countStoryRows, listStoryRows, listStoryRowsByTime } from './list-rows'
import { noRowFacts, rowFactsOf } from './row-facts'
import { countComments, listEditors } from './team'

export async function listStories(
  context: Context,
  input: InputOf<typeof listContract>,
): Promise<AnswerOf<typeof listContract>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  const { rows, next_cursor, total } = await pageOf(context, projectId, input)
  const facts = await rowFactsOf(context.db, projectId, rows)
  const stories = rows.map((row) => ({ ...serializeStory(row, context.now), ...(facts.get(row.id) ?? noRowFacts) }))
  return { stories, next_cursor, ...(total === null ? {} : { total }) }
}

type ListInput = InputOf<typeof listContract>

async function pageOf({ db }: Context, projectId: string, input: ListInput) {
  const { cursor, limit } = input
  const filter = {
    statuses: input.status,
    channels: input.channel,
    waitsForApproval: input.waits_for_approval === undefined ? undefined : isYes(input.waits_for_approval),
    isRejected: input.is_rejected === undefined ? undefined : isYes(input.is_rejected),
    contentTypes: input.content_type,
    words: input.q === undefined ? undefined : searchTermsOf(input.q),
    authorId: input.author,
    from: input.from,
    to: input.to,
    after: decodeCursor(cursor),
    limit: limit + 1,
  }
  const listing = input.sort === 'time' ? 'stories_by_time' : 'stories'
  if (cursor !== undefined && !isCursor(listing, cursor)) {
    throw invalid('cursor', 'The cursor is of another `sort`. Omit it to get the first page.')
  }
  const total = isYes(input.count ?? 'false') ? await countStoryRows(db, projectId, filter) : null
  if (listing === 'stories') {
    const { page, next_cursor } = cutPage('stories', await listStoryRows(db, projectId, filter), limit)
    return { rows: page, next_cursor, total }
  }
  const found = await listStoryRowsByTime(db, projectId, filter)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const hasMore = found.length > limit && last !== undefined
  const next_cursor = hasMore ? encodeCursor('stories_by_time', `${last.time_us}:${last.id}`) : null
  return { rows, next_cursor, total }
}

/** A story with its variants, its queue items and its current warnings. */
export async function getStory(context: Context, { id }: InputOf<typeof getContract>): Promise<StoryDetail> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:read')
  const story = await findStory(context.db, projectId, id)
  if (!story) throw notFound('story')
  const rows = await findRows(context.db, projectId, id)
  const comments = await findFirstComments(context.db, id)
  const [comments_count, editors] = await Promise.all([
    countComments(context.db, projectId, id),
    listEditors(context.db, { projectId, storyId: id, userId: context.principal.userId }),
  ])
  const warnings = isWaiting(story) ? await currentWarnings(context, story, rows) : []
  return {
    ...serializeStory(story, context.now),
    primary_caption: story.caption,
    variants: variantsOf(story),
    content_queue: serializeRows(story, rows).map((item) => ({
      ...item,
      first_comment: comments.get(item.id) ?? null,
    })),
    warnings,
    comments_count,
    editors,
  }
}

const isWaiting = ({ status }: StoryRow): boolean => status === 'draft' || status === 'scheduled'

/** Problems of the channels that are not published yet. */
async function currentWarnings(context: Context, story: StoryRow, rows: QueueRow[]): Promise<Warning[]> {
  const checks = await StoryChecks.open(context.db, story.project_id, context.now)
  return checks.allWarnings(waitingContent({ story, rows }), { isDraft: story.status === 'draft' })
}

function variantsOf(story: StoryRow): StoryDetail['variants'] {
  const content = contentOfRow(story)
  const variants = content.channels.map((channel) => {
    // Variants show neither link targets nor the board.
    const { link } = postLinksOf({ story, item: null, channel, projectSlug: '' }, story.id)
    const { post } = resolvePost(content, channel, { link, defaultBoardId: null })
    const { caption, hashtags, text, postType, media } = post
    return [channel, { caption, hashtags, text, post_type: postType, media_urls: media.map(({ url }) => url) }]
  })
  return Object.fromEntries(variants) as StoryDetail['variants']
}
