import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { trustedProxies } from '@/lib/env'

/** By these a proxy tells what it saw. Without a proxy, callers write them as they like. */
const hearsay = ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'forwarded'] as const

/** Where a request comes from: `X-Forwarded-For` behind a trusted proxy, otherwise the address of the connection. */
export function forwardedFor({ headers, socket }: IncomingMessage): string {
  const said = headers['x-forwarded-for']?.toString()
  return said !== undefined && trustedProxies() > 0 ? said : (socket.remoteAddress ?? '')
}

/** Leaves a request only the forwarded headers that can be trusted, for Next and everything behind it. */
export function cleanForwardedHeaders(incoming: IncomingMessage): void {
  incoming.headers['x-forwarded-for'] = forwardedFor(incoming)
  if (trustedProxies() === 0) for (const name of hearsay) delete incoming.headers[name]
}

/** The same for a standard request that was made from the raw headers. */
export function setForwardedHeaders(headers: Headers, incoming: IncomingMessage): void {
  headers.set('x-forwarded-for', forwardedFor(incoming))
  if (trustedProxies() === 0) for (const name of hearsay) headers.delete(name)
}

/** For a server that is not ours (`next start`): cleans each request before the server sees it. */
export function cleanAllForwardedHeaders(): void {
  subscribe('http.server.request.start', (message) =>
    cleanForwardedHeaders((message as { request: IncomingMessage }).request),
  )
}
