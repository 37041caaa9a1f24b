'use client'

import { Popover as Primitive } from 'radix-ui'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { classes } from '../classes'
import { floatingLook } from './floating-look'
import { panelMargin, type Side, sideFor } from './panel-side'
import { usePortalContainer } from './portal-container'

type Props = {
  id: string
  label: string
  /** The button that it belongs to. */
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  align?: 'start' | 'center' | 'end'
  /** Where it opens if there is room. */
  side?: Side
  className?: string
  children: ReactNode
}

/** The open panel of a popover. */
export function PopoverPanel({
  id,
  label,
  anchor,
  onClose,
  align = 'start',
  side: preferredSide = 'bottom',
  className = 'p-3',
  children,
}: Props) {
  const container = usePortalContainer()
  const isLeft = useRef(false)
  // The portal mounts it after the first effects.
  const [panel, setPanel] = useState<HTMLDivElement | null>(null)
  const side = useSide(anchor, panel, preferredSide)
  return (
    <Primitive.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Primitive.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Primitive.Portal container={container}>
        <Primitive.Content
          ref={setPanel}
          id={id}
          aria-label={label}
          align={align}
          side={side}
          sideOffset={panelMargin.anchor}
          collisionPadding={panelMargin.screen}
          onInteractOutside={(event) => {
            // The button closes it itself.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault()
            else isLeft.current = true
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!isLeft.current) anchor.current?.focus()
          }}
          className={classes(
            floatingLook,
            'max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1.5rem)] overflow-y-auto',
            className,
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/**
 * The side with room for the panel. Radix only chooses one when the panel is placed. Content that arrives after that
 * (a lazy part, an answer of the server) would stay cut to the room of the first side.
 */
function useSide(anchor: RefObject<HTMLElement | null>, panel: HTMLDivElement | null, preferred: Side): Side {
  const [side, setSide] = useState(preferred)
  useEffect(() => {
    if (!panel) return
    const check = (): void => {
      const { top = 0, bottom = 0 } = anchor.current?.getBoundingClientRect() ?? {}
      const height = panel.scrollHeight + panel.offsetHeight - panel.clientHeight
      const shown: Side = panel.dataset.side === 'top' ? 'top' : 'bottom'
      setSide(sideFor({ shown, height, top, bottom, screen: document.documentElement.clientHeight }))
    }
    const content = new MutationObserver(check)
    content.observe(panel, { childList: true, subtree: true, characterData: true })
    // The styles of a lazy part can arrive after its elements.
    const size = new ResizeObserver(check)
    size.observe(panel)
    return () => {
      content.disconnect()
      size.disconnect()
    }
  }, [anchor, panel])
  return side
}
