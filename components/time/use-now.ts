'use client'

import { startTransition, useEffect, useState } from 'react'

/**
 * The current time. Starts with the server's time, so that hydration matches. Ticks are transitions, so that a long
 * list doesn't block input.
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
