import { formatDay } from '../data/days'
import { dayColumnClass } from './grid-classes'

/**
 * Fixes the accessibility tree: FullCalendar hides day numbers and background events from screen readers, and with them
 * our links and notes.
 *
 * @param hoursIn locale for the labels of day columns; null in the month view
 */
export function fixAccessibility(frame: HTMLElement | null, hoursIn: string | null): (() => void) | undefined {
  if (!frame) return
  const fix = (): void => {
    for (const link of frame.querySelectorAll('[aria-hidden] :is([data-stop], [data-add-note], button[data-slot])')) {
      link.closest('[aria-hidden]')?.removeAttribute('aria-hidden')
    }
    if (hoursIn === null) return
    fixHourRoles(frame, hoursIn)
  }
  const watcher = new MutationObserver(fix)
  watcher.observe(frame, { childList: true, subtree: true })
  fix()
  return () => watcher.disconnect()
}

const tableRoles = ['table', 'rowgroup', 'row', 'rowheader', 'columnheader', 'cell', 'gridcell']
const tableAttributes = ['label', 'labelledby', 'colcount', 'colindex', 'colspan', 'rowcount', 'rowindex', 'rowspan']

/**
 * FullCalendar marks hour views as a table with one row. This removes those roles and makes each day a labelled group.
 */
function fixHourRoles(frame: HTMLElement, locale: string): void {
  for (const part of frame.querySelectorAll('[role]')) {
    const role = part.getAttribute('role') ?? ''
    if (!tableRoles.includes(role)) continue
    // A “Timed” label.
    if (role === 'rowheader') part.setAttribute('aria-hidden', 'true')
    part.removeAttribute('role')
    for (const name of tableAttributes) part.removeAttribute(`aria-${name}`)
  }
  for (const column of frame.querySelectorAll<HTMLElement>(`.${dayColumnClass}`)) {
    column.setAttribute('role', 'group')
    column.setAttribute('aria-label', formatDay(column.dataset.date ?? '', 'day', locale))
  }
}
