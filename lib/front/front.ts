import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { contracts } from '@/lib/api/contracts'
import { allowOf } from '@/lib/api/endpoint'
import { requestIdOf } from '@/lib/api/request-id'
import { AppError, invalid } from '@/lib/errors'
import { log } from '@/lib/logger'
import { serveFile } from '@/lib/media/serve'
import { cleanForwardedHeaders } from './forwarded-headers'
import { discardRest, send, toRequest } from './node-http'
import { type Match, type RouteTable, routeFinder } from './route-table'

/** What stands before Next in the server process (`scripts/server.mjs`). */
export type Front = {
  /** Answers the request, or says that it is Next's. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** Answers what is no request at all: an HTTP parser gave it up, or it wants a tunnel. */
  refuseUnreadable(socket: Duplex, code: string | undefined): void
}

/** Methods that anything here has. Next answers the others with a 500 or an empty 400. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof methods)[number]
const isMethod = (method: string): method is Method => (methods as readonly string[]).includes(method)

/**
 * The front answers in our own words what Next answers badly, and hands requests of the API straight to the handlers
 * that Next would find by a detour which costs more than the answer. Everything else is Next's.
 *
 * @param origin what the handlers see before the path; they use the path alone
 */
export function makeFront(table: RouteTable, origin: string): Front {
  const findRoute = routeFinder(table)
  return {
    answer(incoming, outgoing) {
      incoming.url = originForm(incoming.url ?? '/')
      cleanForwardedHeaders(incoming)
      const path = incoming.url.split('?', 1)[0] as string
      const match = findRoute(path)
      const method = incoming.method ?? 'GET'
      const refusal = refusalOf(method, path, match)
      if (refusal) refuse(incoming, outgoing, path, refusal)
      else if (match && isMethod(method)) void dispatch(handlerOf(match, method), incoming, outgoing, origin)
      else if (isGet(method) && hostedFile.test(path)) void dispatch(giveFile(path), incoming, outgoing, origin)
      else return false
      return true
    },
    refuseUnreadable,
  }
}

type Handler = (request: Request) => Promise<Response>

function handlerOf({ handlers, params }: Match, method: Method): Handler {
  const handler = handlers[method === 'HEAD' ? 'GET' : method]
  return (request) => handler(request, { params: Promise.resolve(params) })
}

/** Next gives files as `app/media` does, but without their length, which players and networks go by. */
const hostedFile = /^\/media\/[\w-]+\/[\w-]+\.\w+$/
const isGet = (method: string): boolean => method === 'GET' || method === 'HEAD'
const giveFile =
  (path: string): Handler =>
  (request) =>
    serveFile(request, path.replace('/media/', ''))

async function dispatch(
  handler: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
): Promise<void> {
  try {
    const response = await handler(toRequest(incoming, outgoing, origin))
    await send(response, incoming, outgoing)
  } catch (error) {
    // The handlers turn their own faults into answers: the caller has hung up, or the answer could not be written.
    if (!incoming.socket.destroyed) log.error('front.failed', { path: incoming.url, cause: error })
    outgoing.destroy()
  }
}

/** A request may name its target in full (RFC 9112, section 3.2.2). Whose name it is does not matter here. */
function originForm(target: string): string {
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return target
  const { pathname, search } = new URL(target)
  return pathname + search
}

function refusalOf(method: string, path: string, match: Match | null): AppError | null {
  if (!isMethod(method)) return methodRefusal(method, path, match)
  if (path === '*' || path.startsWith('/')) return isDecodable(path) ? null : pathRefusal()
  return pathRefusal()
}

const pathRefusal = (): AppError =>
  invalid('', 'The path of the address is not valid: % stands before two hexadecimal digits, in UTF-8.', 'invalid_path')

function methodRefusal(method: string, path: string, match: Match | null): AppError {
  const allow = isApi(path) ? allowedBy(match) : 'GET, HEAD'
  const message = `${method} is not possible here. Possible: ${allow}.`
  return new AppError('method_not_allowed', message, {}, { headers: { Allow: allow } })
}

const allowedBy = (match: Match | null): string =>
  match
    ? allowOf(contracts.flatMap(({ contract }) => (contract.path === match.path ? [contract.method] : [])))
    : methods.join(', ')

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

const isApi = (path: string): boolean => /^\/api(?:\/|$)/.test(path)

/** In the API's envelope under `/api`; elsewhere a line of text, for people. */
function refuse(incoming: IncomingMessage, outgoing: ServerResponse, path: string, fault: AppError): void {
  const requestId = requestIdOf(incoming.headers['x-request-id']?.toString())
  const body = isApi(path) ? JSON.stringify({ error: fault.toBody() }) : `${fault.message}\n`
  outgoing.writeHead(fault.status, {
    ...fault.headers,
    'content-type': isApi(path) ? 'application/json' : 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
  discardRest(incoming)
  log.info('request', {
    request_id: requestId,
    method: incoming.method,
    path,
    status: fault.status,
    duration_ms: 0,
    code: fault.code,
  })
}

/** By the codes of Node's parser; whatever is not here is no HTTP at all. */
const unreadable: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: invalid('', 'Address and headers are together longer than 16 KiB. Shorten them.', 'too_long'),
  ERR_HTTP_REQUEST_TIMEOUT: invalid('', 'The request took too long to arrive. Send it again.', 'too_slow'),
  HPE_INVALID_METHOD: new AppError('method_not_allowed', `This is none of the methods ${methods.join(', ')}.`),
  CONNECT: new AppError('method_not_allowed', `CONNECT is not possible here. Possible: ${methods.join(', ')}.`),
}
const notHttp = invalid('', 'This is not a valid HTTP request.', 'invalid_http')

/** Whom it was for is not known, so the API's envelope is for all. */
function refuseUnreadable(socket: Duplex, code: string | undefined): void {
  if (!socket.writable) return void socket.destroy()
  const fault = unreadable[code ?? ''] ?? notHttp
  const body = JSON.stringify({ error: fault.toBody() })
  const lines = [
    `HTTP/1.1 ${fault.status} ${fault.status === 405 ? 'Method Not Allowed' : 'Bad Request'}`,
    'content-type: application/json',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestIdOf(null)}`,
    ...(fault.status === 405 ? [`allow: ${methods.join(', ')}`] : []),
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
