'use client'

import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react'
import { lazyComponent } from '../lazy/lazy-component'
import { useIdlePreload } from '../lazy/retry-import'

const loadPanel = () => import('./popover-panel').then((it) => it.PopoverPanel)
// Positioning and focus handling are 40 kB, so they load after the page.
const PopoverPanel = lazyComponent(loadPanel)
const preloaded = [loadPanel]

type Props = {
  /** The button that opens it. */
  trigger: ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>
  /** Its accessible name. */
  label: string
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
  /** Width and padding. */
  className?: string
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** A small panel next to its button. Esc and a click outside close it, and the focus returns to the button. */
export function Popover({ trigger, isOpen: isOpenProp, onOpenChange, children, ...panelProps }: Props) {
  const [isOwnOpen, setIsOwnOpen] = useState(false)
  const isOpen = isOpenProp ?? isOwnOpen
  const button = useRef<HTMLElement>(null)
  const panelId = useId()
  useIdlePreload(preloaded)
  const setIsOpen = (next: boolean): void => {
    setIsOwnOpen(next)
    onOpenChange?.(next)
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? panelId : undefined,
        onClick: () => setIsOpen(!isOpen),
      })}
      {isOpen && (
        <PopoverPanel {...panelProps} id={panelId} anchor={button} onClose={() => setIsOpen(false)}>
          {children}
        </PopoverPanel>
      )}
    </>
  )
}
