import { type CsvError, parse } from 'csv-parse'

const delimiters = [',', ';', '\t', '|']
const chunkChars = 65_536

/** A text that is no CSV. `near` is empty, or starts with a space: ` near line 2`. */
export class UnreadableCsv extends Error {
  override name = 'UnreadableCsv'
  constructor(readonly near: string) {
    super(`The table cannot be read${near}.`)
  }
}

export type CsvFormat = {
  /** Lines in which the delimiter is counted. */
  sampleLines: number
  sampleChars: number
  /** Longer records come from an unclosed quote. */
  recordMax: number
}

/** Without the `sep=` line of Excel. */
export function withoutSeparatorLine(text: string): { table: string; delimiter: string | null } {
  const [line = '', delimiter = null] = /^\ufeff?sep=(.)\r?\n/i.exec(text) ?? []
  return { table: text.slice(line.length), delimiter }
}

/** The delimiter that occurs most in one of the first lines, outside quotes. */
export function delimiterOf(text: string, { sampleLines, sampleChars }: Omit<CsvFormat, 'recordMax'>): string {
  const sample = text.slice(0, sampleChars).replace(/"(?:[^"]|"")*"/g, '')
  const lines = sample.trimStart().split(/\r?\n/, sampleLines)
  const countOf = (delimiter: string): number => Math.max(...lines.map((line) => line.split(delimiter).length))
  return delimiters.reduce((best, one) => (countOf(one) > countOf(best) ? one : best))
}

/**
 * Passes the trimmed cells of each record to `onRecord` until it returns false. Empty lines are records too. Parses in steps, so
 * that the event loop can run in between.
 *
 * @throws UnreadableCsv
 */
export async function readCsvRecords(
  table: string,
  { delimiter, recordMax }: { delimiter: string; recordMax: number },
  onRecord: (cells: string[]) => boolean,
): Promise<void> {
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: recordMax,
    // Also before a quote: `a, "b"`.
    trim: true,
  })
  const reading = (async () => {
    for await (const cells of parser as AsyncIterable<string[]>) if (!onRecord(cells)) return
  })()
  const writing = (async () => {
    for (let at = 0; at < table.length && !parser.destroyed; at += chunkChars) {
      parser.write(table.slice(at, at + chunkChars))
      await new Promise(setImmediate)
    }
    if (!parser.destroyed) parser.end()
  })()
  try {
    await Promise.all([reading, writing])
  } catch (error) {
    const { lines } = error as CsvError & { lines?: number }
    throw new UnreadableCsv(typeof lines === 'number' ? ` near line ${lines}` : '')
  }
}
