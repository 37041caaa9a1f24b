import { useEffect, useRef } from 'react'
import { areSingleKeysOn } from './single-keys'

/** By key in lower case: `n`, `?`, a sequence as `g c`, or with Cmd or Ctrl as `mod+k`. */
export type Keys = Record<string, () => void>

/** The second key of a sequence is waited for this long. */
const sequenceMs = 1_500

/** Listens for keys as long as it is shown. Letters alone are left to whatever is typed into, and to open dialogs. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    let first: { key: string; atMs: number } | null = null
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      const name = nameOf(event)
      if (!name.startsWith('mod+') && (!areSingleKeysOn() || isTyping(event.target) || isDialogOpen())) return
      const sequence = first && event.timeStamp - first.atMs < sequenceMs ? `${first.key} ${name}` : ''
      const run = current.current[sequence] ?? current.current[name]
      const begins = Object.keys(current.current).some((key) => key.startsWith(`${name} `))
      first = begins && !run ? { key: name, atMs: event.timeStamp } : null
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function nameOf({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): string {
  const plain = key.toLowerCase()
  if (altKey) return `alt+${plain}`
  return metaKey || ctrlKey ? `mod+${plain}` : plain
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select'))

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null
