import { useEffect, useRef } from 'react'
import { isSingleKeyOn } from './single-key-setting'

/** Handlers by lower-case key: `n`, `?`, a sequence such as `g c`, or with Cmd or Ctrl `mod+k`. */
export type Keys = Record<string, () => void>

/** Max time between the two keys of a sequence. */
const sequenceMs = 1_500

/** Listens for shortcuts while mounted. Single keys are ignored in text fields and while a dialog is open. */
export function useShortcuts(keys: Keys): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    let first: { key: string; atMs: number } | null = null
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      const name = nameOf(event)
      if (!name.startsWith('mod+') && (!isSingleKeyOn() || isTyping(event.target) || isDialogOpen())) return
      const sequence = first && event.timeStamp - first.atMs < sequenceMs ? `${first.key} ${name}` : ''
      const run = current.current[sequence] ?? current.current[name]
      const startsSequence = Object.keys(current.current).some((key) => key.startsWith(`${name} `))
      first = startsSequence && !run ? { key: name, atMs: event.timeStamp } : null
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
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

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null
