'use client'

import { useEffect, useState } from 'react'

/** The time, moving on. Before the browser has taken over it is the server's, so that both draw the same. */
export function useNow(initial: string, everyMs = 15_000): Date {
  const [now, setNow] = useState(() => new Date(initial))
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
