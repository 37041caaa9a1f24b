import { Readable } from 'node:stream'
import { type ByteRange, storage } from '@/lib/storage/storage'

/** A file is written once and never changed: its path says all that an entity tag could. */
const etagOf = (path: string): string => `"${path.replace(/^.*\//, '').replace(/\..*$/, '')}"`

const guards = {
  'x-content-type-options': 'nosniff',
  // An SVG is a page of its own when it is opened: it may be drawn, and runs and fetches nothing.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  // Pages of other sites may show what networks show too.
  'cross-origin-resource-policy': 'cross-origin',
}

/** Answers a request for a stored file: whole, in one part, or not at all. */
export async function serveFile(request: Request, path: string): Promise<Response> {
  const stored = await storage().stat(path)
  if (!stored) return plain(404, 'There is no such file.')
  const { size, contentType } = stored
  const etag = etagOf(path)
  const headers = {
    ...guards,
    'content-type': contentType,
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    etag,
  }
  if (isKnown(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const range = rangeOf(request, size, etag)
  if (range === 'beyond')
    return new Response(null, { status: 416, headers: { ...guards, 'content-range': `bytes */${size}` } })
  const length = range ? range.end - range.start + 1 : size
  const sized = {
    ...headers,
    'content-length': String(length),
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${size}` } : {}),
  }
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return new Response(null, { status, headers: sized })
  const found = await storage().get(path, range ?? undefined)
  if (!found) return plain(404, 'There is no such file.')
  return new Response(Readable.toWeb(found.stream) as ReadableStream, { status, headers: sized })
}

const isKnown = (given: string | null, etag: string): boolean =>
  given !== null && (given.trim() === '*' || given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))

/**
 * One part (RFC 9110, section 14). What is no range of bytes, and several parts at once, are answered with the whole:
 * nobody needs them, and many small parts of a large file are an attack.
 */
function rangeOf(request: Request, size: number, etag: string): ByteRange | 'beyond' | null {
  const condition = request.headers.get('if-range')
  if (condition !== null && condition !== etag) return null
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(request.headers.get('range') ?? '')
  const [, first = '', last = ''] = match ?? []
  if (!match || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'beyond' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'beyond' : { start, end }
}

const plain = (status: number, message: string): Response =>
  new Response(`${message}\n`, {
    status,
    headers: { ...guards, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' },
  })
