'use client'

import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button'

/**
 * The browser's own modal dialog: it traps the focus, closes with Esc, gives the focus back and makes the rest of the
 * page inert. It is in the page only while it is open, so it always starts fresh.
 */
export function Dialog({
  title,
  onClose,
  children,
  isWide = false,
}: {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  isWide?: boolean
}) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      // It is off the page by now, and what is off the page gives no focus back by itself.
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it; a click beside it is for the mouse alone.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      className={`m-auto w-[calc(100%-1.5rem)] ${isWide ? 'max-w-2xl' : 'max-w-lg'} max-h-[calc(100dvh-1.5rem)] rounded-2xl border border-line bg-raised p-0 text-ink shadow-xl`}
    >
      <div className="flex flex-col gap-4 p-5">
        <header className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-lg font-semibold">
            {title}
          </h2>
          <IconButton label="Close" onClick={onClose} className="-mt-1 -mr-2">
            <X aria-hidden size={18} />
          </IconButton>
        </header>
        {children}
      </div>
    </dialog>
  )
}

/** The row of buttons at a dialog's end. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <footer className="flex flex-wrap justify-end gap-2 pt-1">{children}</footer>
}
