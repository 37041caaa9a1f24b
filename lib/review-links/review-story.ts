import type { Database } from '@/lib/db/pool'
import { contentHash } from '@/lib/stories/content/client-review'
import { contentOfRow } from '@/lib/stories/content/content'
import { previewStored } from '@/lib/stories/reading/preview'
import { findRows, findStory } from '@/lib/stories/repository'
import { type StoryRow, serializeClientReview } from '@/lib/stories/serializer'
import type { StoryStatus } from '@/lib/stories/status'
import { readableBody } from '@/lib/story-comments/mention-marks'
import { type CommentRow, listCommentRows } from '@/lib/story-comments/repository'
import { authorOf } from '@/lib/story-comments/serializer'
import { findStoredViews } from '@/lib/thumbnails/stored-views'
import type { ReviewStory } from './public-contract'
import { type AccountRow, listAccounts } from './repository'

const commentsShown = 200

export const isDecidable = (status: StoryStatus): boolean => status === 'draft' || status === 'scheduled'

/** Stories as clients see them: the next to be published first, drafts without a time last. */
export async function showStories(
  db: Database,
  projectId: string,
  storyIds: readonly string[],
  now: Date,
): Promise<ReviewStory[]> {
  const accounts = await listAccounts(db, projectId)
  const shown: ReviewStory[] = []
  for (const id of storyIds) {
    const story = await findStory(db, projectId, id)
    if (story) shown.push(await showStory(db, story, accounts, now))
  }
  return shown.sort(byTime)
}

const timeOf = ({ scheduled_at }: ReviewStory): number => (scheduled_at ? Date.parse(scheduled_at) : Infinity)
const byTime = (one: ReviewStory, other: ReviewStory): number =>
  timeOf(one) === timeOf(other) ? (one.id < other.id ? -1 : 1) : timeOf(one) - timeOf(other)

/** An allow-list: nothing of the project but this story, its files and its accounts. */
async function showStory(
  db: Database,
  story: StoryRow,
  accounts: readonly AccountRow[],
  now: Date,
): Promise<ReviewStory> {
  const { id, project_id: projectId } = story
  const posts = await previewStored(db, story, now)
  const rows = await findRows(db, projectId, id)
  const comments = await listCommentRows(db, projectId, id, { limit: commentsShown, audience: 'client' })
  const own = accounts.filter(({ channel }) => story.channels.includes(channel))
  const files = Object.values(posts).flatMap(({ media, cover }) => [...media, ...(cover ? [cover] : [])])
  const images = await findStoredViews(db, projectId, [...new Set(files.map(({ url }) => url))], 'large')
  const photos = own.flatMap(({ picture_url }) => picture_url ?? [])
  // Only our own copies: the network must not see who reviews.
  const ownPhotos = await findStoredViews(db, projectId, photos, 'small')
  return {
    id,
    title: story.title,
    status: story.status,
    scheduled_at: story.scheduled_at?.toISOString() ?? null,
    times: story.channels.map((channel) => {
      const row = rows.find((one) => one.channel === channel)
      return { channel, at: (row?.published_at ?? row?.scheduled_at)?.toISOString() ?? null }
    }),
    // Warnings name settings and accounts of the project.
    posts: Object.fromEntries(Object.entries(posts).map(([channel, post]) => [channel, { ...post, warnings: [] }])),
    image_urls: Object.fromEntries(images),
    accounts: Object.fromEntries(
      own.map(({ channel, account_name, handle, picture_url }) => [
        channel,
        { name: account_name, handle, picture_url: ownPhotos.get(picture_url ?? '') ?? null },
      ]),
    ),
    review: serializeClientReview(story.client_review),
    can_decide: isDecidable(story.status),
    content_version: contentHash(contentOfRow(story)),
    comments: comments.reverse().map(showComment),
  }
}

function showComment(row: CommentRow): ReviewStory['comments'][number] {
  const { kind, name } = authorOf(row)
  return {
    id: row.id,
    author: { kind, name },
    body: readableBody(row.body, row.mentioned),
    created_at: row.created_at.toISOString(),
  }
}
