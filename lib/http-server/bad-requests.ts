import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { allowOf } from '@/lib/api/endpoint'
import { requestIdOf } from '@/lib/api/request-id'
import { AppError, invalid } from '@/lib/errors'
import { log } from '@/lib/logger'
import { contracts } from '@/lib/openapi/contracts'

/** All methods of this server. Next answers others with a 500 or an empty 400. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const isApi = (path: string): boolean => /^\/api(?:\/|$)/.test(path)

/** The error for a request that Next would answer with a 500 or an empty body. Null for every other request. */
export function badRequest(method: string, path: string): AppError | null {
  if (!methods.includes(method)) {
    const allow = isApi(path) ? allowedOn(path) : 'GET, HEAD'
    const message = `Method ${method} not allowed. Allowed: ${allow}.`
    return new AppError('method_not_allowed', message, {}, { headers: { Allow: allow } })
  }
  if ((path === '*' || path.startsWith('/')) && isDecodable(path)) return null
  return invalid(
    '',
    'The path is not valid. Encode special characters as UTF-8 with % and two hex digits.',
    'invalid_path',
  )
}

function allowedOn(path: string): string {
  const matching = contracts.filter(({ contract }) =>
    new RegExp(`^${contract.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  )
  const exact = matching.filter(({ contract }) => contract.path === path)
  const own = exact.length > 0 ? exact : matching
  return own.length > 0 ? allowOf(own.map(({ contract }) => contract.method)) : methods.join(', ')
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Sends the error: in the API's format under `/api`, elsewhere as a line of text. */
export function sendError(incoming: IncomingMessage, outgoing: ServerResponse, path: string, error: AppError): void {
  const requestId = requestIdOf(incoming.headers['x-request-id']?.toString())
  const body = isApi(path) ? JSON.stringify({ error: error.toBody() }) : `${error.message}\n`
  outgoing.writeHead(error.status, {
    ...error.headers,
    'content-type': isApi(path) ? 'application/json' : 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
  const { method } = incoming
  log.info('request', { request_id: requestId, method, path, status: error.status, duration_ms: 0, code: error.code })
}

/** By the error codes of Node's HTTP parser. Any other code means that the bytes are not HTTP. */
const parserErrors: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: invalid('', 'URL and headers together are longer than 16 KiB. Shorten them.', 'too_long'),
  ERR_HTTP_REQUEST_TIMEOUT: invalid('', 'The request took too long to arrive. Send it again.', 'too_slow'),
  HPE_INVALID_METHOD: new AppError('method_not_allowed', `Unknown method. Allowed: ${methods.join(', ')}.`),
  CONNECT: new AppError('method_not_allowed', `Method CONNECT not allowed. Allowed: ${methods.join(', ')}.`),
}
const notHttp = invalid('', 'This is not a valid HTTP request.', 'invalid_http')

/** Answers a request that could not be parsed, or a CONNECT. Its path is unknown, so the API's format is used. */
export function answerUnparsable(socket: Duplex, code: string | undefined): void {
  if (!socket.writable) return void socket.destroy()
  const error = parserErrors[code ?? ''] ?? notHttp
  const body = JSON.stringify({ error: error.toBody() })
  const lines = [
    `HTTP/1.1 ${error.status} ${error.status === 405 ? 'Method Not Allowed' : 'Bad Request'}`,
    'content-type: application/json',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestIdOf(null)}`,
    ...(error.status === 405 ? [`allow: ${methods.join(', ')}`] : []),
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
