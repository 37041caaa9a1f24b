import { promises as dns } from 'node:dns'
import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type NameServer, type Said, startNameServer } from '@/tests/support/name-server'
import { reloadEnv } from '../env'
import { AddressRefused, assertPublicHost, guardedDispatcher, parsePublicUrl } from './guard'
import { callOut, type TransportFault } from './request'
import { addressesOf } from './resolve'

const publicOnes = ['93.184.216.34', '2606:2800:220:1::1']

const zone: Record<string, (asked: number) => Said> = {
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
  // Public when it is asked about, and somewhere else when it is called.
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

const call = (host: string): Promise<TransportFault> =>
  callOut({
    method: 'GET',
    url: new URL(`http://${host}:${port}/`),
    dispatcher: guardedDispatcher,
    deadlineMs: 5_000,
  }).then(
    () => Promise.reject(new Error('The call was answered.')),
    (fault: TransportFault) => fault,
  )

test('a name has the addresses of both families, those that every machine can dial first', async () => {
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
])('%s is refused when it is named and when it is called', async (host) => {
  await expect(assertPublicHost(parsePublicUrl(`https://${host}/`))).rejects.toThrow(AddressRefused)
  expect(await call(host)).toMatchObject({ code: 'address_refused', wasWritten: false })
  expect(touched).toBe(0)
})

test('a name that turns private between the look and the call is refused at the call', async () => {
  await assertPublicHost(parsePublicUrl('https://rebinding.example/'))
  expect(await call('rebinding.example')).toMatchObject({ code: 'address_refused', wasWritten: false })
  expect(names.questions).toHaveLength(4)
  expect(touched).toBe(0)
})

test('a name that nobody knows may be named, and calling it fails', async () => {
  await expect(assertPublicHost(parsePublicUrl('https://unknown.invalid/'))).resolves.toBeUndefined()
  expect(await call('unknown.invalid')).toMatchObject({ code: 'ENOTFOUND', wasWritten: false })
})

test('a name that the servers do not know is asked of the machine, and what that says is checked too', async () => {
  const lookup = vi.spyOn(dns, 'lookup').mockResolvedValue([{ address: '127.0.0.1', family: 4 }] as never)
  await expect(assertPublicHost(parsePublicUrl('https://hosts-file.example/'))).rejects.toThrow(AddressRefused)
  expect(await call('hosts-file.example')).toMatchObject({ code: 'address_refused' })
  expect(lookup).toHaveBeenCalledTimes(2)
  lookup.mockRestore()
})

test('names whose servers say nothing keep no other name waiting, and take no thread', async () => {
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

test('a crowd that asks for one name asks once', async () => {
  await Promise.all(Array.from({ length: 50 }, () => addressesOf('public.example')))
  expect(names.questions.sort()).toEqual(['public.example A', 'public.example AAAA'])
})
