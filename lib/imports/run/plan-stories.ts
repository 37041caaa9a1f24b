import { newId } from '@/lib/ids'
import type { Problem } from '@/lib/import-content'
import type { StoryChecks } from '@/lib/stories/checks/story-checks'
import { resolveTracking } from '@/lib/stories/content/tracking-values'
import { type PreparedStory, prepareStory } from '@/lib/stories/operations/create'
import type { ImportEntry, RowEntry } from '../repository'
import { checkRow } from '../rows/check-row'
import { rowContext } from '../rows/check-rows'

export type PlannedRow = { row: number; story: PreparedStory | null; errors: Problem[] }

/** Prepares the stories of rows, through the same checks as a create request. */
export async function planStories(
  checks: StoryChecks,
  entry: ImportEntry,
  rows: readonly RowEntry[],
): Promise<PlannedRow[]> {
  const context = await rowContext(checks, entry, entry.date_column)
  const planned: PlannedRow[] = []
  for (const { row, cells } of rows) {
    const { valid, errors } = await checkRow(checks, cells, context)
    planned.push({ row, errors, story: valid && prepare(checks, entry, valid) })
  }
  return planned
}

function prepare(
  checks: StoryChecks,
  { id: importId, actor, filename }: ImportEntry,
  { content, at, warnings }: NonNullable<Awaited<ReturnType<typeof checkRow>>['valid']>,
): PreparedStory {
  const id = newId()
  const tracking = checks.trackingContext({ templateName: null, automationName: null })
  const resolved = at === null ? null : resolveTracking(null, { ...content, id }, tracking, checks.now)
  const origin = { actor, import: { id: importId, filename } }
  return prepareStory(checks, { id, content, at, resolved, tracking, warnings, origin })
}
