import type { ChannelId } from '@/lib/channel-ids'
import type { ResolvedPost } from '@/lib/channels/channel'
import type { Database } from '@/lib/db/pool'
import { yielding } from '@/lib/event-loop'
import { resolvePost } from '@/lib/posts/resolve'
import { type FittedFile, type Knowledge, mediaUrlsOf } from '@/lib/renditions/fit'
import { knowledgeOf } from '@/lib/renditions/prepare'
import type { Content } from '../content/content'

/** Known facts about every file that a story uses on any channel. */
export const mediaKnowledge = async (db: Database, projectId: string, content: Content): Promise<Knowledge> =>
  knowledgeOf(db, projectId, await storyMediaUrls(content))

/** URLs of all files that a story uses on any channel. */
export async function storyMediaUrls(content: Content): Promise<string[]> {
  const takeTurn = yielding()
  const urls = new Set<string>()
  for (const channel of content.channels) {
    await takeTurn()
    for (const url of mediaUrlsOf(postOf(content, channel))) urls.add(url)
  }
  return [...urls]
}

/** The post, resolved for its files. Only the presence of a link matters here: LinkedIn shows an image for it. */
const postOf = (content: Content, channel: ChannelId): ResolvedPost =>
  resolvePost(content, channel, { link: content.destination_url, defaultBoardId: null }).post

/** The file as sent. Its facts are null until it is inspected. */
export function shownFile(files: readonly FittedFile[], index: FittedFile['index']) {
  const file = files.find((candidate) => candidate.index === index)
  return {
    original_url: file?.originalUrl ?? '',
    mime_type: file?.facts?.mime ?? null,
    file_size: file?.facts?.bytes ?? null,
    width: file?.facts?.width ?? null,
    height: file?.facts?.height ?? null,
    duration_seconds: file?.facts?.durationSeconds ?? null,
    cropped_to: file?.croppedTo ?? null,
    rendition: file?.rendition ? { reasons: file.rendition.reasons, is_made: file.rendition.url !== null } : null,
  }
}
