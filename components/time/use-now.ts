'use client'

import { startTransition, useEffect, useState } from 'react'

/**
 * The time, moving on. Before the browser has taken over it is the server's, so that both draw the same. No tick is
 * urgent: a long list that shows the time is drawn between what the person does.
 */
export function useNow(initial: string, everyMs = 15_000): Date {
  const [now, setNow] = useState(() => new Date(initial))
  useEffect(() => {
    const tick = (): void => startTransition(() => setNow(new Date()))
    tick()
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
