import { useSyncExternalStore } from 'react'

const name = 'storycast.single-keys'
const changed = 'storycast:single-keys'

/**
 * Whether single-key shortcuts are on. Users of voice control must be able to turn them off (WCAG 2.2, 2.1.4).
 */
export function isSingleKeyOn(): boolean {
  try {
    return localStorage.getItem(name) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeySetting(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(name)
    else localStorage.setItem(name, 'off')
  } catch {
    // Without storage the setting is lost.
  }
  window.dispatchEvent(new Event(changed))
}

function subscribe(listen: () => void): () => void {
  window.addEventListener(changed, listen)
  return () => window.removeEventListener(changed, listen)
}

export const useSingleKeySetting = (): boolean => useSyncExternalStore(subscribe, isSingleKeyOn, () => true)
