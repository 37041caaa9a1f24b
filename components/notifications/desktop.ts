'use client'

import { useSyncExternalStore } from 'react'

/** In this browser alone: the permission is the browser's too. */
const name = 'storycast.desktop-notifications'
const listeners = new Set<() => void>()

export type DesktopState = 'on' | 'off' | 'refused' | 'unknown_here'

function read(): DesktopState {
  if (!('Notification' in window)) return 'unknown_here'
  if (Notification.permission === 'denied') return 'refused'
  try {
    return Notification.permission === 'granted' && localStorage.getItem(name) === 'on' ? 'on' : 'off'
  } catch {
    return 'off'
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useDesktop = (): DesktopState => useSyncExternalStore(subscribe, read, () => 'off')

/** Asks the browser's permission, which only an act of the person may do. */
export async function switchDesktop(isOn: boolean): Promise<void> {
  if (isOn) await Notification.requestPermission()
  try {
    if (isOn) localStorage.setItem(name, 'on')
    else localStorage.removeItem(name)
  } catch {
    // A browser that keeps nothing keeps this switch off.
  }
  for (const listener of listeners) listener()
}
