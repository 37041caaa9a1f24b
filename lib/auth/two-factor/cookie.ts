import { isSecure } from '@/lib/auth/sessions/cookie'
import { challengeSeconds } from './challenge'

const name = (): string => (isSecure() ? '__Secure-storycast.sign-in' : 'storycast.sign-in')

/** `Set-Cookie` after the first step. */
export const challengeCookie = (token: string): string =>
  `${name()}=${token}; Path=/; Max-Age=${challengeSeconds}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`

/** The challenge of a `Cookie` header; null if there is none. */
export function challengeOfCookies(header: string | null): string | null {
  const pair = header?.split(/; */).find((candidate) => candidate.startsWith(`${name()}=`))
  return pair?.slice(name().length + 1) || null
}
