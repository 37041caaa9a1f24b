'use client'

import { Popover as Primitive } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { classes } from '../classes'
import { floatingLook } from './floating-look'
import { usePortalContainer } from './portal-container'

type Props = {
  id: string
  label: string
  /** The button that it belongs to. */
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  align?: 'start' | 'center' | 'end'
  /** Where it opens if there is room. */
  side?: 'top' | 'bottom'
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
  side = 'bottom',
  className = 'p-3',
  children,
}: Props) {
  const container = usePortalContainer()
  const isLeft = useRef(false)
  return (
    <Primitive.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Primitive.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Primitive.Portal container={container}>
        <Primitive.Content
          id={id}
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={12}
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
