'use client'

import { type RefObject, useEffect, useState } from 'react'
import { useToastHost } from '../toast'

/** A ref for the element of a dialog that gets the focus. React's `autoFocus` runs before the dialog is open. */
export const focusInModal = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')

const fields = ':is(input:not([type=hidden]), textarea, [role=combobox]):enabled'

/** A ref for the form of a dialog: its first field gets the focus, not the dialog's close button. */
export function focusFirstField(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>(fields)
  if (!field) return
  // A form that is shown after its dialog has opened, such as the next step, comes too late for the attribute.
  if (field.closest('dialog')?.open) field.focus()
  else focusInModal(field)
}

/**
 * Opens a native dialog as modal while it is mounted, and gives the focus back afterwards. Toasts are shown in it.
 *
 * @returns the open dialog, in which floating parts are rendered; null before
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): HTMLElement | null {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    setContainer(element)
    return () => {
      element?.close()
      // The dialog is unmounted by now, so the browser doesn't restore the focus.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [dialog])
  useToastHost(container)
  return container
}
