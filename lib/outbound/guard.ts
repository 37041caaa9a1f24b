import type { LookupAddress } from 'node:dns'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { appUrl, env } from '../env'
import { parseUrl } from '../parse-url'
import { portRefusal } from './ports'
import { addressesOf, firstOf } from './resolve'

/**
 * Protects calls to URLs that a caller provides (media, Ghost sites, webhooks) against SSRF. Without it, anyone with
 * a token could make the server read its metadata service or internal pages. Checking the name before the call is not
 * enough, because the second DNS lookup may return another address. So the connector checks every address it connects
 * to. IP literals are never looked up and are checked separately.
 */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
  readonly code = 'address_refused'
}

/** Parses a caller's URL. @throws AddressRefused with a message for the caller */
export function parsePublicUrl(value: string): URL {
  const url = parseUrl(value)
  if (!url) throw new AddressRefused('Not a valid URL. Use one that starts with https://.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new AddressRefused(`The URL must start with https:// or http://, not ${url.protocol}//.`)
  if (url.username !== '' || url.password !== '')
    throw new AddressRefused('The URL must not contain a user name or password. Remove them.')
  assertAllowed(url.hostname, portOf(url))
  return url
}

const webhookUrlMax = 2_048
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const hiddenCharacters = /[\u0000-\u0020\u007f\\]/

/**
 * Parses the URL of a webhook endpoint: https, or also http with `ALLOW_INSECURE_WEBHOOKS`. Does no DNS lookup;
 * `assertPublicHost` and the connector do.
 *
 * @throws AddressRefused with a message for the caller
 */
export function parseWebhookUrl(text: string): URL {
  if (text.length > webhookUrlMax)
    throw new AddressRefused(`The URL must have at most ${webhookUrlMax.toLocaleString('en')} characters.`)
  // The URL parser drops line breaks and turns backslashes into slashes, so the URL called would differ from the one shown.
  if (hiddenCharacters.test(text))
    throw new AddressRefused('The URL must not contain spaces, line breaks or backslashes. Remove or encode them.')
  const isInsecureAllowed = env().ALLOW_INSECURE_WEBHOOKS
  const protocol = parseUrl(text)?.protocol ?? null
  if (protocol !== null && protocol !== 'https:' && !(isInsecureAllowed && protocol === 'http:'))
    throw new AddressRefused(
      `The endpoint URL must start with https://${isInsecureAllowed ? ' or http://' : ''}, not ${protocol}//.`,
    )
  const url = parsePublicUrl(text)
  if (url.hash !== '')
    throw new AddressRefused(
      'The URL must not contain a fragment (#…), which is never sent to a server. Move it to the query.',
    )
  return url
}

/**
 * Looks up the host and refuses it if any of its addresses is not public. May take seconds; do not call it inside a
 * transaction. Unknown names and name servers that do not respond pass: nothing is reachable then, and the connector
 * checks again.
 *
 * @throws AddressRefused with a message for the caller
 */
export async function assertPublicHost(url: URL): Promise<void> {
  if (env().ALLOW_PRIVATE_NETWORK || literalOf(url.hostname) !== null) return
  const addresses = await addressesOf(url.hostname).catch(() => [])
  for (const { address } of addresses) assertPublic(address, url.hostname)
}

const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443 }
const portOf = ({ port, protocol }: URL): number => (port === '' ? (defaultPorts[protocol] ?? 0) : Number(port))

/** RFC 6761, 6.3: always this machine. */
const isLocalName = (hostname: string): boolean => /(^|\.)localhost\.?$/i.test(hostname)

/** Checks that need no DNS lookup. */
function assertAllowed(hostname: string, port: number): void {
  if (env().ALLOW_PRIVATE_NETWORK) return
  const literal = literalOf(hostname)
  if (literal !== null) assertPublic(literal, hostname)
  else if (isLocalName(hostname)) throw notPublicError(hostname)
  const refusal = portRefusal(port)
  if (refusal) throw new AddressRefused(refusal)
}

/** Whether the URL is one of our own files. They may be on localhost. */
export function isOwnMedia(url: URL): boolean {
  return url.origin === new URL(appUrl()).origin && url.pathname.startsWith('/media/')
}

/** Refuses every address that is not on the public internet. */
export function assertPublic(address: string, host: string): void {
  if (env().ALLOW_PRIVATE_NETWORK) return
  if (isPublic(address) && !isOwnAddress(address)) return
  throw notPublicError(host)
}

const notPublicError = (host: string): AddressRefused =>
  new AddressRefused(`${host} is not a public address. Use a public one.`)

/**
 * A call to our own public address would bypass the firewall.
 */
function isOwnAddress(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.some((one) => isSameAddress(one.address, address))
}

const isSameAddress = (one: string, other: string): boolean =>
  ipaddr.isValid(one) && ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString()

/**
 * `range()` knows the special ranges, including wrapped IPv4 addresses (mapped, NAT64, 6to4, Teredo), but not the old
 * IPv4-compatible form `::7f00:1`. Only 2000::/3 of IPv6 is in public use.
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
 * Resolves a name and passes on only checked addresses. One private address refuses the whole name, because that is what
 * DNS rebinding looks like.
 */
function checkedLookup(hostname: string, options: { family?: unknown; all?: boolean }, done: LookupDone): void {
  const checked = addressesOf(hostname).then((addresses) => {
    for (const { address } of addresses) assertPublic(address, hostname)
    return firstOf(addresses)
  })
  checked.then(
    (addresses) => {
      const first = addresses[0]
      if (options.all || !first) return done(null, addresses)
      done(null, first.address, first.family)
    },
    (error: NodeJS.ErrnoException) => done(error, []),
  )
}

const connectChecked = buildConnector({
  timeout: 10_000,
  lookup: checkedLookup,
  // Node's default of 250 ms per address is too short for distant servers.
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: 2_500,
})

/**
 * Connections to URLs of callers. Every address is checked on connect. Keep-alive connections stay with the checked
 * address.
 *
 * @param connections max per origin; null for no limit
 */
export const guardedAgent = (connections: number | null): Dispatcher =>
  new Agent({
    connect: (options, done) => {
      try {
        assertAllowed(options.hostname, Number(options.port) || (defaultPorts[options.protocol] ?? 0))
      } catch (refusal) {
        return done(refusal as Error, null)
      }
      connectChecked(options, done)
    },
    connections,
    maxHeaderSize: 16_384,
    // Limits the `Keep-Alive: timeout` of servers.
    keepAliveMaxTimeout: 60_000,
    headersTimeout: 310_000,
    bodyTimeout: 310_000,
  })

export const guardedDispatcher: Dispatcher = guardedAgent(32)
