import NextAuth from 'next-auth'
import { callbackPathOf, invitationOfPath } from '@/lib/auth/callback-url'
import { authOptions, browserOf } from '@/lib/auth/next-auth'
import { challengeCookie, challengeOfCookies } from '@/lib/auth/two-factor/cookie'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { admitProfile } from '@/lib/sign-up/with-provider'

export const maxDuration = 60

type Route = { params: Promise<{ nextauth: string[] }> }

async function handler(request: Request, route: Route): Promise<Response> {
  const cookies = request.headers.get('cookie')
  const callbackPath = callbackPathOf(cookies)
  let hasSignOutFailed = false
  let started: string | null = null
  const options = authOptions(browserOf(request.headers), {
    challenge: challengeOfCookies(cookies),
    callbackPath,
    admitProfile: (profile) =>
      admitProfile(database(), profile, { invitation: invitationOfPath(callbackPath), now: systemClock() }),
    onChallenge: (challenge) => {
      started = challenge
    },
    onSignOutFailed: (cause) => {
      hasSignOutFailed = true
      log.error('sign_out.failed', { cause })
    },
  })
  const response: Response = await NextAuth(request as never, route as never, options)
  // next-auth's response would delete the cookie but keep the session valid.
  if (hasSignOutFailed) return new Response('Signing out failed. Try again.', { status: 503 })
  if (started) response.headers.append('set-cookie', challengeCookie(started))
  return response
}

export { handler as GET, handler as POST }
