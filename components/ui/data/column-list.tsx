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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a column that was just shown may have no room.
  useLayoutEffect(() => setNoRoom(columnsWithoutRoom()), [hidden])
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
            {noRoom.has(id) && !hidden.has(id) && <span className="ml-auto pl-3 text-xs text-ink-soft">no room</span>}
          </label>
        ))}
    </fieldset>
  )
}

/** The head cells that a container query of the table hides. */
const columnsWithoutRoom = (): ReadonlySet<string> =>
  new Set(
    [...document.querySelectorAll<HTMLElement>('th[data-column]')].flatMap((cell) =>
      getComputedStyle(cell).display === 'none' ? (cell.dataset.column ?? []) : [],
    ),
  )
