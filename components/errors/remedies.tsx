import Link from 'next/link'
import type { ReactNode } from 'react'
import type { ApiError } from '@/lib/api/client'

/** What helps beyond the server's own sentence, by error code. */
const remedies: Partial<Record<ApiError['code'], ReactNode>> = {
  unauthorized: (
    <>
      You are signed out.{' '}
      <Link href="/sign-in" target="_blank" className="font-medium underline">
        Sign in in another tab
      </Link>
      , then try again here: what you typed is still in place.
    </>
  ),
  insufficient_scope: 'Ask an owner or admin of the project to do it, or to change your role.',
  conflict: 'It was changed in the meantime. Reload to see how it stands now.',
  rate_limited: 'What you typed is still in place.',
  network_error: 'What you typed is still in place.',
  unavailable: 'What you typed is still in place.',
  internal_error: 'If it happens again, tell whoever runs this Storycast, with the request id if one stands below.',
}

/** Nothing was typed where something is only read, and what comes round again needs no hand. */
const readingRemedies: typeof remedies = {
  unauthorized: (
    <>
      You are signed out.{' '}
      <Link href="/sign-in" target="_blank" className="font-medium underline">
        Sign in in another tab
      </Link>
      , and this goes on.
    </>
  ),
  rate_limited: 'What is shown here stays as it was until then.',
  network_error: 'It is asked for again by itself.',
  unavailable: 'It is asked for again by itself.',
}

export const remedyFor = (error: ApiError, isReading: boolean): ReactNode =>
  (isReading ? readingRemedies[error.code] : undefined) ?? remedies[error.code] ?? null
