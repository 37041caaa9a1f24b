import { useEffect, useRef } from 'react'

/** Runs once, as soon as it can. */
export function useRunOnce(canRun: boolean, run: () => void): void {
  const hasRun = useRef(false)
  useEffect(() => {
    if (!canRun || hasRun.current) return
    hasRun.current = true
    run()
  }, [canRun, run])
}
