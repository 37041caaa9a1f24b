import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { pageHeaders } from '@/lib/security/page-headers'

/** Adds the security headers to every page. Next reads the nonce from the request's policy and adds it to its scripts. */
export function proxy(request: NextRequest): NextResponse {
  const headers = pageHeaders(randomBytes(16).toString('base64'))
  const forwarded = new Headers(request.headers)
  forwarded.set('content-security-policy', headers['content-security-policy'] ?? '')
  return NextResponse.next({ request: { headers: forwarded }, headers })
}

export const config = {
  // Not for the API, files and redirects. Some have their own stricter policy.
  matcher:
    '/((?!api/|_next/static/|media/|l/|calendar/|reports/|unsubscribe|data-deletion/|oauth/(?:token|revoke|register)|\\.well-known/|connect/[^/]+/callback|icon.svg|icons/|sw.js|manifest.webmanifest|robots.txt).*)',
}
