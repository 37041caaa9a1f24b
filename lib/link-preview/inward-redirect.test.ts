import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { reloadEnv } from '@/lib/env'
import { fetchPage } from './fetch-page'

/** The only reachable page is in the sandbox, and redirects to other ports and paths of this machine. */

let inside: Server
let outside: Server
let location = ''
let insideCalls = 0

const portOf = (server: Server): number => (server.address() as AddressInfo).port
const listen = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

beforeAll(async () => {
  inside = createServer((_, response) => {
    insideCalls += 1
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Secret</title>')
  })
  outside = createServer((request, response) => {
    if (!request.url?.startsWith('/sources/')) insideCalls += 1
    response.writeHead(302, { location }).end()
  })
  await Promise.all([listen(inside), listen(outside)])
  vi.stubEnv('ALLOW_PRIVATE_NETWORK', '0')
  vi.stubEnv('INSTAGRAM_API_URL', `http://127.0.0.1:${portOf(outside)}`)
  reloadEnv()
})
afterAll(() => {
  vi.unstubAllEnvs()
  reloadEnv()
  inside.close()
  outside.close()
})
afterEach(() => {
  insideCalls = 0
})

test.each([
  ['another port of this machine', () => `http://127.0.0.1:${portOf(inside)}/`],
  ['the same server by another name', () => `http://localhost:${portOf(inside)}/`],
  ['another page of the same server', () => '/control/reset'],
  ['a metadata service', () => 'http://169.254.169.254/latest/meta-data/'],
])('does not follow a redirect to %s', async (_, target) => {
  location = target()
  const page = fetchPage(`http://127.0.0.1:${portOf(outside)}/sources/blog`)
  await expect(page).rejects.toThrow('is not a public address')
  expect(insideCalls).toBe(0)
})
