import type { NextAuthOptions } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import CredentialsProvider from 'next-auth/providers/credentials'
import {
  endSession,
  findLiveSession,
  type LiveSession,
  type StartedSession,
  sessionDays,
  startSession,
} from '@/lib/auth/sessions/repository'
import { systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { ownPath } from '@/lib/return-address'
import { callerAddress } from './caller-address'
import { oauthProviders, type ProviderProfile, profileOf } from './oauth-providers'
import {
  claimsOf,
  encodeToken,
  isSecure,
  sessionCookieName,
  sessionIdOfCookies,
  sessionSecret,
} from './sessions/cookie'
import { findSignedIn, type SecondStep, type SignedIn, type SignInRefusal, signIn } from './sign-in'
import { answerChallenge } from './two-factor/challenge'

/** The browser of a sign-in or sign-out request. */
export type Browser = { userAgent: string | null; address: string }

export const browserOf = (headers: Pick<Headers, 'get'>): Browser => ({
  userAgent: headers.get('user-agent'),
  address: callerAddress(headers.get('x-forwarded-for')),
})

/** A user authenticated by a provider. The session starts afterwards. */
type SessionUser = SignedIn & { session: StartedSession }

type Refusal = { refusal: string }

/** Callbacks between the route and next-auth. */
export type SignInHooks = {
  /** The session could not be ended. next-auth hides this error. */
  onSignOutFailed(cause: unknown): void
  /** The first step succeeded. The browser needs this challenge cookie for the second. */
  onChallenge(challenge: string): void
  /** The challenge of the browser's cookie. */
  challenge: string | null
  /** Where to go after a provider's redirect. */
  callbackPath: string
  /** Finds or creates the user of a provider's profile. */
  admitProfile(profile: ProviderProfile): Promise<SignedIn | SecondStep | Refusal>
}

/**
 * next-auth's options: password, two-factor code and providers. The session id is stored in a signed and encrypted
 * cookie.
 */
export function authOptions(browser: Browser, hooks: SignInHooks): NextAuthOptions {
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
        name: 'email and password',
        credentials: { email: { type: 'email' }, password: { type: 'password' } },
        async authorize(credentials) {
          // next-auth passes the message of a thrown error to the page as `error`.
          const result = await trySignIn(browser, () => signInWithPassword(credentials ?? {}, browser.address))
          if ('refusal' in result) throw new Error(result.refusal)
          if (!('challenge' in result)) return result
          hooks.onChallenge(result.challenge)
          throw new Error('two_factor')
        },
      }),
      CredentialsProvider({
        id: 'two-factor',
        name: 'code',
        credentials: { code: { type: 'text' } },
        async authorize(credentials) {
          const result = await trySignIn(browser, () =>
            signInWithCode(credentials?.code, hooks.challenge, browser.address),
          )
          if ('refusal' in result) throw new Error(result.refusal)
          return 'challenge' in result ? null : result
        },
      }),
      ...oauthProviders(),
    ],
    callbacks: {
      signIn: async ({ user, account, profile }) => {
        if (account?.type !== 'oauth') return true
        const raw = profileOf(account.provider, profile)
        const result = await trySignIn(browser, () => hooks.admitProfile(raw))
        const next = `next=${encodeURIComponent(hooks.callbackPath)}`
        if ('refusal' in result) return `/sign-in?error=${result.refusal}&${next}`
        if (!('challenge' in result)) {
          // Without an adapter next-auth creates the session from this object.
          Object.assign(user, result)
          return true
        }
        hooks.onChallenge(result.challenge)
        return `/sign-in/two-factor?${next}`
      },
      redirect: ({ url, baseUrl }) => `${new URL(baseUrl).origin}${ownPath(url, baseUrl) ?? '/'}`,
      jwt: ({ token, user }) => (user ? startToken(token, user as SignedIn, browser) : checkToken(token, browser)),
      session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid !== 'string' || typeof token.sub !== 'string') return
        await endSession(database(), { userId: token.sub, sessionId: token.sid }).catch(hooks.onSignOutFailed)
      },
    },
    logger: { error: logProviderError, warn: () => {}, debug: () => {} },
  }
}

/** Logs wrong keys and rejected codes. next-auth's other errors are shown on the page. */
function logProviderError(code: string, metadata: Error | { error?: unknown }): void {
  if (!code.includes('OAUTH')) return
  log.warn('sign_in.provider_failed', { code, cause: metadata instanceof Error ? metadata : metadata.error })
}

/** Creates the token of a new session, for all providers. */
async function startToken(token: JWT, user: SignedIn & Partial<SessionUser>, browser: Browser): Promise<JWT> {
  const session = user.session ?? (await startSession(database(), { userId: user.id, ...browser }))
  return { ...token, ...claimsOf(session) }
}

/** next-auth removes the cookie if this throws. */
async function checkToken(token: JWT, { address }: Browser): Promise<JWT> {
  const live = typeof token.sid === 'string' && (await findLiveSession(database(), token.sid, address))
  if (!live) throw new Error('The session has ended.')
  return token
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `throttled:12`: the page says to try again in 12 seconds. */
const refusalCode = (result: SignInRefusal | { refusal: 'expired' }): string =>
  result.refusal === 'throttled' ? `throttled:${result.retryAfterSeconds}` : result.refusal

/** Starts the session of an authenticated user. Errors are logged; the page only gets their type. */
async function trySignIn(
  browser: Browser,
  letIn: () => Promise<SignedIn | SecondStep | Refusal>,
): Promise<SessionUser | SecondStep | Refusal> {
  try {
    const result = await letIn()
    if ('refusal' in result || 'challenge' in result) return result
    return { ...result, session: await startSession(database(), { userId: result.id, ...browser }) }
  } catch (error) {
    log.error('sign_in.failed', { cause: error })
    return { refusal: isOutage(error) ? 'unavailable' : 'failed' }
  }
}

async function signInWithPassword(
  { email, password }: { email?: unknown; password?: unknown },
  address: string,
): Promise<SignedIn | SecondStep | Refusal> {
  const result = await signIn(database(), { email: text(email), password: text(password), address })
  return 'refusal' in result ? { refusal: refusalCode(result) } : result
}

async function signInWithCode(code: unknown, challenge: string | null, address: string): Promise<SignedIn | Refusal> {
  if (!challenge) return { refusal: 'expired' }
  const now = systemClock()
  const result = await answerChallenge(database(), { token: challenge, code: text(code), address, now })
  if ('userId' in result) return findSignedIn(database(), result.userId)
  return { refusal: result.refusal === 'wrong' ? 'wrong_code' : refusalCode(result) }
}

/** The session of a page request, or null. API requests use lib/api/authenticate.ts. */
export async function sessionOf(headers: Pick<Headers, 'get'>): Promise<LiveSession | null> {
  const sessionId = await sessionIdOfCookies(headers.get('cookie'))
  return sessionId ? findLiveSession(database(), sessionId, browserOf(headers).address) : null
}
