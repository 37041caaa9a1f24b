'use client'

import { WifiOff } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import { Button } from './plain-button'
import { type PartState, usePart } from './use-part'

type SoonProps = { state: PartState; onTryAgain: () => void; onClose?: (() => void) | undefined }

/**
 * A component that is loaded when it is first shown. Not one of React's lazy ones: what those failed to load once they
 * never try again, and the error takes the place of the whole page.
 *
 * @param Soon stands in its place until it is there
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Soon: ComponentType<SoonProps> = SoonAbove,
): ComponentType<P> {
  return function Later(props: P) {
    const { part: Part, state, tryAgain } = usePart(load)
    if (Part) return <Part {...props} />
    const { onClose } = props as { onClose?: () => void }
    return <Soon state={state} onTryAgain={tryAgain} onClose={onClose} />
  }
}

const words: Record<PartState, string> = {
  loading: 'Loading …',
  waiting: 'This is shown as soon as the connection is there.',
  missing: 'This could not be loaded. If it stays so, load the page again.',
}

/** Of what opens over the page. Where all is well it is there before anybody could read of it. */
function SoonAbove({ state, onTryAgain, onClose }: SoonProps) {
  const isLate = useIsLate()
  return (
    <div role="status" className="fixed inset-x-3 top-3 z-40 mx-auto w-fit max-w-md">
      {(isLate || state !== 'loading') && (
        <div className="flex items-center gap-3 rounded-xl border border-line bg-raised p-3 shadow-lg">
          {state !== 'loading' && <WifiOff aria-hidden size={18} className="shrink-0 text-warn" />}
          <p className="min-w-0 flex-1">{words[state]}</p>
          {state === 'missing' && (
            <Button isSmall onClick={onTryAgain}>
              Try again
            </Button>
          )}
          {onClose && (
            <Button isSmall onClick={onClose}>
              Cancel
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Of what opens in its place on the page. */
export function SoonHere({ state, onTryAgain }: SoonProps) {
  return (
    <div role="status" className="flex min-h-12 flex-wrap items-center gap-3 p-3 text-ink-soft">
      <p className="min-w-0 flex-1">{words[state]}</p>
      {state === 'missing' && (
        <Button isSmall onClick={onTryAgain}>
          Try again
        </Button>
      )}
    </div>
  )
}

const lateMs = 700

function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), lateMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
