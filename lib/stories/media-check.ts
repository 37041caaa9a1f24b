import type { ResolvedPost } from '@/lib/channels/channel'
import type { ChannelId } from '@/lib/channels/ids'
import type { Database } from '@/lib/db/pool'
import type { Issue } from '@/lib/errors'
import { yielding } from '@/lib/event-loop'
import { resolvePost } from '@/lib/publishing/resolve'
import { addressesOf, type Fitted, type FittedFile, fitMedia, type Knowledge, memberOf } from '@/lib/renditions/fit'
import { knowledgeOf } from '@/lib/renditions/prepare'
import { memberPath } from './channel-check'
import type { Content } from './content'
import type { Warning } from './resource-contract'

/** What is known of every file that a story shows on any of its channels. */
export async function mediaKnowledge(db: Database, projectId: string, content: Content): Promise<Knowledge> {
  const takeTurn = yielding()
  const urls = new Set<string>()
  for (const channel of content.channels) {
    await takeTurn()
    for (const url of addressesOf(postOf(content, channel))) urls.add(url)
  }
  return knowledgeOf(db, projectId, [...urls])
}

/** A post as far as its files go. Of its link only whether there is one counts: LinkedIn shows a picture for it. */
const postOf = (content: Content, channel: ChannelId): ResolvedPost =>
  resolvePost(content, channel, { link: content.destination_url, defaultBoardId: null }).post

/** Members by which a story says its media, and what kind of post they make. */
const mediaMembers = ['channels', 'slides', 'media_urls', 'media_url', 'post_type', 'channel_overrides']

/**
 * Holds the files that are known against the rules of each channel. Nothing is fetched: what is not known yet is
 * looked at before its time (`lib/publishing/prepare-ahead.ts`).
 *
 * @param unsound members with a fault of form; while one of them decides the media, nothing is said of those
 */
export async function checkMedia(
  db: Database,
  projectId: string,
  content: Content,
  unsound: ReadonlySet<string> = new Set(),
): Promise<{ issues: Issue[]; warnings: Warning[] }> {
  if ([...unsound].some((member) => mediaMembers.includes(member.split('.')[0] ?? '')))
    return { issues: [], warnings: [] }
  const knowledge = await mediaKnowledge(db, projectId, content)
  const takeTurn = yielding()
  const found = []
  for (const channel of new Set(content.channels)) {
    await takeTurn()
    found.push({ channel, ...fittedFor(content, channel, knowledge) })
  }
  return {
    issues: found.flatMap(({ channel, issues }) =>
      issues.map(({ field, code, message }) => ({ path: memberPath(field, content, channel), code, message })),
    ),
    warnings: found.flatMap(({ channel, warnings }) =>
      warnings.map(({ code, message }) => ({ code, message, channel })),
    ),
  }
}

const fittedFor = (content: Content, channel: ChannelId, knowledge: Knowledge) =>
  fitMedia(postOf(content, channel), knowledge)

/** What is wrong with the files of one post, for a preview. */
export const mediaWarnings = ({ issues, warnings, files }: Fitted): Fitted['warnings'] => [
  ...issues,
  ...warnings,
  ...files.flatMap(({ fault, index }) => {
    if (!fault) return []
    return [{ code: `media_${fault.kind}`, message: fault.message, field: memberOf(index) }]
  }),
]

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
