import { useCallback, useEffect, useRef, useState } from 'react'

/** As long as a move can be taken back with a key. */
const undoMs = 10_000

type Back = () => Promise<void>

/** A key and a button to take something back, each once. Another move since then keeps its own. */
export function useUndo() {
  const [latest, setLatest] = useState<Back | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const offer = useCallback((back: Back) => {
    let isUsed = false
    let close = (): void => {}
    const once = async (): Promise<void> => {
      if (isUsed) return
      isUsed = true
      withdraw()
      close()
      await back()
    }
    const withdraw = (): void => setLatest((current) => (current === once ? null : current))
    clearTimeout(timer.current)
    timer.current = setTimeout(withdraw, undoMs)
    setLatest(() => once)
    /** What told of it is not true any more once it is taken back. */
    const told = (closeWords: () => void): void => {
      close = closeWords
    }
    return { once, withdraw, told, isUsed: () => isUsed }
  }, [])
  return { latest, offer }
}
