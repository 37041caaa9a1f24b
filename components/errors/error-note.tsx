'use client'

import type { ReactNode } from 'react'
import { Notice } from '@/components/ui/notice'
import { ApiError } from '@/lib/api/client'
import { remedyFor } from './remedies'

/** A failed action in words: what happened, what to do, and the id by which support finds it. */
export function ErrorNote({
  error,
  title,
  action,
  isReading = false,
}: {
  error: unknown
  title?: string
  action?: ReactNode
  /** Something shown could not be asked for again, as against something done. */
  isReading?: boolean
}) {
  const isApi = error instanceof ApiError
  const remedy = isApi ? remedyFor(error, isReading) : 'Reload the page and try again.'
  // To whom no session is known the server speaks of tokens, as to a program.
  const isSignedOut = isApi && error.code === 'unauthorized'
  return (
    <Notice tone="bad" role="alert" title={title ?? 'That did not work'} action={action}>
      {!isSignedOut && <p>{isApi ? error.message : 'Something unexpected happened in the browser.'}</p>}
      {remedy && <p>{remedy}</p>}
      {isApi && error.requestId && (
        <p className="mt-1 text-sm text-ink-soft">
          Request id <code className="font-mono text-xs">{error.requestId}</code>
        </p>
      )}
    </Notice>
  )
}
