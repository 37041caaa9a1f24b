import type { NextAuthOptions } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import CredentialsProvider from 'next-auth/providers/credentials'
import { systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { ownPath } from '@/lib/return-address'
import {
  endSession,
  findLiveSession,
  type LiveSession,
  type StartedSession,
  sessionDays,
  startSession,
} from '@/lib/sessions/repository'
import { callerAddress } from './caller-address'
import { claimsOf, encodeToken, isSecure, sessionCookieName, sessionIdOfCookies, sessionSecret } from './session-cookie'
import { type SignedIn, type SignInRefusal, signIn } from './sign-in'

/** Where a request to sign in or out comes from. */
export type Browser = { userAgent: string | null; address: string }

export const browserOf = (headers: Pick<Headers, 'get'>): Browser => ({
  userAgent: headers.get('user-agent'),
  address: callerAddress(headers.get('x-forwarded-for')),
})

/** A user whom a provider has let in. The session is started once they are. */
type SessionUser = SignedIn & { session: StartedSession }

/**
 * next-auth's options: e-mail and password, the session's id in a signed and encrypted cookie.
 *
 * @param onSignOutFailed called when the session could not be ended; next-auth itself hides that
 */
export function authOptions(browser: Browser, onSignOutFailed: (cause: unknown) => void = () => {}): NextAuthOptions {
  return {
    secret: sessionSecret(),
    session: { strategy: 'jwt', maxAge: sessionDays * 24 * 60 * 60 },
    jwt: { encode: (params) => encodeToken(params, systemClock()) },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    useSecureCookies: isSecure(),
    cookies: {
      sessionToken: {
        name: sessionCookieName(),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() },
      },
    },
    providers: [
      CredentialsProvider({
        name: 'e-mail and password',
        credentials: { email: { type: 'email' }, password: { type: 'password' } },
        async authorize(credentials) {
          // next-auth hands the message of a thrown error to the page as its `error`.
          const result = await trySignIn(credentials ?? {}, browser)
          if ('refusal' in result) throw new Error(result.refusal)
          return result
        },
      }),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => `${new URL(baseUrl).origin}${ownPath(url, baseUrl) ?? '/'}`,
      jwt: ({ token, user }) => (user ? startToken(token, user as SignedIn, browser) : keepToken(token, browser)),
      session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid !== 'string' || typeof token.sub !== 'string') return
        await endSession(database(), { userId: token.sub, sessionId: token.sid }).catch(onSignOutFailed)
      },
    },
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  }
}

/** The token of a new session. Every provider's sign-in comes through here. */
async function startToken(token: JWT, user: SignedIn & Partial<SessionUser>, browser: Browser): Promise<JWT> {
  const session = user.session ?? (await startSession(database(), { userId: user.id, ...browser }))
  return { ...token, ...claimsOf(session) }
}

/** next-auth drops the cookie of a token that this throws for. */
async function keepToken(token: JWT, { address }: Browser): Promise<JWT> {
  const live = typeof token.sid === 'string' && (await findLiveSession(database(), token.sid, address))
  if (!live) throw new Error('The session has ended.')
  return token
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `throttled:12`: the page tells the person to try again in 12 seconds. */
const refusalCode = (result: SignInRefusal): string =>
  result.refusal === 'throttled' ? `throttled:${result.retryAfterSeconds}` : result.refusal

/** What goes wrong inside is for the log; the page learns which kind of trouble it is. */
async function trySignIn(
  credentials: { email?: unknown; password?: unknown },
  browser: Browser,
): Promise<SessionUser | { refusal: string }> {
  const [email, password] = [text(credentials.email), text(credentials.password)]
  try {
    const result = await signIn(database(), { email, password, address: browser.address })
    if ('refusal' in result) return { refusal: refusalCode(result) }
    return { ...result, session: await startSession(database(), { userId: result.id, ...browser }) }
  } catch (error) {
    log.error('sign_in.failed', { cause: error })
    return { refusal: isOutage(error) ? 'unavailable' : 'failed' }
  }
}

/** The live session of a request to a page, or null. API requests are admitted by lib/api/authenticate.ts. */
export async function sessionOf(headers: Pick<Headers, 'get'>): Promise<LiveSession | null> {
  const sessionId = await sessionIdOfCookies(headers.get('cookie'))
  return sessionId ? findLiveSession(database(), sessionId, browserOf(headers).address) : null
}
