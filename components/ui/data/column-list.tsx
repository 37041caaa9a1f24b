'use client'

import { useLayoutEffect, useState } from 'react'

export type PickerProps = {
  columns: readonly { id: string; label: string; isOptional?: boolean }[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

/** Checkboxes for the columns. Those that the width of the table leaves out say so. */
export function ColumnList({ columns, hidden, onChange }: PickerProps) {
  const [noRoom, setNoRoom] = useState<ReadonlySet<string>>(new Set())
  useLayoutEffect(() => setNoRoom(columnsWithoutRoom(hidden)), [hidden])
  const toggle = (id: string): void => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1.5 text-xs font-medium text-ink-soft">Columns</legend>
      {columns
        .filter(({ isOptional }) => isOptional)
        .map(({ id, label }) => (
          <label key={id} className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              checked={!hidden.has(id)}
              onChange={() => toggle(id)}
              className="block size-4 cursor-pointer accent-(--accent-fill)"
            />
            {label}
            {noRoom.has(id) && <span className="ml-auto pl-3 text-xs text-ink-soft">no room</span>}
          </label>
        ))}
    </fieldset>
  )
}

/** Columns that are shown, but that a container query of the table leaves out. */
function columnsWithoutRoom(hidden: ReadonlySet<string>): ReadonlySet<string> {
  const cells = [...document.querySelectorAll<HTMLElement>('th[data-column]')]
  const left = cells.filter((cell) => getComputedStyle(cell).display === 'none')
  return new Set(left.flatMap(({ dataset: { column = '' } }) => (hidden.has(column) ? [] : column)))
}
