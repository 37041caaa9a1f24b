import { promises as dns } from 'node:dns'
import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type DnsReply, type NameServer, startNameServer } from '@/tests/support/servers/name-server'
import { reloadEnv } from '../env'
import { AddressRefused, assertPublicHost, guardedDispatcher, parsePublicUrl } from './guard'
import { callOut, type TransportError } from './request'
import { addressesOf } from './resolve'

const publicOnes = ['93.184.216.34', '2606:2800:220:1::1']

const zone: Record<string, (asked: number) => DnsReply> = {
  'public.example': () => ({ addresses: publicOnes }),
  'private.example': () => ({ addresses: ['10.0.0.1'] }),
  'loopback.example': () => ({ addresses: ['127.0.0.1'] }),
  'loopback6.example': () => ({ addresses: ['::1'] }),
  'mixed.example': () => ({ addresses: ['93.184.216.34', '127.0.0.1'] }),
  'mixed6.example': () => ({ addresses: ['93.184.216.34', '::1'] }),
  'mapped.example': () => ({ addresses: ['::ffff:127.0.0.1'] }),
  'metadata.example': () => ({ addresses: ['169.254.169.254'] }),
  'nothing.example': () => ({ addresses: ['0.0.0.0'] }),
  'alias.example': () => ({ addresses: ['127.0.0.1'], alias: 'inside.example' }),
  // Public at the first query, private at the second.
  'rebinding.example': (asked) => ({ addresses: asked === 1 ? publicOnes : ['127.0.0.1', '::1'] }),
  'silent1.example': () => 'silent',
  'silent2.example': () => 'silent',
  'silent3.example': () => 'silent',
}

let names: NameServer
let canary: Server
let port: number
let touched = 0

beforeAll(async () => {
  names = await startNameServer((name, asked) => zone[name]?.(asked) ?? 'unknown')
  canary = createServer((socket) => {
    touched += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => canary.listen(0, '::', resolve))
  port = (canary.address() as { port: number }).port
})
afterAll(() => {
  names.stop()
  canary.close()
})

const Resolver = dns.Resolver
beforeEach(() => {
  names.questions.length = 0
  dns.Resolver = class extends Resolver {
    constructor(options?: ConstructorParameters<typeof Resolver>[0]) {
      super(options)
      this.setServers([names.address])
    }
  }
  vi.stubEnv('ALLOW_PRIVATE_NETWORK', '0')
  reloadEnv()
})
afterEach(() => {
  dns.Resolver = Resolver
  vi.unstubAllEnvs()
  reloadEnv()
})

const call = (host: string): Promise<TransportError> =>
  callOut({
    method: 'GET',
    url: new URL(`http://${host}:${port}/`),
    dispatcher: guardedDispatcher,
    deadlineMs: 5_000,
  }).then(
    () => Promise.reject(new Error('The call was answered.')),
    (error: TransportError) => error,
  )

test('returns IPv4 addresses before IPv6', async () => {
  expect(await addressesOf('PUBLIC.example')).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '2606:2800:220:1::1', family: 6 },
  ])
  await expect(assertPublicHost(parsePublicUrl('https://public.example/'))).resolves.toBeUndefined()
})

test.each([
  'private.example',
  'loopback.example',
  'loopback6.example',
  'mixed.example',
  'mixed6.example',
  'mapped.example',
  'metadata.example',
  'nothing.example',
  'alias.example',
])('%s is refused by the check and by the connector', async (host) => {
  await expect(assertPublicHost(parsePublicUrl(`https://${host}/`))).rejects.toThrow(AddressRefused)
  expect(await call(host)).toMatchObject({ code: 'address_refused', wasWritten: false })
  expect(touched).toBe(0)
})

test('a name that becomes private after the check is refused by the connector', async () => {
  await assertPublicHost(parsePublicUrl('https://rebinding.example/'))
  expect(await call('rebinding.example')).toMatchObject({ code: 'address_refused', wasWritten: false })
  expect(names.questions).toHaveLength(4)
  expect(touched).toBe(0)
})

test('an unknown name passes the check, and the call fails', async () => {
  await expect(assertPublicHost(parsePublicUrl('https://unknown.invalid/'))).resolves.toBeUndefined()
  expect(await call('unknown.invalid')).toMatchObject({ code: 'ENOTFOUND', wasWritten: false })
})

test('falls back to the hosts file and checks its addresses', async () => {
  const lookup = vi.spyOn(dns, 'lookup').mockResolvedValue([{ address: '127.0.0.1', family: 4 }] as never)
  await expect(assertPublicHost(parsePublicUrl('https://hosts-file.example/'))).rejects.toThrow(AddressRefused)
  expect(await call('hosts-file.example')).toMatchObject({ code: 'address_refused' })
  expect(lookup).toHaveBeenCalledTimes(2)
  lookup.mockRestore()
})

test('silent name servers do not delay other lookups or block a thread', async () => {
  const lookup = vi.spyOn(dns, 'lookup')
  const ended: string[] = []
  const ask = (name: string) =>
    addressesOf(name).then(
      () => ended.push(name),
      (error: { code: string }) => ended.push(`${name} ${error.code}`),
    )
  const silent = ['silent1.example', 'silent2.example', 'silent3.example'].map(ask)
  await ask('public.example')
  await ask('localhost')
  expect(ended).toEqual(['public.example', 'localhost'])
  await Promise.all(silent)
  expect(ended.slice(2).sort()).toEqual(['1', '2', '3'].map((number) => `silent${number}.example EAI_AGAIN`))
  expect(lookup.mock.calls.map(([name]) => name)).toEqual(['localhost'])
  lookup.mockRestore()
})

test('concurrent lookups of one name share a query', async () => {
  await Promise.all(Array.from({ length: 50 }, () => addressesOf('public.example')))
  expect(names.questions.sort()).toEqual(['public.example A', 'public.example AAAA'])
})
