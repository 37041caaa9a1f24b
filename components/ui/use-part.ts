'use client'

import { useEffect, useState } from 'react'
import { loadPatiently } from './load-patiently'

/** `waiting` for the line; `missing` when it does not come although the line is there: there may be a newer page. */
export type PartState = 'loading' | 'waiting' | 'missing'

/** What has been loaded once is there at once the next time. */
const loaded = new WeakMap<() => Promise<unknown>, unknown>()

/**
 * A part of the page that is loaded when it is first wanted, null until it is there.
 *
 * @param load the same function each time
 */
export function usePart<T>(load: () => Promise<T>, isWanted = true) {
  const [part, setPart] = useState<T | null>(() => (loaded.get(load) as T | undefined) ?? null)
  const [state, setState] = useState<PartState>('loading')
  const isMissing = state === 'missing'
  useEffect(() => {
    if (!isWanted || part !== null || isMissing) return
    let isLeft = false
    const say = (next: PartState): void => {
      if (!isLeft) setState(next)
    }
    loadPatiently(load, () => say('waiting')).then(
      (it) => {
        loaded.set(load, it)
        if (!isLeft) setPart(() => it)
      },
      () => say('missing'),
    )
    return () => {
      isLeft = true
    }
  }, [load, isWanted, part, isMissing])
  return { part, state, tryAgain: () => setState('loading') }
}
