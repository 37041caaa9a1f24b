import type { NextAuthOptions } from 'next-auth'
import { decode } from 'next-auth/jwt'
import CredentialsProvider from 'next-auth/providers/credentials'
import { isOutage } from '@/lib/db/outage'
import { database } from '@/lib/db/pool'
import { appUrl, env } from '@/lib/env'
import { log } from '@/lib/logger'
import { callerAddress } from './caller-address'
import { type SignedIn, type SignInRefusal, signIn } from './sign-in'

const isSecure = (): boolean => appUrl().startsWith('https://')
const cookieName = (): string => (isSecure() ? '__Secure-storycast.session' : 'storycast.session')
const sessionSeconds = 30 * 24 * 60 * 60

function secret(): string {
  const { NEXTAUTH_SECRET } = env()
  if (!NEXTAUTH_SECRET) throw new Error('NEXTAUTH_SECRET is not set. `npm run up` makes one; see .env.example.')
  return NEXTAUTH_SECRET
}

/** next-auth's options: e-mail and password, the session in a signed and encrypted cookie. */
export function authOptions(): NextAuthOptions {
  return {
    secret: secret(),
    session: { strategy: 'jwt', maxAge: sessionSeconds },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    useSecureCookies: isSecure(),
    cookies: {
      sessionToken: {
        name: cookieName(),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() },
      },
    },
    providers: [
      CredentialsProvider({
        name: 'e-mail and password',
        credentials: { email: { type: 'email' }, password: { type: 'password' } },
        async authorize(credentials, request) {
          // next-auth hands the message of a thrown error to the page as its `error`.
          const result = await trySignIn(credentials ?? {}, request.headers?.['x-forwarded-for'])
          if ('refusal' in result) throw new Error(result.refusal)
          return result
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { ...token, sub: user.id } : token),
      session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }),
    },
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What goes wrong inside is for the log; the page learns which kind of trouble it is. */
async function trySignIn(
  credentials: { email?: unknown; password?: unknown },
  forwardedFor: unknown,
): Promise<SignedIn | { refusal: SignInRefusal['refusal'] | 'unavailable' | 'failed' }> {
  const address = callerAddress(text(forwardedFor))
  try {
    return await signIn(database(), { email: text(credentials.email), password: text(credentials.password), address })
  } catch (error) {
    log.error('sign_in.failed', { cause: error })
    return { refusal: isOutage(error) ? 'unavailable' : 'failed' }
  }
}

/** The user behind a request's session cookie, or null. */
export async function sessionUserId(request: Request): Promise<string | null> {
  return userIdOfCookies(request.headers.get('cookie'))
}

export async function userIdOfCookies(header: string | null): Promise<string | null> {
  const name = cookieName()
  const cookie = header?.split(/; */).find((pair) => pair.startsWith(`${name}=`))
  if (!cookie) return null
  try {
    const token = await decode({ token: decodeURIComponent(cookie.slice(name.length + 1)), secret: secret() })
    return typeof token?.sub === 'string' ? token.sub : null
  } catch {
    return null
  }
}
