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
  network_error: 'What you typed is still in place.',
  unavailable: 'What you typed is still in place.',
  internal_error: 'If it happens again, send the request id below to whoever runs this Storycast.',
}

export const remedyFor = (error: ApiError): ReactNode => remedies[error.code] ?? null
