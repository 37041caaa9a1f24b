import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { appUrl, env } from '../env'
import { portRefusal } from './ports'
import { addressesOf, firstOf } from './resolve'

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
  assertDialled(url.hostname, portOf(url))
  return url
}

const webhookUrlMax = 2_048
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unwritten = /[\u0000-\u0020\u007f\\]/

/**
 * Parses the address of a webhook endpoint: https, or http where `ALLOW_INSECURE_WEBHOOKS` is on. The name is not
 * looked up here; that is `assertPublicHost`, and once more whoever dials it.
 *
 * @throws AddressRefused with a sentence for the caller
 */
export function parseWebhookUrl(text: string): URL {
  if (text.length > webhookUrlMax)
    throw new AddressRefused(`An address has at most ${webhookUrlMax.toLocaleString('en')} characters. Shorten it.`)
  // The parser of addresses takes line breaks out and turns backslashes round: what is seen is not what is called.
  if (unwritten.test(text))
    throw new AddressRefused('An address has no spaces, line breaks or backslashes. Take them out, or encode them.')
  const isInsecureAllowed = env().ALLOW_INSECURE_WEBHOOKS
  const protocol = URL.canParse(text) ? new URL(text).protocol : null
  if (protocol !== null && protocol !== 'https:' && !(isInsecureAllowed && protocol === 'http:'))
    throw new AddressRefused(
      `The address of an endpoint must begin with https://${isInsecureAllowed ? ' or http://' : ''}, not with ${protocol}//.`,
    )
  const url = parsePublicUrl(text)
  if (url.hash !== '')
    throw new AddressRefused('What follows a # is never sent to a server. Take it out, or put it in the query.')
  return url
}

/**
 * Looks a parsed address up and refuses it when any address behind the name is not public. Answers within some seconds;
 * not to be called inside a transaction. A name that is not there yet, or whose servers say nothing, passes: nothing
 * can be reached by it, and whoever dials it later asks again.
 *
 * @throws AddressRefused with a sentence for the caller
 */
export async function assertPublicHost(url: URL): Promise<void> {
  if (env().ALLOW_PRIVATE_NETWORK || literalOf(url.hostname) !== null) return
  const addresses = await addressesOf(url.hostname).catch(() => [])
  for (const { address } of addresses) assertPublic(address, url.hostname)
}

const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443 }
const portOf = ({ port, protocol }: URL): number => (port === '' ? (defaultPorts[protocol] ?? 0) : Number(port))

/** RFC 6761, 6.3: these are this machine, whether a resolver knows them or not. */
const isLocalName = (hostname: string): boolean => /(^|\.)localhost\.?$/i.test(hostname)

/** What can be said of a host and a port before anybody is asked. */
function assertDialled(hostname: string, port: number): void {
  if (env().ALLOW_PRIVATE_NETWORK) return
  const literal = literalOf(hostname)
  if (literal !== null) assertPublic(literal, hostname)
  else if (isLocalName(hostname)) throw notPublic(hostname)
  const refusal = portRefusal(port)
  if (refusal) throw new AddressRefused(refusal)
}

/** Is this one of our own hosted files? They may live on localhost, and reading them is what they are there for. */
export function isOwnMedia(url: URL): boolean {
  return url.origin === new URL(appUrl()).origin && url.pathname.startsWith('/media/')
}

/** Refuses everything but addresses of the public internet, whatever name or spelling they hide behind. */
export function assertPublic(address: string, host: string): void {
  if (env().ALLOW_PRIVATE_NETWORK) return
  if (isPublic(address) && !isOwnAddress(address)) return
  throw notPublic(host)
}

const notPublic = (host: string): AddressRefused =>
  new AddressRefused(`The address ${host} does not lead to the public internet, so it is not called. Use a public one.`)

/**
 * A public address of this very machine is reached past its firewall, by what listens here and is meant for nobody
 * else.
 */
function isOwnAddress(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.some((one) => isSameAddress(one.address, address))
}

const isSameAddress = (one: string, other: string): boolean =>
  ipaddr.isValid(one) && ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString()

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
  lookup: checkedLookup as LookupFunction,
  // Of several addresses Node gives each but the last 250 ms, which the other side of the world does not keep.
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: 2_500,
})

/**
 * The connections to what strangers named. Every address is checked as it is dialled; a connection that is kept alive
 * stays with the one it was checked for.
 *
 * @param connections to one origin at a time; null for as many as there are calls
 */
export const guardedAgent = (connections: number | null): Dispatcher =>
  new Agent({
    connect: (options, done) => {
      try {
        assertDialled(options.hostname, Number(options.port) || (defaultPorts[options.protocol] ?? 0))
      } catch (refusal) {
        return done(refusal as Error, null)
      }
      connectChecked(options, done)
    },
    connections,
    maxHeaderSize: 16_384,
    // A stranger's word on how long an idle connection stays open is taken up to here.
    keepAliveMaxTimeout: 60_000,
    headersTimeout: 310_000,
    bodyTimeout: 310_000,
  })

export const guardedDispatcher: Dispatcher = guardedAgent(32)
