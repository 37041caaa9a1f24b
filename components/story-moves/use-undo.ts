import { useCallback, useEffect, useRef, useState } from 'react'

/** How long the keyboard shortcut can undo a move. */
const undoMs = 10_000

type Undo = () => Promise<void>

/** Undo with a shortcut or a button, only once. A later move has its own undo. */
export function useUndo() {
  const [latest, setLatest] = useState<Undo | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const offer = useCallback((undo: Undo) => {
    let isUsed = false
    let close = (): void => {}
    const run = async (): Promise<void> => {
      if (isUsed) return
      isUsed = true
      withdraw()
      close()
      await undo()
    }
    const withdraw = (): void => setLatest((current) => (current === run ? null : current))
    clearTimeout(timer.current)
    timer.current = setTimeout(withdraw, undoMs)
    setLatest(() => run)
    /** Closes the toast when the move is undone. */
    const setCloseToast = (closeToast: () => void): void => {
      close = closeToast
    }
    return { run, withdraw, setCloseToast, isUsed: () => isUsed }
  }, [])
  return { latest, offer }
}
