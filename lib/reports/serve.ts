import { admit } from '@/lib/api/authenticate'
import { hashToken } from '@/lib/auth/tokens'
import { systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { plainPage } from '@/lib/plain-page'
import { reportHtml } from './html/report-html'
import { buildReport } from './report'
import { type OpenedLink, openLink } from './repository'

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  // The address is the credential, so no other site may learn it.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/**
 * Serves `/reports/<token>`: the report as a page without scripts, for readers without account.
 *
 * @returns 404 for an unknown address, 410 if it expired or was revoked, 429 for too many requests
 */
export async function serveReport(request: Request, token: string): Promise<Response> {
  try {
    const { quota } = await admit(database(), request, true)
    if (quota.isExceeded)
      return page(429, 'Too many requests', 'Try again in a minute.', {
        'retry-after': String(quota.retryAfterSeconds),
      })
    if (!/^[0-9A-Za-z]{40}$/.test(token)) return unknownAddress()
    const link = await openLink(database(), hashToken(token))
    if (!link) return unknownAddress()
    if (!link.is_working)
      return page(
        410,
        'This report is no longer available',
        'The link expired or was revoked. Ask its sender for a new one.',
      )
    const html = reportHtml(await buildReport(database(), requestOf(link)))
    return new Response(request.method === 'HEAD' ? null : html, { headers })
  } catch (error) {
    const isUnavailable = isOutage(error)
    log[isUnavailable ? 'warn' : 'error']('report.not_served', { cause: error })
    return page(isUnavailable ? 503 : 500, 'This report is temporarily unavailable', 'Try again in a minute.', {
      'retry-after': '5',
    })
  }
}

const requestOf = (link: OpenedLink) => ({
  projectId: link.project_id,
  projectName: link.project_name,
  title: link.title,
  timezone: link.timezone ?? 'UTC',
  from: link.from_at,
  to: link.to_at,
  compared: link.compared_from_at && link.compared_to_at && { from: link.compared_from_at, to: link.compared_to_at },
  channels: link.channels ?? undefined,
  metric: link.metric,
  now: systemClock(),
})

const unknownAddress = (): Response => page(404, 'Report not found', 'The link may be mistyped.')

const page = (status: number, title: string, text: string, more: Record<string, string> = {}): Response =>
  new Response(plainPage(title, `<p>${text}</p>`), { status, headers: { ...headers, ...more } })
