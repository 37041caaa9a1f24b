'use client'

import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useMay } from '@/components/projects/role'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { ChannelId } from '@/lib/channel-ids'

// Most posts are written without it.
const AiPanel = lazyComponent(() => import('./ai-panel').then((it) => it.AiPanel))

export type AiPanelControl = {
  isAllowed: boolean
  /** Of the button that opens it. */
  triggerProps: {
    ref: RefObject<HTMLButtonElement | null>
    'aria-expanded': boolean
    'aria-controls': string | undefined
    onClick: () => void
  }
  panel: ReactNode
}

/** The AI panel of a caption, and the button that opens it. */
export function useAiPanel(channel: ChannelId | null): AiPanelControl {
  const [isOpen, setIsOpen] = useState(false)
  // Closed, it keeps the brief and the suggestions.
  const [wasOpened, setWasOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const isAllowed = useMay('captions:write')
  const close = (): void => {
    setIsOpen(false)
    button.current?.focus()
  }
  useEscape(isOpen, button, close)
  return {
    isAllowed,
    triggerProps: {
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      onClick: () => {
        setIsOpen(!isOpen)
        setWasOpened(true)
      },
    },
    panel: isAllowed && wasOpened && <AiPanel id={id} isShown={isOpen} channel={channel} onClose={close} />,
  }
}

/** Esc closes the panel before it closes the composer. Popovers and dialogs above take the key first. */
function useEscape(isOpen: boolean, button: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const own = button.current?.closest('dialog') ?? null
    const pressedIn = event.target instanceof Element ? event.target.closest('dialog') : null
    if (event.key !== 'Escape' || event.defaultPrevented || (pressedIn !== null && pressedIn !== own)) return
    event.preventDefault()
    onEscape()
  })
  useEffect(() => {
    if (!isOpen) return
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOpen])
}
