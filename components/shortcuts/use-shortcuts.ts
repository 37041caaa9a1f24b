import { useEffect, useRef } from 'react'
import { isSingleKeyOn } from './single-key-setting'

/**
 * Handlers by lower-case key: `n`, `?`, a sequence such as `g c`, or with Cmd or Ctrl `mod+k`. One that returns `false`
 * leaves the key to the browser.
 */
export type Keys = Record<string, () => unknown>

/** Max time between the two keys of a sequence. */
const sequenceMs = 1_500

/** The first key of a sequence, and the key press after it. Shared, so that G S does not run S of another component. */
let begun: { key: string; at: KeyboardEvent; next: KeyboardEvent | null } | null = null

/** Listens for shortcuts while mounted. Single keys are ignored in text fields and while a dialog is open. */
export function useShortcuts(keys: Keys): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      const name = nameOf(event)
      const hasModifier = name.startsWith('mod+')
      if (!hasModifier && (!isSingleKeyOn() || isTyping(event.target) || isDialogOpen())) return
      const first = firstKeyBefore(event)
      const run = current.current[first && !hasModifier ? `${first} ${name}` : name]
      if (run) {
        if (run() !== false) event.preventDefault()
      } else if (!first && Object.keys(current.current).some((key) => key.startsWith(`${name} `))) {
        begun = { key: name, at: event, next: null }
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** The key of a sequence that this event continues. */
function firstKeyBefore(event: KeyboardEvent): string | null {
  if (!begun || begun.at === event) return null
  begun.next ??= event
  return begun.next === event && event.timeStamp - begun.at.timeStamp < sequenceMs ? begun.key : null
}

function nameOf({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): string {
  const lowerKey = key.toLowerCase()
  if (altKey) return `alt+${lowerKey}`
  return metaKey || ctrlKey ? `mod+${lowerKey}` : lowerKey
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select'))

export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null
