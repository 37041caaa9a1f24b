import { isbot } from 'isbot'
import { callerAddress } from '@/lib/auth/caller-address'
import { systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { isCode } from './code'
import { linkPage } from './link-page'
import { recordClick, type Visitor } from './record-click'

/** Headers of all responses under `/l/`: no caching, no indexing, and a short referrer. */
const headers = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

/** Redirects to a link's destination and counts the click. Errors are shown as a page. */
export async function followLink(request: Request, code: string): Promise<Response> {
  if (!isCode(code)) return noSuchLink()
  const userAgent = request.headers.get('user-agent') ?? ''
  const address = callerAddress(request.headers.get('x-forwarded-for'))
  try {
    const visit = { code, visitor: visitorOf(request, userAgent), client: { address, userAgent }, at: systemClock() }
    const destination = await recordClick(database(), visit)
    return destination ? redirect(destination) : noSuchLink()
  } catch (error) {
    const isUnavailable = isOutage(error)
    log[isUnavailable ? 'warn' : 'error']('link.not_followed', { code, cause: error })
    return page(
      isUnavailable ? 503 : 500,
      'This link is temporarily unavailable',
      'We cannot look up its destination. Try again in a minute.',
      { 'retry-after': '5' },
    )
  }
}

/** Link previews of networks and prefetches of browsers are not clicks. */
function visitorOf({ method, headers: sent }: Request, userAgent: string): Visitor {
  const purpose = `${sent.get('sec-purpose') ?? ''} ${sent.get('purpose') ?? ''} ${sent.get('x-moz') ?? ''}`
  if (method === 'HEAD' || /prefetch|prerender/i.test(purpose)) return 'none'
  return userAgent.trim() === '' || isbot(userAgent) ? 'program' : 'person'
}

function redirect(destination: string): Response {
  // Also checked when it was stored.
  if (!/^https?:\/\//i.test(destination)) return noSuchLink()
  return new Response(null, { status: 302, headers: { ...headers, location: headerSafe(destination) } })
}

/** Headers are ASCII, so URLs with other characters are normalized. */
const headerSafe = (address: string): string => (/^[\x21-\x7e]+$/.test(address) ? address : new URL(address).href)

const noSuchLink = (): Response => page(404, 'Link not found', 'The link may be mistyped, or it was removed.')

function page(status: number, title: string, text: string, more: Record<string, string> = {}): Response {
  const security = "default-src 'none'; style-src 'unsafe-inline'"
  return new Response(linkPage(title, text), {
    status,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': security, ...more },
  })
}
