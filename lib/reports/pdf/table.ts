import { colors, type Writer } from './writer'

type Table = { columns: string[]; rows: string[][] }

const [left, width, rowHeight] = [40, 515, 18]
/** Above the notes, which stand below the last table. */
const pageEnd = 774

/** Whether a table with its heading fits on the rest of the page. */
export const fitsTable = (top: number, rows: number): boolean => top + 22 + 19 + rowHeight * rows <= pageEnd

/** The first column has names, the others numbers. Rows that do not fit continue on a new page. */
export function drawTable(writer: Writer, top: number, { columns, rows }: Table): number {
  const first = width * 0.28
  const other = (width - first) / (columns.length - 1)
  const cells = (texts: string[], y: number, style: { weight?: 400 | 600; color?: string }): void => {
    for (const [index, text] of texts.entries()) {
      const x = index === 0 ? left : left + first + (index - 1) * other
      const align = index === 0 ? 'left' : 'right'
      writer.line(text, x, y, { size: 9, ...style, width: (index === 0 ? first : other) - 6, align })
    }
  }
  const head = (y: number): number => {
    cells(columns, y, { color: colors.soft })
    return rule(y + 14)
  }
  const rule = (y: number): number => {
    writer.doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.5)
      .stroke(colors.line)
    return y + 5
  }
  let y = head(top)
  for (const row of rows) {
    if (y + rowHeight > pageEnd) {
      writer.doc.addPage()
      y = head(left)
    }
    cells(row, y, {})
    y = rule(y + rowHeight - 5)
  }
  if (rows.length === 0) writer.line('No posts in this period.', left, y, { size: 9, color: colors.soft })
  return y
}
