/** A text, a number as it was measured, or null for what nobody reported: its cell stays empty and is no 0. */
export type Cell = string | number | null

/** What a spreadsheet would take for a formula, which may call out to anywhere (OWASP, CSV injection). */
const startsFormula = /^[=+\-@\t\r]/

function written(cell: Cell): string {
  if (cell === null) return ''
  // A number is written by us and not by a person: its minus is a minus.
  if (typeof cell === 'number') return String(cell)
  const safe = startsFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** By RFC 4180. The mark at its beginning tells spreadsheets that it is UTF-8; without it umlauts come out wrong. */
export const toCsv = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${[head, ...rows].map((row) => `${row.map(written).join(',')}\r\n`).join('')}`

/** Hands a file to the person. */
export function download(name: string, csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it by then; a second is more than it needs.
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
