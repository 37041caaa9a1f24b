import { type CsvError, parse } from 'csv-parse'
import { invalid } from '@/lib/errors'
import type { ImportField, ImportSource } from '@/lib/import-content'
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

const delimiters = [',', ';', '\t', '|']

/**
 * Reads a CSV file. Cells are texts: formulas are not run. Accepts commas, semicolons, tabs and bars, quotes with line
 * breaks, and the `sep=` line of Excel.
 *
 * @throws validation_error for `path` when it is no table, or too large
 */
export async function readTable(text: string, path: string): Promise<Table> {
  const separator = /^\ufeff?sep=(.)\r?\n/i.exec(text)
  const table = separator ? text.slice(separator[0].length) : text
  const records = await readRecords(table, separator?.[1] ?? delimiterOf(table), path)
  const offset = separator ? 2 : 1
  const filled = records
    .map((cells, index) => ({ row: index + offset, cells: cells.map(asText) }))
    .filter(({ cells }) => cells.some(Boolean))
  const [first] = filled
  if (!first) throw invalid(path, 'has no rows. Export the posts as CSV again.')
  const width = Math.max(...filled.map(({ cells }) => cells.length))
  if (width > importColumnsMax) throw invalid(path, `has ${width} columns. At most ${importColumnsMax} are supported.`)
  const isHeaderless = !isKnownHeader(first.cells) && readDate(first.cells[0] ?? '', 'mdy') !== null
  const rows = isHeaderless ? filled : filled.slice(1)
  if (rows.length === 0) throw invalid(path, 'has a header but no rows. Add a row for each post.')
  if (rows.length > importRowsMax) {
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

const chunkChars = 65_536

/** Parses in steps, so that the event loop can run in between. */
async function readRecords(table: string, delimiter: string, path: string): Promise<string[][]> {
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: cellMax * 2,
    to: importRowsMax * 2,
  })
  const records: string[][] = []
  const reading = (async () => {
    for await (const cells of parser as AsyncIterable<string[]>) records.push(cells)
  })()
  const writing = (async () => {
    for (let at = 0; at < table.length && !parser.destroyed && !parser.writableEnded; at += chunkChars) {
      parser.write(table.slice(at, at + chunkChars))
      await new Promise(setImmediate)
    }
    if (!parser.destroyed) parser.end()
  })()
  try {
    await Promise.all([reading, writing])
    return records
  } catch (error) {
    const { lines } = error as CsvError & { lines?: number }
    const line = typeof lines === 'number' ? ` near line ${lines}` : ''
    throw invalid(
      path,
      `must be CSV, and cannot be read${line}. Check for a missing quote, and export it again as CSV (UTF-8).`,
    )
  }
}

/** The delimiter that occurs most in the first line, outside quotes. Texts of later lines have commas of their own. */
function delimiterOf(text: string): string {
  const [line = ''] = text
    .slice(0, 50_000)
    .replace(/"(?:[^"]|"")*"/g, '')
    .trimStart()
    .split(/\r?\n/, 1)
  const countOf = (delimiter: string): number => line.split(delimiter).length
  return delimiters.reduce((best, one) => (countOf(one) > countOf(best) ? one : best))
}
