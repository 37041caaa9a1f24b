'use client'

import { useSyncExternalStore } from 'react'

const subscribe = (): (() => void) => () => {}

/**
 * A value available only in the browser, such as its time zone.
 *
 * @param serverValue used on the server and for hydration
 */
export const useBrowserValue = <T extends string | boolean>(read: () => T, serverValue: T): T =>
  useSyncExternalStore(subscribe, read, () => serverValue)
