import { invalid } from '@/lib/errors'
import type { ImportField, ImportSource } from '@/lib/import-content'
import { delimiterOf, readCsvRecords, UnreadableCsv, withoutSeparatorLine } from '@/lib/text/csv-records'
import { cellMax, importColumnsMax, importRowsMax } from '../limits'
import { hootsuiteFields, isKnownHeader, recogniseColumns } from './columns'
import { readDate } from './dates'

export type Table = {
  source: ImportSource
  /** Column names; generated if the file has none. */
  header: string[]
  fields: (ImportField | null)[]
  /** Rows with a text in any cell, with their number in the file: the first line is row 1. */
  rows: { row: number; cells: string[] }[]
}

const format = { sampleLines: 1, sampleChars: 50_000, recordMax: cellMax * 2 }

/**
 * Reads a CSV file. Cells are texts: formulas are not run. Accepts commas, semicolons, tabs and bars, quotes with line
 * breaks, and the `sep=` line of Excel.
 *
 * @throws validation_error for `path` when it is no table, or too large
 */
export async function readTable(text: string, path: string): Promise<Table> {
  const { filled, isCut } = await readRecords(text, path)
  const [first] = filled
  if (!first) throw invalid(path, 'has no rows. Export the posts as CSV again.')
  const width = Math.max(...filled.map(({ cells }) => cells.length))
  if (width > importColumnsMax) throw invalid(path, `has ${width} columns. At most ${importColumnsMax} are supported.`)
  const isHeaderless = !isKnownHeader(first.cells) && readDate(first.cells[0] ?? '', 'mdy') !== null
  const rows = isHeaderless ? filled : filled.slice(1)
  if (rows.length === 0) throw invalid(path, 'has a header but no rows. Add a row for each post.')
  if (isCut || rows.length > importRowsMax) {
    const max = importRowsMax.toLocaleString('en')
    throw invalid(path, `has more than ${max} rows. Split the file.`, 'too_many_rows')
  }
  const header = Array.from({ length: width }, (_, index) =>
    isHeaderless ? '' : [...(first.cells[index] ?? '').replace(/\s+/g, ' ')].slice(0, 200).join(''),
  ).map((name, index) => name || `Column ${index + 1}`)
  const known = isHeaderless
    ? { source: 'hootsuite' as const, fields: hootsuiteFields(width) }
    : recogniseColumns(header)
  return { ...known, header, rows }
}

/** Spreadsheets mark a text that looks like a formula with an apostrophe. */
const asText = (cell: string): string =>
  cell
    .replaceAll('\u0000', '')
    .replace(/^'(?=[=+\-@])/, '')
    .trim()

/** The lines with a text in any cell. Texts of later lines have commas of their own, so the first has the delimiter. */
async function readRecords(text: string, path: string): Promise<{ filled: Table['rows']; isCut: boolean }> {
  const { table, delimiter } = withoutSeparatorLine(text)
  const filled: Table['rows'] = []
  let row = delimiter === null ? 0 : 1
  try {
    await readCsvRecords(table, { ...format, delimiter: delimiter ?? delimiterOf(table, format) }, (record) => {
      row += 1
      const cells = record.map(asText)
      if (cells.some(Boolean)) filled.push({ row, cells })
      // One more for the header.
      return filled.length <= importRowsMax + 1
    })
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    const remedy = 'Check for a missing quote, and export it again as CSV (UTF-8).'
    throw invalid(path, `must be CSV, and cannot be read${error.near}. ${remedy}`)
  }
  return { filled, isCut: filled.length > importRowsMax + 1 }
}
