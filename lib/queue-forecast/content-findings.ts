import { defaultBoardOf } from '@/lib/connections/default-board'
import type { Knowledge } from '@/lib/renditions/fit'
import { checkStory } from '@/lib/stories/checks/rule-checks'
import { contentOfRow } from '@/lib/stories/content/content'
import type { Warning } from '@/lib/stories/resource-contract'
import { isBlockingCode } from '@/lib/stories/warning-codes'
import type { Finding } from './finding'
import type { ForecastConnection, ForecastRow, ForecastStory } from './repository'

export type ContentChecks = {
  projectSlug: string
  pinterest: ForecastConnection | undefined
  media: Knowledge
}

/** What the checks of scheduling report now, per post of a story. Only stored facts of files count. */
export async function contentFindings(
  story: ForecastStory,
  rows: readonly ForecastRow[],
  { projectSlug, pinterest, media }: ContentChecks,
): Promise<Finding[]> {
  const content = { ...contentOfRow(story), channels: rows.map(({ channel }) => channel) }
  const defaultBoardId = defaultBoardOf(pinterest)
  const { warnings } = await checkStory(content, { projectSlug, defaultBoardId, media, reportsUnchecked: false })
  return rows.flatMap((row) => [
    ...warnings
      .filter(({ channel }) => channel === row.channel)
      .flatMap((warning) => findingOf(row, warning, { pinterest, media, urls: mediaUrlsIn(story) })),
    ...deletedBoard(row, story, pinterest),
  ])
}

type Around = { pinterest: ForecastConnection | undefined; media: Knowledge; urls: readonly string[] }

function findingOf(row: ForecastRow, { code, message }: Warning, { pinterest, media, urls }: Around): Finding[] {
  const error = urls.flatMap((url) => media.known.get(url)?.error ?? []).find((known) => known.message === message)
  if (error && unreachableKinds.has(error.kind)) {
    const severity = error.isPassing ? 'warning' : 'error'
    const remedy = 'Make the file available at this URL again, or replace it.'
    return [{ row, kind: 'media_unreachable', severity, message, remedy }]
  }
  if (!isBlockingCode(code)) return []
  if (code !== 'no_board') {
    return [{ row, kind: 'content_invalid', severity: 'error', message, remedy: 'Edit the post.' }]
  }
  // Without an account, its default board is unknown.
  if (!pinterest) return []
  const remedy = 'Choose a board for the post, or a default board for the account.'
  return [{ row, kind: 'board_missing', severity: 'error', message: 'No Pinterest board is set.', remedy }]
}

const unreachableKinds: ReadonlySet<string> = new Set(['address_refused', 'unreachable', 'missing'])

/** The board is not in a list that is newer than the story. */
function deletedBoard(
  row: ForecastRow,
  { channel_overrides, updated_at }: ForecastStory,
  pinterest: ForecastConnection | undefined,
): Finding[] {
  if (row.channel !== 'pinterest' || !pinterest?.boards_fetched_at) return []
  const own = channel_overrides.pinterest?.board_id
  const boardId = own ?? defaultBoardOf(pinterest)
  const isKnown = pinterest.board_ids?.includes(boardId ?? '') ?? false
  if (!boardId || isKnown || (own && pinterest.boards_fetched_at < updated_at)) return []
  const message = 'The Pinterest board of this post no longer exists, or the account has no access to it.'
  return [{ row, kind: 'board_missing', severity: 'error', message, remedy: 'Choose another board.' }]
}

/** URLs of all files of a story, on any channel. */
export function mediaUrlsIn({
  slides,
  channel_overrides,
}: Pick<ForecastStory, 'slides' | 'channel_overrides'>): string[] {
  const overrides = Object.values(channel_overrides).flatMap((override) => [
    ...(override?.slides ?? []).map(({ media_url }) => media_url),
    ...(override?.media_urls ?? []),
    ...(override?.cover_image_url ? [override.cover_image_url] : []),
  ])
  return [...new Set([...slides.map(({ media_url }) => media_url), ...overrides])]
}
