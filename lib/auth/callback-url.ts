import { appUrl } from '@/lib/env'
import { isSecure } from './session-cookie'

/** next-auth keeps where to go after a provider's redirect in this cookie. */
const cookieName = (): string => `${isSecure() ? '__Secure-' : ''}next-auth.callback-url`

/** Path and query that a sign-in with a provider leads to; `/` if none of this site is named. */
export function callbackPathOf(cookieHeader: string | null): string {
  const prefix = `${cookieName()}=`
  const pair = cookieHeader?.split(/; */).find((candidate) => candidate.startsWith(prefix))
  try {
    const url = new URL(decodeURIComponent(pair?.slice(prefix.length) ?? ''), appUrl())
    return url.origin === new URL(appUrl()).origin ? url.pathname + url.search : '/'
  } catch {
    return '/'
  }
}

/** The token of an invitation's link, if that is where the sign-in leads. */
export const invitationOfPath = (path: string): string | null =>
  /^\/invitations\/([0-9A-Za-z]+)$/.exec(path)?.[1] ?? null
