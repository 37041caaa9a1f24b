import { Readable } from 'node:stream'
import { storage } from '@/lib/storage/storage'
import type { ByteRange } from '@/lib/storage/storage-types'

/** Stored files never change, so the random name is a strong entity tag. */
const etagOf = (path: string): string => `"${path.replace(/^.*\//, '').replace(/\..*$/, '')}"`

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  // An SVG opened as a page may be drawn, but must not run or load anything.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  // Other sites may embed the files.
  'cross-origin-resource-policy': 'cross-origin',
}

/** Serves a stored file, whole or one byte range. */
export async function serveFile(request: Request, path: string): Promise<Response> {
  const stored = await storage().stat(path)
  if (!stored) return plainText(404, 'File not found.')
  const { size, contentType } = stored
  const etag = etagOf(path)
  const headers = {
    ...securityHeaders,
    'content-type': contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    etag,
  }
  if (isKnown(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const range = rangeOf(request, size, etag)
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...securityHeaders, 'content-range': `bytes */${size}` } })
  const length = range ? range.end - range.start + 1 : size
  const sized = {
    ...headers,
    'content-length': String(length),
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${size}` } : {}),
  }
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return new Response(null, { status, headers: sized })
  const found = await storage().get(path, range ?? undefined)
  if (!found) return plainText(404, 'File not found.')
  return new Response(Readable.toWeb(found.stream) as ReadableStream, { status, headers: sized })
}

const isKnown = (given: string | null, etag: string): boolean =>
  given !== null && (given.trim() === '*' || given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))

/**
 * Parses a single byte range (RFC 9110, section 14). Anything else gets the whole file. Multiple ranges are not supported:
 * no client needs them, and many small ranges of a large file can be an attack.
 */
function rangeOf(request: Request, size: number, etag: string): ByteRange | 'unsatisfiable' | null {
  const condition = request.headers.get('if-range')
  if (condition !== null && condition !== etag) return null
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(request.headers.get('range') ?? '')
  const [, first = '', last = ''] = match ?? []
  if (!match || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

const plainText = (status: number, message: string): Response =>
  new Response(`${message}\n`, {
    status,
    headers: {
      ...securityHeaders,
      'content-type': 'text/plainText; charset=utf-8',
      'cache-control': 'private, no-store',
    },
  })
