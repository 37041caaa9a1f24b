'use client'

import { useSyncExternalStore } from 'react'

/** Per browser, like the permission. */
const name = 'storycast.desktop-notifications'
const listeners = new Set<() => void>()

export type DesktopState = 'on' | 'off' | 'denied' | 'unsupported'

function read(): DesktopState {
  if (!('Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
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

export const useDesktopNotifications = (): DesktopState => useSyncExternalStore(subscribe, read, () => 'off')

/** Must be called from a user action, because it asks for permission. */
export async function setDesktopNotifications(isOn: boolean): Promise<void> {
  if (isOn) await Notification.requestPermission()
  try {
    if (isOn) localStorage.setItem(name, 'on')
    else localStorage.removeItem(name)
  } catch {
    // Without storage they stay off.
  }
  for (const listener of listeners) listener()
}
