import { promises as dns, type LookupAddress } from 'node:dns'

/**
 * DNS lookups of names that callers provide. `dns.lookup` (getaddrinfo) blocks a thread until the name servers
 * respond, and Node uses two threads for lookups. Three names whose servers do not respond would block calls to all
 * networks. So these lookups use the asynchronous resolver, one query per name at a time.
 */

/** Per query and server. The second round waits twice as long; both end before the connect timeout of ten seconds. */
const queryTimeoutMs = 1_500
const rounds = 2

/** Max addresses tried per name. */
const addressesMax = 8

/** The name server does not know the name. It may still be in the hosts file. */
const unknownToServers: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

/** Temporary DNS failure, with the code that `dns.lookup` uses. */
class NameLookupFailed extends Error {
  override name = 'NameLookupFailed'
  readonly code = 'EAI_AGAIN'
}

const running = new Map<string, Promise<LookupAddress[]>>()

/**
 * All addresses of a name, IPv4 first, so that a machine without IPv6 connects at once.
 *
 * @throws an error with the `code` `ENOTFOUND` for an unknown name, `EAI_AGAIN` for a temporary failure
 */
export function addressesOf(hostname: string): Promise<LookupAddress[]> {
  const name = hostname.toLowerCase()
  const existing = running.get(name)
  if (existing) return existing
  const query = resolve(name).finally(() => running.delete(name))
  running.set(name, query)
  return query
}

/** The addresses to try, after all were checked. */
export const firstOf = (addresses: readonly LookupAddress[]): LookupAddress[] => addresses.slice(0, addressesMax)

async function resolve(name: string): Promise<LookupAddress[]> {
  // Names without a dot are local (RFC 6761, 6.3, for localhost).
  if (!name.replace(/\.$/, '').includes('.')) return dns.lookup(name, { all: true })
  const resolver = new dns.Resolver({ timeout: queryTimeoutMs, tries: rounds })
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  )
  if (found.length > 0) return found
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as { code?: string }] : []))
  const silent = errors.find(({ code }) => !unknownToServers.has(code ?? ''))
  if (silent) throw new NameLookupFailed(`DNS lookup of ${name} failed temporarily (${silent.code}).`)
  return dns.lookup(name, { all: true })
}
