import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { appUrl, env } from '../env'

/**
 * The way to addresses that a caller names: media, a Ghost site, a web hook. Without it, anybody with a token could
 * make the server read its own metadata service or a neighbour's admin page.
 *
 * Checking the name before the call is not enough, because the second look-up may answer differently. So the check
 * sits in the connector: whatever address is about to be dialled has passed it. A literal never reaches a resolver,
 * hence its own check.
 */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
  readonly code = 'address_refused'
}

/** Parses a caller's address. Throws `AddressRefused` with a sentence for the caller. */
export function parsePublicUrl(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url) throw new AddressRefused('This is not a web address. Give one that begins with https://.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new AddressRefused(`An address must begin with https:// or http://, not with ${url.protocol}//.`)
  if (url.username !== '' || url.password !== '')
    throw new AddressRefused('An address must not carry a user name or password. Take them out.')
  const literal = literalOf(url.hostname)
  if (literal !== null) assertPublic(literal, url.hostname)
  return url
}

/** Is this one of our own hosted files? They may live on localhost, and reading them is what they are there for. */
export function isOwnMedia(url: URL): boolean {
  return url.origin === new URL(appUrl()).origin && url.pathname.startsWith('/media/')
}

/** Refuses everything but addresses of the public internet, whatever name or spelling they hide behind. */
export function assertPublic(address: string, host: string): void {
  if (env().ALLOW_PRIVATE_NETWORK) return
  if (isPublic(address)) return
  throw new AddressRefused(
    `The address ${host} does not lead to the public internet, so it is not called. Use a public one.`,
  )
}

/**
 * `range()` knows the special ranges, those that wrap an IPv4 address (mapped, NAT64, 6to4, Teredo) among them, and
 * yet takes the old IPv4-compatible form `::7f00:1` for an ordinary address. Of IPv6 only 2000::/3 was ever given out.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return !(parsed instanceof ipaddr.IPv6) || (parsed.parts[0] ?? 0) >> 13 === 1
}

function literalOf(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return ipaddr.isValid(bare) ? bare : null
}

type LookupDone = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/**
 * Resolves, checks every address and hands on exactly those that were checked. One private address among public
 * ones refuses the name as a whole: it is how a rebinding answer looks.
 */
function checkedLookup(hostname: string, options: { family?: unknown; all?: boolean }, done: LookupDone): void {
  lookup(hostname, { all: true }, (error, addresses) => {
    if (error) return done(error, [])
    try {
      for (const { address } of addresses) assertPublic(address, hostname)
    } catch (refusal) {
      return done(refusal as NodeJS.ErrnoException, [])
    }
    const first = addresses[0]
    if (options.all || !first) return done(null, addresses)
    done(null, first.address, first.family)
  })
}

const connectChecked = buildConnector({
  timeout: 10_000,
  lookup: checkedLookup as LookupFunction,
})

/**
 * `unsafe` in no way but one: it dials what a stranger named. Every address is checked as it is dialled.
 *
 * @param connections at most so many to one origin, where callers wait for a free one; null when they count their calls
 *   themselves and must never wait
 */
export const guardedAgent = (connections: number | null): Dispatcher =>
  new Agent({
    connect: (options, done) => {
      try {
        const literal = literalOf(options.hostname)
        if (literal !== null) assertPublic(literal, options.hostname)
      } catch (refusal) {
        return done(refusal as Error, null)
      }
      connectChecked(options, done)
    },
    maxHeaderSize: 16_384,
    connections,
    headersTimeout: 310_000,
    bodyTimeout: 310_000,
  })

export const guardedDispatcher: Dispatcher = guardedAgent(32)
