import { hashToken } from '@/lib/auth/tokens'
import { isOutage } from '@/lib/db/outage'
import { database } from '@/lib/db/pool'
import { appUrl } from '@/lib/env'
import { log } from '@/lib/logger'
import { toIcs } from './ics'
import { listFeedStories, openFeed } from './repository'

const headers = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * Serves `/calendar/<token>.ics`.
 *
 * @returns 404 for an unknown or replaced address, 503 during a database outage: calendar apps then keep what they have
 */
export async function serveFeed(request: Request, file: string): Promise<Response> {
  const [, token] = /^([0-9A-Za-z]{40})\.ics$/.exec(file) ?? []
  if (!token) return text(404, unknownAddress)
  try {
    const feed = await openFeed(database(), hashToken(token))
    if (!feed) return text(404, unknownAddress)
    const stories = await listFeedStories(database(), feed.project_id)
    const body = toIcs({ projectId: feed.project_id, projectName: feed.project_name, appUrl: appUrl(), stories })
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: { ...headers, 'content-type': 'text/calendar; charset=utf-8' },
    })
  } catch (error) {
    const isUnavailable = isOutage(error)
    log[isUnavailable ? 'warn' : 'error']('calendar_feed.not_served', { cause: error })
    return text(isUnavailable ? 503 : 500, 'The calendar is temporarily unavailable. Try again in a minute.', {
      'retry-after': '60',
    })
  }
}

const unknownAddress =
  'This calendar address does not work (any more). Create a new one under Calendar, Subscribe in Storycast.'

const text = (status: number, message: string, more: Record<string, string> = {}): Response =>
  new Response(`${message}\n`, {
    status,
    headers: { ...headers, ...more, 'content-type': 'text/plain; charset=utf-8' },
  })
