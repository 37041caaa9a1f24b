'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classes } from './classes'

export type Tab = { id: string; label: ReactNode; name: string }

/** Tabs as in the ARIA practices: one tab stop, and the arrow keys select. */
export function Tabs({
  label,
  tabs,
  chosen,
  onChoose,
  isDense = false,
  children,
}: {
  label: string
  tabs: Tab[]
  chosen: string
  onChoose: (id: string) => void
  /** Less space inside, for many tabs. */
  isDense?: boolean
  children: ReactNode
}) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => showTab(list.current, chosen), [chosen])
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ id }) => id === chosen)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const tab = tabs[(next + tabs.length) % tabs.length]
    if (!tab) return
    onChoose(tab.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus()
  }
  return (
    <div className="flex min-w-0 flex-col">
      {/* The padding keeps focus rings from being cut off. */}
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className={classes('@container/tabs -mx-1 flex overflow-x-auto px-1 pt-1', !isDense && 'gap-x-1')}
      >
        {tabs.map(({ id, label: content, name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            data-tab={id}
            aria-label={name}
            title={name}
            aria-selected={id === chosen}
            aria-controls={`${base}-panel`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
            className={classes(
              'flex min-h-10 shrink-0 items-center gap-1.5 rounded-t-lg border-b-2',
              isDense ? 'px-2' : 'px-3',
              id === chosen ? 'border-accent font-medium text-ink' : 'border-transparent text-ink-soft hover:text-ink',
            )}
          >
            {content}
          </button>
        ))}
      </div>
      <div
        id={`${base}-panel`}
        role="tabpanel"
        aria-labelledby={`${base}-${chosen}`}
        className="border-t border-line pt-4"
      >
        {children}
      </div>
    </div>
  )
}

/** Scrolls the row, not the page. */
function showTab(list: HTMLElement | null, id: string): void {
  const tab = list?.querySelector<HTMLElement>(`[data-tab="${id}"]`)
  if (!list || !tab) return
  const [row, own] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (own.left < row.left) list.scrollLeft -= row.left - own.left
  else if (own.right > row.right) list.scrollLeft += own.right - row.right
}
