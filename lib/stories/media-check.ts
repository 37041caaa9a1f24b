import type { ResolvedPost } from '@/lib/channels/channel'
import type { ChannelId } from '@/lib/channels/ids'
import type { Database } from '@/lib/db/pool'
import { yielding } from '@/lib/event-loop'
import { resolvePost } from '@/lib/publishing/resolve'
import { addressesOf, type FittedFile, type Knowledge } from '@/lib/renditions/fit'
import { knowledgeOf } from '@/lib/renditions/prepare'
import type { Content } from './content'

/** What is known of every file that a story shows on any of its channels. */
export const mediaKnowledge = async (db: Database, projectId: string, content: Content): Promise<Knowledge> =>
  knowledgeOf(db, projectId, await mediaAddresses(content))

/** The addresses of all files that a story shows on any of its channels. */
export async function mediaAddresses(content: Content): Promise<string[]> {
  const takeTurn = yielding()
  const urls = new Set<string>()
  for (const channel of content.channels) {
    await takeTurn()
    for (const url of addressesOf(postOf(content, channel))) urls.add(url)
  }
  return [...urls]
}

/** A post as far as its files go. Of its link only whether there is one counts: LinkedIn shows a picture for it. */
const postOf = (content: Content, channel: ChannelId): ResolvedPost =>
  resolvePost(content, channel, { link: content.destination_url, defaultBoardId: null }).post

/** The file as it is sent. Without facts nobody has looked at it yet. */
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
