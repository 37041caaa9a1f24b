'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { ApiError } from '@/lib/api/client'
import { remedyFor } from './remedies'

/** An error: what failed, what to do, and the request id for support. */
export function ErrorNote({
  error,
  title,
  action,
  onRetry,
  isReading = false,
}: {
  error: unknown
  title?: string
  action?: ReactNode
  /** Adds a button “Try again”. */
  onRetry?: () => void
  /** The error is from loading data, not from an action. */
  isReading?: boolean
}) {
  const isApi = error instanceof ApiError
  const remedy = isApi ? remedyFor(error, isReading) : 'Reload the page and try again.'
  const retry = onRetry && (
    <Button isSmall onClick={onRetry}>
      Try again
    </Button>
  )
  // Without a session the API's message mentions tokens.
  const isSignedOut = isApi && error.code === 'unauthorized'
  return (
    <Notice tone="bad" role="alert" title={title ?? 'Something went wrong'} action={action ?? retry}>
      {!isSignedOut && <p>{isApi ? error.message : 'An unexpected error occurred in the browser.'}</p>}
      {remedy && <p>{remedy}</p>}
      {isApi && error.requestId && (
        <p className="mt-1 text-sm text-ink-soft">
          Request ID <code className="font-mono text-xs">{error.requestId}</code>
        </p>
      )}
    </Notice>
  )
}
