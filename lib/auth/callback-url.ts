import { appUrl } from '@/lib/env'
import { isSecure } from './sessions/cookie'

/** next-auth stores the URL to open after a provider's redirect in this cookie. */
const cookieName = (): string => `${isSecure() ? '__Secure-' : ''}next-auth.callback-url`

/** Path and query to open after a provider sign-in; `/` if there is none on this site. */
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

/** The invitation token, if the path is an invitation link. */
export const invitationOfPath = (path: string): string | null =>
  /^\/invitations\/([0-9A-Za-z]+)$/.exec(path)?.[1] ?? null
