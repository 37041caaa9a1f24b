import type { DateColumn, ImportField, ImportOptions } from '@/lib/import-content'
import { readDateColumn, usualOrder } from '../file/dates'

/** How the date column is read. Null without one. */
export function dateColumnOf(
  fields: readonly (ImportField | null)[],
  rows: readonly { cells: string[] }[],
  { date_order, timezone }: ImportOptions,
): DateColumn | null {
  const at = fields.indexOf('date')
  if (at === -1) return null
  const found = readDateColumn(
    rows.map(({ cells }) => cells[at] ?? ''),
    usualOrder(timezone),
  )
  return date_order === 'auto' ? found : { ...found, order: date_order, is_ambiguous: false }
}
