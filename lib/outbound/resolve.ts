import { promises as dns, type LookupAddress } from 'node:dns'

/**
 * The addresses of names that callers chose.
 *
 * The machine's own look-up (getaddrinfo) holds a thread until the name's servers answer, and there are two threads
 * for all names of the process: three names whose servers say nothing would keep every network from being called. So a
 * caller's name is asked for without a thread, and only one question for a name is under way at a time.
 */

/** Per question and server; the second round waits twice as long, which ends before a connection's ten seconds. */
const questionTimeoutMs = 1_500
const rounds = 2

/** A name with hundreds of addresses is none that anybody runs a server on. */
const addressesTried = 8

/** What a name server says of a name that it does not know. The machine may still know it, from its hosts file. */
const unknownToServers: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

/** Its servers were silent or in trouble, which may pass. The code is the one that the machine's own look-up gives. */
class NameUnsaid extends Error {
  override name = 'NameUnsaid'
  readonly code = 'EAI_AGAIN'
}

const underWay = new Map<string, Promise<LookupAddress[]>>()

/**
 * Every address of a name, those of IPv4 first: a machine without IPv6 then connects at once.
 *
 * @throws an error with the `code` `ENOTFOUND` when there is no such name, `EAI_AGAIN` when nobody said
 */
export function addressesOf(hostname: string): Promise<LookupAddress[]> {
  const name = hostname.toLowerCase()
  const asked = underWay.get(name)
  if (asked) return asked
  const question = ask(name).finally(() => underWay.delete(name))
  underWay.set(name, question)
  return question
}

/** The ones worth dialling, after all of them were looked at. */
export const firstOf = (addresses: readonly LookupAddress[]): LookupAddress[] => addresses.slice(0, addressesTried)

async function ask(name: string): Promise<LookupAddress[]> {
  // A name without a dot is of this machine or its network (RFC 6761, 6.3, for localhost): no server knows it.
  if (!name.replace(/\.$/, '').includes('.')) return dns.lookup(name, { all: true })
  const resolver = new dns.Resolver({ timeout: questionTimeoutMs, tries: rounds })
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  )
  if (found.length > 0) return found
  const faults = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as { code?: string }] : []))
  const silent = faults.find(({ code }) => !unknownToServers.has(code ?? ''))
  if (silent) throw new NameUnsaid(`The name ${name} could not be looked up for the moment (${silent.code}).`)
  return dns.lookup(name, { all: true })
}
