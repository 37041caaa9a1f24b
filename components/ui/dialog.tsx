'use client'

import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button, IconButton } from './button'
import { Notice } from './notice'
import { PortalContainerProvider } from './overlays/portal-container'
import { useModal } from './overlays/use-modal'

/**
 * A native modal dialog: it traps focus, closes with Esc and makes the rest of the page inert. Mounted only while open,
 * so its state starts fresh each time. With text typed into a `DialogForm` it asks before Esc, a click outside or ✕
 * closes it.
 */
export function Dialog({
  title,
  onClose,
  children,
  isWide = false,
  isWidest = false,
  isAtTop = false,
}: {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  isWide?: boolean
  /** For two columns. */
  isWidest?: boolean
  /** At a fixed distance from the top, for content that changes its height. */
  isAtTop?: boolean
}) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const container = useModal(dialog)
  const isTyped = useRef(false)
  const [isAsking, setIsAsking] = useState(false)
  const noteInput = ({ target }: FormEvent): void => {
    setIsAsking(false)
    if (target instanceof Element && target.matches(typedText)) isTyped.current = true
  }
  const leave = (): void => {
    const hasForm = dialog.current?.querySelector('[data-asks-before-close]')
    if (isTyped.current && hasForm) setIsAsking(!isAsking)
    else onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it with the keyboard.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) leave()
      }}
      className={`${isAtTop ? 'mx-auto mt-[10dvh] mb-auto' : 'm-auto'} w-[calc(100%-1.5rem)] ${isWidest ? 'max-w-5xl' : isWide ? 'max-w-2xl' : 'max-w-lg'} max-h-[calc(100dvh-1.5rem)] rounded-2xl border border-line bg-raised p-0 text-ink shadow-xl scroll-pb-20`}
    >
      <div className="flex flex-col gap-4 p-5" onInput={noteInput}>
        <header className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-lg font-semibold">
            {title}
          </h2>
          <IconButton label="Close" onClick={leave} className="-mt-1 -mr-2">
            <X aria-hidden size={16} />
          </IconButton>
        </header>
        <PortalContainerProvider value={container}>{children}</PortalContainerProvider>
        {isAsking && (
          <div className="sticky bottom-0 z-20 rounded-xl bg-raised">
            <Notice
              role="alert"
              tone="warn"
              title="Close without saving?"
              action={
                <div className="flex gap-2">
                  <Button isSmall onClick={() => setIsAsking(false)}>
                    Keep editing
                  </Button>
                  <Button isSmall tone="danger" onClick={onClose}>
                    Discard
                  </Button>
                </div>
              }
            />
          </div>
        )}
      </div>
    </dialog>
  )
}

/** Fields whose text would be lost. Codes and passwords are quick to type again. */
const typedText =
  '[data-asks-before-close] :is(textarea, input:not([type=password], [type=search], [type=checkbox], [type=radio], [autocomplete=one-time-code]))'

/** The button row at the bottom of a dialog. Stays in view while the content scrolls behind it. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <footer className="sticky bottom-0 z-10 -mx-5 -mt-2 -mb-5 flex flex-wrap justify-end gap-2 bg-raised px-5 pt-3 pb-5 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-3 before:bg-linear-to-t before:from-raised before:to-transparent">
      {children}
    </footer>
  )
}
