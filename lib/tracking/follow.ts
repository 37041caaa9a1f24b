import { isbot } from 'isbot'
import { callerAddress } from '@/lib/auth/caller-address'
import { systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { isCode } from './code'
import { linkPage } from './link-page'
import { recordClick, type Visitor } from './record-click'

/** What every answer under `/l/` says: ask again each time, keep it out of indexes, tell the next site no more than ours. */
const headers = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

/** Sends a reader on to where a link leads, and counts. Readers are people: whatever goes wrong is told as a page. */
export async function followLink(request: Request, code: string): Promise<Response> {
  if (!isCode(code)) return noSuchLink()
  const userAgent = request.headers.get('user-agent') ?? ''
  const address = callerAddress(request.headers.get('x-forwarded-for'))
  try {
    const visit = { code, visitor: visitorOf(request, userAgent), client: { address, userAgent }, at: systemClock() }
    const destination = await recordClick(database(), visit)
    return destination ? redirect(destination) : noSuchLink()
  } catch (error) {
    const isAway = isOutage(error)
    log[isAway ? 'warn' : 'error']('link.not_followed', { code, cause: error })
    return page(
      isAway ? 503 : 500,
      'This link does not work just now',
      'We cannot look up where it leads. Try it again in a minute.',
      { 'retry-after': '5' },
    )
  }
}

/** Networks and messengers fetch a link to draw its card, browsers to be quick: nobody has followed it then. */
function visitorOf({ method, headers: sent }: Request, userAgent: string): Visitor {
  const purpose = `${sent.get('sec-purpose') ?? ''} ${sent.get('purpose') ?? ''} ${sent.get('x-moz') ?? ''}`
  if (method === 'HEAD' || /prefetch|prerender/i.test(purpose)) return 'nobody'
  return userAgent.trim() === '' || isbot(userAgent) ? 'program' : 'person'
}

function redirect(destination: string): Response {
  // Held when it was stored as well.
  if (!/^https?:\/\//i.test(destination)) return noSuchLink()
  return new Response(null, { status: 302, headers: { ...headers, location: headerSafe(destination) } })
}

/** Headers are ASCII: an address with other letters is written as a parser writes it, every other one stays as it is. */
const headerSafe = (address: string): string => (/^[\x21-\x7e]+$/.test(address) ? address : new URL(address).href)

const noSuchLink = (): Response =>
  page(404, 'There is no such link', 'It may have been mistyped, or what it led to was taken away.')

function page(status: number, title: string, text: string, more: Record<string, string> = {}): Response {
  const security = "default-src 'none'; style-src 'unsafe-inline'"
  return new Response(linkPage(title, text), {
    status,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': security, ...more },
  })
}
