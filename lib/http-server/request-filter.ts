import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { log } from '@/lib/logger'
import { serveFile } from '@/lib/media/serve'
import { parseUrl } from '@/lib/parse-url'
import { badRequest, sendError } from './bad-requests'
import { discardBody } from './unread-body'

/**
 * Answers the few requests that Next answers badly: malformed paths, unknown methods and hosted media files, whose
 * `Content-Length` Next removes. Returns false for all other requests, which are for Next.
 */
export function answerBeforeNext(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  incoming.url = originForm(incoming.url ?? '/')
  // Consumes no data. Without this call Node would read the whole unread body itself.
  incoming.read(0)
  const { socket } = incoming
  outgoing.once('finish', () => discardBody(incoming, socket))
  const [path = '/'] = incoming.url.split('?', 1)
  const error = badRequest(incoming.method ?? 'GET', path)
  if (error) sendError(incoming, outgoing, path, error)
  else if (isMediaFile(incoming.method, path)) void sendMediaFile(incoming, outgoing, path)
  else return false
  return true
}

/** A client may send the full URL instead of the path (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  const url = /^https?:\/\//i.test(target) ? parseUrl(target) : null
  return url ? url.pathname + url.search : target
}

const isMediaFile = (method: string | undefined, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') && /^\/media\/[\w-]+\/[\w-]+\.\w+$/.test(path)

const usedHeaders = ['if-none-match', 'if-range', 'range']

async function sendMediaFile({ method = 'GET', headers }: IncomingMessage, outgoing: ServerResponse, path: string) {
  try {
    const used = usedHeaders.flatMap((name) => (headers[name] ? [[name, `${headers[name]}`] as [string, string]] : []))
    const request = new Request(`http://localhost${path}`, { method, headers: used })
    const response = await serveFile(request, path.replace('/media/', ''))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.body) await pipeline(Readable.fromWeb(response.body as never), outgoing)
    else outgoing.end()
  } catch (error) {
    // Either the client has disconnected or the file could not be read.
    if (!outgoing.destroyed) log.error('http_server.file_failed', { path, cause: error })
    outgoing.destroy()
  }
}
