import NextAuth from 'next-auth'
import { authOptions, browserOf } from '@/lib/auth/session'
import { log } from '@/lib/logger'

type Route = { params: Promise<{ nextauth: string[] }> }

async function handler(request: Request, route: Route): Promise<Response> {
  let hasSignOutFailed = false
  const options = authOptions(browserOf(request.headers), (cause) => {
    hasSignOutFailed = true
    log.error('sign_out.failed', { cause })
  })
  const response: Response = await NextAuth(request as never, route as never, options)
  // The answer of next-auth would drop the cookie and leave the session alive.
  return hasSignOutFailed ? new Response('Signing out failed. Try again.', { status: 503 }) : response
}

export { handler as GET, handler as POST }
