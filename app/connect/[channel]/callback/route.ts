import { sessionOf } from '@/lib/auth/session'
import { systemClock } from '@/lib/clock'
import { finish } from '@/lib/connections/consent'
import { database } from '@/lib/db/pool'
import { log } from '@/lib/logger'

export const maxDuration = 60

type Route = { params: Promise<{ channel: string }> }

/**
 * The way back from a network. It always leads on to a page without the code in its address, so that neither the
 * history nor a Referer header keeps it.
 */
export async function GET(request: Request, { params }: Route): Promise<Response> {
  const { channel } = await params
  const query = new URL(request.url).searchParams
  const location = await goOn(channel, request, query)
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}

async function goOn(channel: string, request: Request, query: URLSearchParams): Promise<string> {
  try {
    const session = await sessionOf(request.headers)
    return await finish(database(), { channel, userId: session?.userId ?? null, query, now: systemClock() })
  } catch (error) {
    // A page that says so, and not an empty 500: the person stands at the end of a long way.
    log.error('consent.broke', { channel, cause: error })
    return `/connect/problem?${new URLSearchParams({ code: 'failed', channel })}`
  }
}
