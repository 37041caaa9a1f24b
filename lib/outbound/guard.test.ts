import { createServer, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fetchFile } from '@/lib/media-files/fetch-file'
import { reloadEnv } from '../env'
import {
  AddressRefused,
  assertPublic,
  guardedDispatcher,
  isOwnMedia,
  isPublic,
  parsePublicUrl,
  parseWebhookUrl,
} from './guard'
import { MediaError } from './media'
import { callOut, TransportError } from './request'

let canary: Server
let port: number
const touched: string[] = []

beforeAll(async () => {
  canary = createServer((request, response) => {
    touched.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'image/png' }).end('seen')
  })
  await new Promise<void>((resolve) => canary.listen(0, '::', resolve))
  port = (canary.address() as AddressInfo).port
})
afterAll(() => canary.close())
beforeEach(() => {
  // Whatever the run sets: here the guard is under test.
  vi.stubEnv('ALLOW_PRIVATE_NETWORK', '0')
  reloadEnv()
})
afterEach(() => {
  vi.unstubAllEnvs()
  reloadEnv()
})

const hosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '127.0.0.1.',
  '１２７.０.０.１',
  '127。0。0。1',
  'localhost',
  'LOCALHOST',
  '%6c%6f%63%61%6c%68%6f%73%74',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fd00:ec2::254]',
  '[fc00::1]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[5f00::1]',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '172.16.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
]

test.each(hosts)('refuses %s', async (host) => {
  const address = `http://${host}:${port}/canary`
  await expect(fetchFile(address, { maxBytes: 1_000 })).rejects.toMatchObject({ kind: 'address_refused' })
  // The connector refuses too.
  const call = callOut({ method: 'GET', url: new URL(address), dispatcher: guardedDispatcher, deadlineMs: 3_000 })
  const error = await call.catch((error: unknown) => error)
  expect(error).toBeInstanceOf(TransportError)
  expect(error).toMatchObject({ code: 'address_refused', wasWritten: false })
  expect(touched).toEqual([])
})

test.each(['localhost', 'localhost.', 'LocalHost', 'inner.localhost', 'a.b.localhost.'])(
  'refuses the local name %s',
  (host) => {
    expect(() => parsePublicUrl(`http://${host}:${port}/`)).toThrow('is not a public address')
  },
)

test.each(['localhost.example', 'notlocalhost', 'localhostess.com'])('allows %s', (host) => {
  expect(parsePublicUrl(`http://${host}/`).hostname).toBe(host)
})

test('refuses public addresses of this machine', () => {
  const interfaces = vi.spyOn(os, 'networkInterfaces').mockReturnValue({
    eth0: [{ address: '8.8.4.4' }, { address: '2001:4860:4860::8844' }] as os.NetworkInterfaceInfo[],
  })
  syncBuiltinESMExports()
  for (const address of ['8.8.4.4', '2001:4860:4860:0:0:0:0:8844'])
    expect(() => assertPublic(address, 'mine.example')).toThrow(AddressRefused)
  expect(() => assertPublic('8.8.8.8', 'other.example')).not.toThrow()
  interfaces.mockRestore()
  syncBuiltinESMExports()
})

test.each(['22', '25', '6379', '27017', '10250'])(
  'port %s is refused by the parser and by the connector',
  async (at) => {
    expect(() => parsePublicUrl(`https://example.com:${at}/`)).toThrow(/^Port \d+ .*is not allowed/)
    const url = new URL(`http://8.8.8.8:${at}/`)
    const call = callOut({ method: 'GET', url, dispatcher: guardedDispatcher, deadlineMs: 3_000 })
    await expect(call).rejects.toMatchObject({ code: 'address_refused', wasWritten: false })
  },
)

test.each([
  'file:///etc/passwd',
  'ftp://example.com/a.png',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'gopher://example.com/',
  '//example.com/a.png',
  '/a.png',
  '',
  'http://',
  'http://user:password@example.com/a.png',
  'http://user@example.com/a.png',
])('refuses the URL %j', (address) => {
  expect(() => parsePublicUrl(address)).toThrow(AddressRefused)
})

test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111'])('%s is public', (address) => {
  expect(isPublic(address)).toBe(true)
  expect(() => assertPublic(address, address)).not.toThrow()
})

test('an unknown name fails with ENOTFOUND', async () => {
  const call = callOut({ method: 'GET', url: new URL('http://nowhere.invalid/'), dispatcher: guardedDispatcher })
  await expect(call).rejects.toMatchObject({ wasWritten: false, code: 'ENOTFOUND' })
})

test('ALLOW_PRIVATE_NETWORK turns the guard off', async () => {
  vi.stubEnv('ALLOW_PRIVATE_NETWORK', '1')
  reloadEnv()
  const call = callOut({ method: 'GET', url: new URL(`http://127.0.0.1:${port}/meant`), dispatcher: guardedDispatcher })
  expect((await call).status).toBe(200)
  expect(touched.splice(0)).toEqual(['/meant'])
})

test('allows our own media on localhost, nothing else', async () => {
  vi.stubEnv('APP_URL', `http://127.0.0.1:${port}`)
  reloadEnv()
  expect(isOwnMedia(new URL(`http://127.0.0.1:${port}/media/a/b.png`))).toBe(true)
  for (const path of ['/api/v1/stories', '/media', '/mediaX/', '/media/../api/secret'])
    expect([path, isOwnMedia(new URL(`http://127.0.0.1:${port}${path}`))]).toEqual([path, false])
  const error = await fetchFile(`http://127.0.0.1:${port}/media/a.png`, { maxBytes: 100 }).catch((error) => error)
  expect(error).toBeInstanceOf(MediaError)
  expect(error).toMatchObject({ kind: 'not_media' })
  expect(touched.splice(0)).toEqual(['/media/a.png'])
})

test.each([
  ['https://example.com/hook?a=1', 'https://example.com/hook?a=1'],
  ['https://example.com:8443', 'https://example.com:8443/'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
])('accepts the endpoint URL %s', (text, href) => {
  expect(parseWebhookUrl(text).href).toBe(href)
})

test.each([
  ['http://example.com/hook', 'must start with https://, not http://'],
  ['ftp://example.com/hook', 'must start with https://, not ftp://'],
  ['example.com/hook', 'Not a valid URL'],
  ['https://', 'Not a valid URL'],
  ['https://user:password@example.com/', 'must not contain a user name or password'],
  ['https://example.com/#here', 'must not contain a fragment'],
  [' https://example.com/', 'must not contain spaces, line breaks or backslashes'],
  ['https://exa\nmple.com/', 'must not contain spaces, line breaks or backslashes'],
  ['https://exa\tmple.com/', 'must not contain spaces, line breaks or backslashes'],
  ['https:\\\\example.com/', 'must not contain spaces, line breaks or backslashes'],
  [`https://example.com/${'a'.repeat(2_030)}`, 'at most 2,048 characters'],
  ['https://127.0.0.1/', 'is not a public address'],
  ['https://localhost/', 'is not a public address'],
  ['https://example.com:5432/', 'Port 5432 belongs to PostgreSQL'],
])('refuses the endpoint URL %j', (text, message) => {
  expect(() => parseWebhookUrl(text)).toThrow(message)
})

test('ALLOW_INSECURE_WEBHOOKS only allows http endpoints', () => {
  vi.stubEnv('ALLOW_INSECURE_WEBHOOKS', '1')
  reloadEnv()
  expect(parseWebhookUrl('http://example.com/hook').href).toBe('http://example.com/hook')
  expect(() => parseWebhookUrl('ftp://example.com/')).toThrow('must start with https:// or http://, not ftp://')
  expect(() => parseWebhookUrl('http://127.0.0.1/')).toThrow('is not a public address')
})
