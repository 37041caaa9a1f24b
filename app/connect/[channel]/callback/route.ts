import { sessionOf } from '@/lib/auth/next-auth'
import { systemClock } from '@/lib/clock'
import { finish } from '@/lib/connections/consent/consent'
import { database } from '@/lib/db/pool'
import { log } from '@/lib/logger'

export const maxDuration = 60

type Route = { params: Promise<{ channel: string }> }

/**
 * OAuth callback. It redirects to a page without the code in its URL, so that neither the history nor a Referer header
 * contains it.
 */
export async function GET(request: Request, { params }: Route): Promise<Response> {
  const { channel } = await params
  const query = new URL(request.url).searchParams
  const location = await finishConsent(channel, request, query)
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}

async function finishConsent(channel: string, request: Request, query: URLSearchParams): Promise<string> {
  try {
    const session = await sessionOf(request.headers)
    return await finish(database(), { channel, userId: session?.userId ?? null, query, now: systemClock() })
  } catch (error) {
    // An error page instead of an empty 500.
    log.error('consent.callback_failed', { channel, cause: error })
    return `/connect/problem?${new URLSearchParams({ code: 'failed', channel })}`
  }
}
