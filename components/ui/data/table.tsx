'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { classes } from '../classes'
import { useLazyImport } from '../lazy/use-lazy-import'
import type { VirtualRowsProps } from './virtual-rows'

export type Column<Row> = {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** Width and alignment, for the head and the cells. */
  className?: string
  isSortable?: boolean
  /** Aligned right, so that digits are below each other. */
  isNumber?: boolean
  /** Can be hidden with the column picker. */
  isOptional?: boolean
}

export type Sort = { column: string; isDescending: boolean }

type Props<Row> = {
  /** The accessible name. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** For the checkbox of a row. */
  nameOf: (row: Row) => string
  /** Without it, rows cannot be selected. */
  selection?: {
    ids: ReadonlySet<string>
    onToggle: (id: string, isRange: boolean) => void
    onAll: (isOn: boolean) => void
    /** Rows are selected instead of opened. Phones show the checkboxes only then. */
    isMode?: boolean
  }
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Ids of hidden optional columns. */
  hidden?: ReadonlySet<string>
  /** Phones show the head only to select all rows. */
  hasPhoneHead?: boolean
}

/** Shorter lists are rendered whole. */
const virtualFrom = 100

/** Rows with columns, a sticky head and an optional selection. Long lists render only the visible rows. */
export function Table<Row>(props: Props<Row>) {
  const { label, columns, rows, idOf, nameOf, selection, sort, onSort, hidden, hasPhoneHead = true } = props
  const shown = columns.filter(({ id }) => !hidden?.has(id))
  const body = useRef<HTMLTableSectionElement>(null)
  const selected = rows.filter((row) => selection?.ids.has(idOf(row))).length
  const render = (indexes: readonly number[], before: number, after: number): ReactNode => (
    <>
      {before > 0 && <Spacer height={before} />}
      {indexes.map((index) => {
        const row = rows[index]
        if (row === undefined) return null
        const id = idOf(row)
        const isSelected = selection?.ids.has(id) ?? false
        return (
          <tr
            key={id}
            aria-rowindex={index + 2}
            data-row
            className={classes('group relative', isSelected ? 'bg-accent-wash' : 'hover:bg-hover')}
          >
            {selection && (
              <td className={classes(cell, checkCell(selection.isMode))}>
                {/* In select mode the label covers the row. */}
                <label
                  className={classes(
                    checkTarget,
                    selection.isMode ? 'after:absolute after:inset-0 after:z-10' : 'relative z-10',
                  )}
                >
                  <input
                    type="checkbox"
                    aria-label={`Select “${nameOf(row)}”`}
                    checked={isSelected}
                    onChange={() => {}}
                    onClick={(event) => selection.onToggle(id, event.shiftKey)}
                    className={checkbox}
                  />
                </label>
              </td>
            )}
            {shown.map((column) => (
              <td
                key={column.id}
                className={classes(cell, column.isNumber && 'text-right tabular-nums', column.className)}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        )
      })}
      {after > 0 && <Spacer height={after} />}
    </>
  )
  return (
    <table aria-label={label} aria-rowcount={rows.length + 1} className="w-full border-separate border-spacing-0">
      <thead className={hasPhoneHead || selection?.isMode ? undefined : 'max-sm:sr-only'}>
        <tr>
          {selection && (
            <th scope="col" className={classes(headCell, 'w-9', checkCell(selection.isMode))}>
              <label className={checkTarget}>
                <input
                  type="checkbox"
                  aria-label="Select all"
                  checked={rows.length > 0 && selected === rows.length}
                  ref={(box) => {
                    if (box) box.indeterminate = selected > 0 && selected < rows.length
                  }}
                  onChange={(event) => selection.onAll(event.target.checked)}
                  className={checkbox}
                />
              </label>
            </th>
          )}
          {shown.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={(event) => moveBetweenRows(event)}>
        {rows.length >= virtualFrom ? (
          <LongRows count={rows.length} body={body} render={render} />
        ) : (
          render(indexesTo(rows.length), 0, 0)
        )}
      </tbody>
    </table>
  )
}

const checkbox = 'block size-4 cursor-pointer accent-(--accent-fill)'
/** A larger target than the box, above the link of the row. */
const checkTarget = '-m-2 flex w-fit cursor-pointer p-2 select-none pointer-coarse:-m-3.5 pointer-coarse:p-3.5'
const checkCell = (isMode = false): string | false => !isMode && 'max-sm:hidden'
const cell = 'h-14 border-b border-line px-2 align-middle first:pl-3 last:pr-3'
const headCell =
  'sticky top-0 z-10 h-8 border-b border-line bg-canvas px-2 text-xs font-medium text-ink-soft first:pl-3 last:pr-3'

type HeadProps<Row> = { column: Column<Row>; sort: Sort | undefined; onSort: ((sort: Sort) => void) | undefined }

function HeadCell<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { id, label, isSortable, isNumber, className } = column
  const look = classes(headCell, isNumber ? 'text-right' : 'text-left', className)
  const isSorted = sort?.column === id
  const direction = isSorted && sort.isDescending ? 'descending' : 'ascending'
  if (!isSortable || !onSort)
    return (
      <th scope="col" data-column={id} className={look}>
        {label}
      </th>
    )
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <th scope="col" data-column={id} aria-sort={isSorted ? direction : 'none'} className={look}>
      <button
        type="button"
        onClick={() => onSort({ column: id, isDescending: isSorted ? !sort.isDescending : false })}
        className={classes(
          'inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-ink',
          isNumber && 'flex-row-reverse text-right',
        )}
      >
        {label}
        <Arrow aria-hidden size={12} className={isSorted ? undefined : 'invisible'} />
      </button>
    </th>
  )
}

const Spacer = ({ height }: { height: number }) => (
  <tr aria-hidden>
    <td style={{ height }} />
  </tr>
)

/** Until the part that measures is loaded, the start of a long list is shown. */
function LongRows(props: VirtualRowsProps) {
  const { module: Virtual } = useLazyImport(loadVirtualRows)
  return Virtual ? <Virtual {...props} /> : props.render(indexesTo(virtualFrom), 0, 0)
}

const loadVirtualRows = () => import('./virtual-rows').then((it) => it.VirtualRows)

const indexesTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** Arrow up and down move the focus to the same control of the next row. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const target = event.target as HTMLElement
  const row = target.closest<HTMLElement>('[data-row]')
  if (!step || !row || target.closest('[role="menu"]')) return
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling
  const controls = (of: Element): HTMLElement[] => [...of.querySelectorAll<HTMLElement>('a, button, input')]
  const place = controls(row).indexOf(target)
  const wanted = next && controls(next)[place]
  if (!wanted) return
  event.preventDefault()
  wanted.focus()
}
