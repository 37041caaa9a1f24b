'use client'

import { useEffect } from 'react'

/** Starts the service worker. */
export function RegisterWorker() {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    // Without it, the app works as before.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
  }, [])
  return null
}
