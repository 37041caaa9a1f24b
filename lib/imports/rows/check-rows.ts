import { yielding } from '@/lib/event-loop'
import type { DateColumn, ImportField, ImportOptions } from '@/lib/import-content'
import type { StoryChecks } from '@/lib/stories/checks/story-checks'
import { accountNames } from '../file/channel-names'
import { listAccounts, listBoards, type NewImportRow } from '../repository'
import { type CheckedRow, checkRow } from './check-row'
import { dateColumnOf } from './date-column'
import type { RowContext } from './read-row'

/** Rows checked at once: their media is looked up in parallel. */
const parallel = 20

export type Layout = { header: readonly string[]; fields: readonly (ImportField | null)[]; options: ImportOptions }
type Cells = { row: number; cells: string[] }

export async function rowContext(
  checks: StoryChecks,
  { header, fields, options }: Layout,
  dates: DateColumn | null,
): Promise<RowContext> {
  const accounts = accountNames(await listAccounts(checks.db, checks.project.id))
  const boards = new Map(
    (await listBoards(checks.db, checks.project.id)).map(({ name, board_id }) => [name.trim().toLowerCase(), board_id]),
  )
  const { pillarNames } = checks.trackingContext({ templateName: null, automationName: null })
  return { header, fields, options, dateOrder: dates?.order ?? 'dmy', accounts, boards, pillarNames }
}

/** Checks all rows of a preview. */
export async function checkRows(
  checks: StoryChecks,
  layout: Layout,
  rows: readonly Cells[],
): Promise<{ dates: DateColumn | null; rows: NewImportRow[] }> {
  const dates = dateColumnOf(layout.fields, rows, layout.options)
  const context = await rowContext(checks, layout, dates)
  const takeTurn = yielding()
  const checked: NewImportRow[] = []
  for (let from = 0; from < rows.length; from += parallel) {
    const chunk = rows.slice(from, from + parallel)
    const results = await Promise.all(
      chunk.map(async ({ row, cells }) => {
        await takeTurn()
        return previewOf({ row, cells }, await checkRow(checks, cells, context))
      }),
    )
    checked.push(...results)
  }
  return { dates, rows: checked }
}

function previewOf({ row, cells }: Cells, { story, valid, errors, warnings }: CheckedRow): NewImportRow {
  const preview = {
    caption: story.caption,
    title: story.title ?? null,
    channels: story.channels,
    media_urls: story.slides?.map(({ media_url }) => media_url) ?? [],
    link: story.destination_url ?? null,
    scheduled_at: valid?.at?.toISOString() ?? null,
  }
  // A row with errors is not imported, not even as a draft.
  const shown = valid ? warnings : warnings.filter(({ code }) => code !== 'no_date')
  return { row, cells, status: valid ? 'ready' : 'error', preview, errors, warnings: shown }
}
