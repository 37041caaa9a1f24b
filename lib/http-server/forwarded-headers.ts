import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { trustedProxies } from '@/lib/env'

/** Set by proxies. Without a trusted proxy the caller could have set them. */
const proxyHeaders = ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'forwarded'] as const

/**
 * Removes forwarded headers that cannot be trusted, before Next and the endpoints read them. `X-Forwarded-For` becomes
 * the address of the connection if there is no trusted proxy.
 */
function cleanForwardedHeaders({ headers, socket }: IncomingMessage): void {
  const isTrusted = trustedProxies() > 0
  if (!isTrusted) for (const name of proxyHeaders) delete headers[name]
  if (!isTrusted || headers['x-forwarded-for'] === undefined) headers['x-forwarded-for'] = socket.remoteAddress ?? ''
}

/** Cleans each request of this process before its server sees it, also in plain `next start`. */
export function cleanAllForwardedHeaders(): void {
  subscribe('http.server.request.start', (message) =>
    cleanForwardedHeaders((message as { request: IncomingMessage }).request),
  )
}
