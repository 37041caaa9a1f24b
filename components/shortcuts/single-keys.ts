import { useSyncExternalStore } from 'react'

const name = 'storycast.single-keys'
const changed = 'storycast:single-keys'

/**
 * Whether letters alone do something. Who speaks to the computer, or rests a hand on the keys, can switch them off
 * (WCAG 2.2, 2.1.4).
 */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(name) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(name)
    else localStorage.setItem(name, 'off')
  } catch {
    // A browser that keeps nothing asks again next time.
  }
  window.dispatchEvent(new Event(changed))
}

function subscribe(listen: () => void): () => void {
  window.addEventListener(changed, listen)
  return () => window.removeEventListener(changed, listen)
}

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areSingleKeysOn, () => true)
