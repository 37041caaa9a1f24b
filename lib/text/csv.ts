/** Null is an empty cell: no data, as opposed to 0. */
export type Cell = string | number | null

/** Spreadsheets run text that starts like this as a formula (OWASP: CSV injection). */
const startsFormula = /^[=+\-@\t\r]/

function formatCell(cell: Cell): string {
  if (cell === null) return ''
  // Numbers are ours, so a minus is safe.
  if (typeof cell === 'number') return String(cell)
  const safe = startsFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180 with a BOM, because Excel needs it to detect UTF-8. */
export const toCsv = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${[head, ...rows].map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')}`
