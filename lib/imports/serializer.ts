import type { Import, ImportRow } from './contract'
import { samplesMax } from './limits'
import type { Counts, ImportEntry, RowEntry } from './repository'

const sampleMax = 80

export function serializeImport(entry: ImportEntry, counts: Counts, firstCells: readonly string[][]): Import {
  const { total, ready, error, created, failed, deleted, kept, with_warnings } = counts
  return {
    id: entry.id,
    project_id: entry.project_id,
    filename: entry.filename,
    state: entry.state,
    source: entry.source,
    columns: entry.header.map((name, index) => ({
      index,
      name,
      field: entry.fields[index] ?? null,
      samples: samplesOf(firstCells, index),
    })),
    options: entry.options,
    dates: entry.date_column,
    counts: {
      total,
      ok: ready + created + deleted + kept,
      with_errors: error,
      with_warnings,
      waiting: ready,
      created,
      failed,
      deleted,
      kept,
    },
    created_at: entry.created_at.toISOString(),
    confirmed_at: entry.confirmed_at?.toISOString() ?? null,
    finished_at: entry.finished_at?.toISOString() ?? null,
    expires_at: entry.expires_at.toISOString(),
  }
}

const samplesOf = (firstCells: readonly string[][], index: number): string[] =>
  firstCells
    .flatMap((cells) => cells[index] || [])
    .slice(0, samplesMax)
    .map((text) => {
      const characters = [...text.replace(/\s+/g, ' ')]
      return characters.length > sampleMax ? `${characters.slice(0, sampleMax - 1).join('')}…` : characters.join('')
    })

export const serializeRow = ({ row, status, story_id, preview, errors, warnings }: RowEntry): ImportRow => ({
  row,
  status,
  story_id,
  preview,
  errors,
  warnings,
})
