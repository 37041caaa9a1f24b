import { type FocusEvent, type PointerEvent, useState } from 'react'

/** Whether a mouse is over an element, or the keyboard focus in it. Touch does not count. */
export function useActive() {
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  return {
    isActive: isHovered || isFocused,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setIsHovered(pointerType === 'mouse'),
      onPointerLeave: () => setIsHovered(false),
      onFocus: ({ target }: FocusEvent) => setIsFocused(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsFocused(false)
      },
    },
  }
}
