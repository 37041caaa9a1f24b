import { decode, encode, type JWTEncodeParams } from 'next-auth/jwt'
import type { StartedSession } from '@/lib/auth/sessions/repository'
import { appUrl, env } from '@/lib/env'

/** Claims of the encrypted cookie. `session_expires_at` is in Unix seconds. */
export type SessionClaims = { sub: string; sid: string; session_expires_at: number }

export const isSecure = (): boolean => appUrl().startsWith('https://')
export const sessionCookieName = (): string => (isSecure() ? '__Secure-storycast.session' : 'storycast.session')

export function sessionSecret(): string {
  const { NEXTAUTH_SECRET } = env()
  if (!NEXTAUTH_SECRET) throw new Error('NEXTAUTH_SECRET is not set. `npm run up` creates one; see .env.example.')
  return NEXTAUTH_SECRET
}

export const claimsOf = ({ id, userId, expiresAt }: StartedSession): SessionClaims => ({
  sub: userId,
  sid: id,
  session_expires_at: Math.floor(expiresAt.getTime() / 1000),
})

/**
 * next-auth re-encodes the session on each read, which would extend it. A session's token expires with the session;
 * next-auth's other tokens (PKCE, state) keep their expiry.
 */
export function encodeToken(params: JWTEncodeParams, now: Date): Promise<string> {
  const endsAt = params.token?.session_expires_at
  if (typeof endsAt !== 'number') return encode(params)
  return encode({ ...params, maxAge: Math.max(0, endsAt - Math.floor(now.getTime() / 1000)) })
}

/** The session cookie as `name=value`. */
export async function makeSessionCookie(session: StartedSession, now: Date): Promise<string> {
  const token = await encodeToken({ token: claimsOf(session), secret: sessionSecret() }, now)
  return `${sessionCookieName()}=${token}`
}

/** The session id of a `Cookie` header. The database decides whether the session is live. */
export async function sessionIdOfCookies(header: string | null): Promise<string | null> {
  const name = sessionCookieName()
  const cookie = header?.split(/; */).find((pair) => pair.startsWith(`${name}=`))
  if (!cookie) return null
  try {
    const token = await decode({ token: decodeURIComponent(cookie.slice(name.length + 1)), secret: sessionSecret() })
    return typeof token?.sid === 'string' ? token.sid : null
  } catch {
    return null
  }
}
