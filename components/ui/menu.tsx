'use client'

import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classes } from './classes'

export type MenuItem = {
  label: string
  icon?: ReactNode
  isDanger?: boolean
  isCurrent?: boolean
  /** Why it cannot be chosen now. Shown below the label. */
  disabledBecause?: string | undefined
  /** Makes the item a link. */
  href?: string
  onSelect?: () => void
}

/**
 * A button that opens a list of actions. Arrows, Home and End move, a letter jumps, Esc and losing focus close it.
 *
 * @param align the edge of the button that the list aligns with
 */
export function Menu({
  trigger,
  label,
  items,
  header,
  align = 'end',
  opensUp = false,
  triggerClassName,
}: {
  trigger: ReactNode
  label: string
  items: MenuItem[]
  header?: ReactNode
  align?: 'start' | 'end'
  opensUp?: boolean
  triggerClassName?: string
}) {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const close = (): void => {
    setIsOpen(false)
    button.current?.focus()
  }
  useEffect(() => {
    if (!isOpen) return
    itemsIn(root.current)[0]?.focus()
    const closeOutside = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus.
    <div
      ref={root}
      className="relative"
      onBlur={(event) => {
        if (isOpen && event.relatedTarget && !root.current?.contains(event.relatedTarget)) setIsOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        title={label}
        onClick={() => setIsOpen(!isOpen)}
        className={triggerClassName}
      >
        <span className="sr-only">{label}</span>
        <span aria-hidden className="contents">
          {trigger}
        </span>
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles Esc of its children.
        <div
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            // Otherwise a dialog around it closes, too.
            event.preventDefault()
            close()
          }}
          className={classes(
            'absolute z-30 max-h-[70dvh] w-max max-w-[min(20rem,calc(100vw-1.5rem))] min-w-48 overflow-y-auto rounded-xl border border-line bg-raised p-1 shadow-lg',
            align === 'end' ? 'right-0' : 'left-0',
            opensUp ? 'bottom-full mb-1' : 'top-full mt-1',
          )}
        >
          {header && <div className="mb-1 border-b border-line px-2 pt-1.5 pb-2.5">{header}</div>}
          <div
            id={listId}
            role="menu"
            aria-label={label}
            tabIndex={-1}
            onKeyDown={(event) => moveFocus(event, root.current)}
          >
            {items.map((item) => (
              <Item key={item.label} item={item} onChosen={close} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

/** Further actions, behind three dots. */
export const MoreMenu = ({ label, items, className }: { label: string; items: MenuItem[]; className?: string }) => (
  <Menu
    label={label}
    items={items}
    trigger={<Ellipsis size={16} />}
    triggerClassName={classes(
      'flex control-size items-center justify-center rounded-lg text-ink-soft hover:bg-quiet-wash hover:text-ink',
      className,
    )}
  />
)

const itemLook = (item: MenuItem): string =>
  classes(
    'flex control-height w-full items-center gap-2.5 rounded-lg px-2 py-1 text-left hover:bg-hover focus-visible:bg-hover',
    item.isDanger && 'text-bad',
    item.isCurrent && 'font-semibold text-accent',
  )

function Item({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  if (item.disabledBecause !== undefined) {
    return (
      // Can be focused, so that the reason is read out.
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-disabled
        className="flex w-full cursor-not-allowed items-start gap-2.5 rounded-lg px-2 py-1.5 text-left focus-visible:bg-hover"
      >
        <span className="mt-0.5 opacity-50">{item.icon}</span>
        <span className="min-w-0">
          <span className="block text-ink-soft">{item.label}</span>{' '}
          <span className="block text-sm text-ink-soft">{item.disabledBecause}</span>
        </span>
      </button>
    )
  }
  const content = (
    <>
      {item.icon}
      <span className="min-w-0 truncate">{item.label}</span>
    </>
  )
  if (item.href !== undefined) {
    return (
      <a
        role="menuitem"
        tabIndex={-1}
        href={item.href}
        aria-current={item.isCurrent || undefined}
        className={itemLook(item)}
      >
        {content}
      </a>
    )
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={itemLook(item)}
      onClick={() => {
        onChosen()
        item.onSelect?.()
      }}
    >
      {content}
    </button>
  )
}

const itemsIn = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
]

function moveFocus(event: KeyboardEvent, root: HTMLElement | null): void {
  const items = itemsIn(root)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const steps: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }
  if (event.key in steps) {
    event.preventDefault()
    items[steps[event.key] ?? 0]?.focus()
  } else if (event.key.length === 1) {
    const startsWithKey = (item: HTMLElement): boolean =>
      item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()) ?? false
    ;[...items.slice(at + 1), ...items.slice(0, at + 1)].find(startsWithKey)?.focus()
  }
}
