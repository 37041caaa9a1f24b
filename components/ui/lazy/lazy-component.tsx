'use client'

import { WifiOff } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import { Button } from '../plain-button'
import { type ImportState, useLazyImport } from './use-lazy-import'

type FallbackProps = { state: ImportState; onTryAgain: () => void; onClose?: (() => void) | undefined }

/**
 * A component that is loaded when first shown. React's `lazy` never retries a failed load and replaces the whole page
 * with the error.
 *
 * @param Fallback shown until it is loaded
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Fallback: ComponentType<FallbackProps> = OverlayLoading,
): ComponentType<P> {
  return function LazyComponent(props: P) {
    const { module: Part, state, tryAgain } = useLazyImport(load)
    if (Part) return <Part {...props} />
    const { onClose } = props as { onClose?: () => void }
    return <Fallback state={state} onTryAgain={tryAgain} onClose={onClose} />
  }
}

const stateText: Record<ImportState, string> = {
  loading: 'Loading…',
  waiting: 'You are offline. This loads when the connection is back.',
  failed: 'This could not be loaded. Try again or reload the page.',
}

/** For dialogs. Hidden at first, because most loads are faster than reading it. */
function OverlayLoading({ state, onTryAgain, onClose }: FallbackProps) {
  const isLate = useIsLate()
  return (
    <div role="status" className="fixed inset-x-3 top-3 z-40 mx-auto w-fit max-w-md">
      {(isLate || state !== 'loading') && (
        <div className="flex items-center gap-3 rounded-xl border border-line bg-raised p-3 shadow-lg">
          {state !== 'loading' && <WifiOff aria-hidden size={18} className="shrink-0 text-warn" />}
          <p className="min-w-0 flex-1">{stateText[state]}</p>
          {state === 'failed' && (
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

/** For parts of the page. */
export function InlineLoading({ state, onTryAgain }: FallbackProps) {
  return (
    <div role="status" className="flex min-h-12 flex-wrap items-center gap-3 p-3 text-ink-soft">
      <p className="min-w-0 flex-1">{stateText[state]}</p>
      {state === 'failed' && (
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
