import { delimiterOf, readCsvRecords, UnreadableCsv, withoutSeparatorLine } from '@/lib/text/csv-records'
import { fieldsMax, itemsParsed } from '../limits'
import { entryOfFields, fieldName } from './fields'
import { plainText } from './plain-text'
import { type Content, SourceError } from './source'

const format = { sampleLines: 5, sampleChars: 5_000, recordMax: 131_072 }

/**
 * Reads a table. New rows are usually added at the end, so the last rows are kept.
 *
 * @param knownFields of an earlier reading: a table without a header must not get one later
 * @throws SourceError
 */
export async function readCsv(text: string, knownFields: readonly string[], now: Date): Promise<Content> {
  const { rows, head, total } = await readRows(text)
  if (!head) throw new SourceError('The table is empty. Check the address.')
  const hasHeader = knownFields.length > 0 ? !knownFields.includes('column_1') : isHeader(head, rows[0])
  const names = hasHeader ? headerNames(head) : head.map((_, i) => `column_${i + 1}`)
  const body = hasHeader || total > itemsParsed ? rows : [head, ...rows]
  const entries = body.map((cells) => entryOfFields(fieldsOf(names, cells), now))
  return {
    kind: 'csv',
    name: null,
    path: null,
    entries: entries.filter(({ fields }) => Object.keys(fields).length > 0),
    total: hasHeader ? total - 1 : total,
    order: 'oldest first',
    intervalSeconds: null,
  }
}

function fieldsOf(names: string[], cells: string[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [i, cell] of cells.slice(0, fieldsMax).entries()) {
    const name = names[i]
    const value = plainText(cell)
    if (name && value) fields[name] = value
  }
  return fields
}

type Rows = { head: string[] | undefined; rows: string[][]; total: number }

/** The first record, and the last `itemsParsed` others. */
async function readRows(text: string): Promise<Rows> {
  const { table, delimiter } = withoutSeparatorLine(text)
  const result: Rows = { head: undefined, rows: [], total: 0 }
  try {
    await readCsvRecords(table, { ...format, delimiter: delimiter ?? delimiterOf(table, format) }, (cells) => {
      // An empty line.
      if (cells.length === 1 && cells[0] === '') return true
      result.total += 1
      if (!result.head) result.head = cells
      else result.rows.push(cells)
      if (result.rows.length > itemsParsed * 2) result.rows.splice(0, itemsParsed)
      return true
    })
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    throw new SourceError(`${error.message} Check for a missing quote or a wrong separator.`)
  }
  return { ...result, rows: result.rows.slice(-itemsParsed) }
}

/** A header has different words in its cells: no numbers, dates, addresses or long texts. */
function isHeader(cells: string[], next: string[] | undefined): boolean {
  const names = cells.map((cell) => cell.trim())
  const isName = (name: string): boolean => name.length <= 60 && /\p{L}/u.test(name) && !/:\/\/|@|^\d|[.!?]$/.test(name)
  if (!names.some(Boolean) || !names.every((name) => name === '' || isName(name))) return false
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return false
  // One column of words only: the first row is like the others.
  return next === undefined || cells.length > 1 || !isName(next[0] ?? '')
}

function headerNames(cells: string[]): string[] {
  const used = new Set<string>()
  return cells.map((cell, i) => {
    const name = fieldName(cell) || `column_${i + 1}`
    const unique = used.has(name) ? `${name}_${i + 1}` : name
    used.add(unique)
    return unique
  })
}

/** Whether text looks like a table: the first lines have the same number of cells, at least two. */
export function looksLikeCsv(text: string): boolean {
  const delimiter = delimiterOf(text, format)
  const lines = text.slice(0, 5_000).split(/\r?\n/).filter(Boolean).slice(0, 3)
  const counts = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(delimiter).length)
  return lines.length > 1 && (counts[0] ?? 0) > 1 && counts.every((count) => count === counts[0])
}
