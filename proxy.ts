import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { pageHeaders } from '@/lib/security/page-headers'

/** Gives every page its security headers. Next reads the nonce from the request's policy and puts it on its scripts. */
export function proxy(request: NextRequest): NextResponse {
  const headers = pageHeaders(randomBytes(16).toString('base64'))
  const forwarded = new Headers(request.headers)
  forwarded.set('content-security-policy', headers['content-security-policy'] ?? '')
  return NextResponse.next({ request: { headers: forwarded }, headers })
}

export const config = {
  // Not the API, files and redirects: they are no pages, and some have a stricter policy of their own.
  matcher: '/((?!api/|_next/static/|media/|l/|unsubscribe|connect/[^/]+/callback|icon.svg|robots.txt).*)',
}
