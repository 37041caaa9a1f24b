'use client'

import { createContext, type ReactNode, useContext, useRef } from 'react'
import { PortalContainerProvider } from '@/components/ui/overlays/portal-container'
import { useModal } from '@/components/ui/overlays/use-modal'

type Surface = {
  isDialog: boolean
  /** Closes the composer. Drafts are saved, so nothing is asked. */
  close: () => void
}

const SurfaceContext = createContext<Surface | null>(null)

/** Where the composer is shown: in a dialog over a page, or as a page. */
export function useSurface(): Surface {
  const surface = useContext(SurfaceContext)
  if (!surface) throw new Error('The composer must be inside a dialog or a page.')
  return surface
}

export const SurfaceProvider = SurfaceContext.Provider

type Props = { label: string; onClose: () => void; children: ReactNode }

/** A large modal dialog, on phones the whole screen. */
export function DialogSurface({ label, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const container = useModal(dialog)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it with the keyboard.
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        // Also sent by the file field.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      className="m-auto h-dvh max-h-none w-screen max-w-none overflow-hidden border-line bg-surface p-0 text-ink shadow-lg sm:h-[min(58rem,calc(100dvh-3rem))] sm:w-[min(80rem,calc(100vw-3rem))] sm:rounded-xl sm:border sm:[--toast-bottom:calc((100dvh-min(58rem,100dvh-3rem))/2+4.25rem)]"
    >
      <PortalContainerProvider value={container}>
        <SurfaceProvider value={{ isDialog: true, close: onClose }}>{children}</SurfaceProvider>
      </PortalContainerProvider>
    </dialog>
  )
}
