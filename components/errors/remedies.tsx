import Link from 'next/link'
import type { ReactNode } from 'react'
import type { ApiError } from '@/lib/api/client'

/** Next steps by error code, in addition to the server's message. */
const remedies: Partial<Record<ApiError['code'], ReactNode>> = {
  unauthorized: (
    <>
      You are signed out.{' '}
      <Link href="/sign-in" target="_blank" className="font-medium underline">
        Sign in in another tab
      </Link>
      , then try again here. Your input is still here.
    </>
  ),
  insufficient_scope: 'Ask an owner or admin of the project.',
  conflict: 'Reload to see the latest version.',
  rate_limited: 'Your input is still here.',
  network_error: 'Your input is still here.',
  unavailable: 'Your input is still here.',
  internal_error: 'If it happens again, send the request ID to your administrator.',
}

/** For loading errors: there is no input to keep, and polling retries automatically. */
const readingRemedies: typeof remedies = {
  unauthorized: (
    <>
      You are signed out.{' '}
      <Link href="/sign-in" target="_blank" className="font-medium underline">
        Sign in in another tab
      </Link>{' '}
      to continue.
    </>
  ),
  rate_limited: 'Updates continue after that.',
  network_error: 'We retry automatically.',
  unavailable: 'We retry automatically.',
}

/** A second sentence of a conflict's message says what to do: “A template named “News” already exists. Use another name.” */
const hasRemedy = ({ code, message }: ApiError): boolean => code === 'conflict' && /[.!?] \S/.test(message)

export const remedyFor = (error: ApiError, isReading: boolean): ReactNode =>
  hasRemedy(error) ? null : ((isReading ? readingRemedies[error.code] : undefined) ?? remedies[error.code] ?? null)
