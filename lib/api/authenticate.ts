import { callerAddress, requestedHost } from '@/lib/auth/caller-address'
import type { Principal } from '@/lib/auth/principal'
import { sessionIdOfCookies } from '@/lib/auth/sessions/cookie'
import { hashToken, looksLikeToken } from '@/lib/auth/tokens'
import type { Database } from '@/lib/db/pool'
import { appUrl } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { parseUrl } from '@/lib/parse-url'
import { admitSession, admitSubject, admitToken, type Quota } from './rate-limit'

export type Admitted = { principal: Principal | null; quota: Quota; refusal: AppError | null }

/** RFC 9728, section 5.1: an OAuth client starts here. */
const challenge = (): string => `Bearer resource_metadata="${appUrl()}/.well-known/oauth-protected-resource"`

const unauthorized = (message: string): AppError =>
  new AppError('unauthorized', message, {}, { headers: { 'WWW-Authenticate': challenge() } })

/**
 * Authenticates and counts a request. A bearer token takes precedence over a session cookie. Requests without either
 * are counted by address, which slows token guessing. Public endpoints skip authentication.
 */
export async function admit(db: Database, request: Request, isPublic: boolean): Promise<Admitted> {
  if (isPublic) return anonymous(db, request, null)
  const header = request.headers.get('authorization')
  if (header !== null) {
    const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
    if (token && looksLikeToken(token)) {
      const { value, quota } = await admitToken(db, hashToken(token).toString('hex'))
      if (value) return { principal: value, quota, refusal: null }
    }
    return anonymous(db, request, unauthorized('The token is not valid: it may be mistyped, revoked or expired.'))
  }
  const sessionId = await sessionIdOfCookies(request.headers.get('cookie'))
  if (sessionId) {
    const address = callerAddress(request.headers.get('x-forwarded-for'))
    const { value, quota } = await admitSession(db, `${sessionId} ${address}`)
    if (value) return { principal: value, quota, refusal: crossSiteRefusal(request) }
    return anonymous(db, request, unauthorized('Your session has ended. Sign in again.'))
  }
  const missing = unauthorized('Send a token: Authorization: Bearer svc_pat_… (create one on the developer page).')
  return anonymous(db, request, missing)
}

async function anonymous(db: Database, request: Request, refusal: AppError | null): Promise<Admitted> {
  const address = callerAddress(request.headers.get('x-forwarded-for'))
  const { quota } = await admitSubject(db, `address:${address}`)
  return { principal: null, quota, refusal }
}

/** Browsers send cookies for requests from any site, so cross-site changes are rejected (CSRF). */
function crossSiteRefusal(request: Request): AppError | null {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  const origin = request.headers.get('origin')
  const isOurs =
    origin !== null
      ? // A page in a sandboxed frame has the origin `null`, which is no address.
        parseUrl(origin)?.host === requestedHost(request.headers)
      : request.headers.get('sec-fetch-site') === 'same-origin'
  return isOurs ? null : unauthorized('This request came from another site. Use the dashboard, or a token.')
}
