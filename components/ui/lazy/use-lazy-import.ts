'use client'

import { useEffect, useState } from 'react'
import { retryImport } from './retry-import'

/** `waiting` for the network; `failed` although online, perhaps because a new version is deployed. */
export type ImportState = 'loading' | 'waiting' | 'failed'

/** Loaded modules, reused on later mounts. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>()

/**
 * Loads a module when first needed. `module` is null until then.
 *
 * @param load must be the same function on each render
 */
export function useLazyImport<T>(load: () => Promise<T>, isWanted = true) {
  const [module, setModule] = useState<T | null>(() => (loaded.get(load) as T | undefined) ?? null)
  const [state, setState] = useState<ImportState>('loading')
  const hasFailed = state === 'failed'
  useEffect(() => {
    if (!isWanted || module !== null || hasFailed) return
    let isUnmounted = false
    const update = (next: ImportState): void => {
      if (!isUnmounted) setState(next)
    }
    retryImport(load, () => update('waiting')).then(
      (result) => {
        loaded.set(load, result)
        if (!isUnmounted) setModule(() => result)
      },
      () => update('failed'),
    )
    return () => {
      isUnmounted = true
    }
  }, [load, isWanted, module, hasFailed])
  return { module, state, tryAgain: () => setState('loading') }
}
