import { Readable } from 'node:stream'
import { z } from 'zod'
import { sessionOf } from '@/lib/auth/next-auth'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/logger'
import { storage } from '@/lib/storage/storage'
import { thumbnailPath } from './service'

const Query = z.object({
  project_id: z.uuid(),
  url: z.url({ protocol: /^https?$/ }).max(2048),
  size: z.enum(['small', 'large']).default('small'),
})

/** Stored files never change; a remote image may. */
const ownFileMaxAge = 31_536_000
const remoteMaxAge = 86_400
/** Without a thumbnail: the next page must not ask again for each row. */
const missingMaxAge = 300

/**
 * The thumbnail of an image in the dashboard: `?project_id=…&url=…`, with `&size=large` for a dialog. Needs a session of a member, because a remote image
 * is fetched by this server.
 */
export async function serveThumbnail(request: Request): Promise<Response> {
  try {
    const session = await sessionOf(request.headers)
    if (!session) return empty(401)
    const { data } = Query.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    if (!data) return empty(400)
    const { project_id: projectId, url, size } = data
    const context = { db: database(), principal: { kind: 'session' as const, ...session }, now: systemClock() }
    const path = await thumbnailPath(context, { projectId, url, size })
    const file = path && (await storage().get(path))
    if (!file) return empty(404, missingMaxAge)
    const maxAge = storage().pathOf(url) ? `${ownFileMaxAge}, immutable` : remoteMaxAge
    return new Response(Readable.toWeb(file.stream) as ReadableStream, {
      headers: { ...securityHeaders, 'content-type': 'image/webp', 'cache-control': `private, max-age=${maxAge}` },
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return empty(404)
    log.warn('media.thumbnail_failed', { cause: error })
    return empty(503)
  }
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
}

const empty = (status: number, maxAge?: number): Response =>
  new Response(null, {
    status,
    headers: { ...securityHeaders, 'cache-control': maxAge ? `private, max-age=${maxAge}` : 'private, no-store' },
  })
