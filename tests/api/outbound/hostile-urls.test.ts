import { promises as dns } from 'node:dns'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Contract } from '@/lib/api/contract'
import { createConnection } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { createAsset } from '@/lib/media/contract'
import { prepareMedia } from '@/lib/renditions/prepare'
import { createStory } from '@/lib/stories/contract'
import { createWebhook, testWebhook, updateWebhook } from '@/lib/webhooks/contract'
import { Api, aProject, type TestProject } from '@/tests/support/api'
import { type NameServer, startNameServer } from '@/tests/support/name-server'
import { type Server as Product, startServer } from '@/tests/support/product'
import { setEnv } from '@/tests/support/publishing'
import { anImage, aPost } from '@/tests/support/resolved-post'
import { insertEndpoint } from '@/tests/support/webhooks'
import { ghost } from '../connections/requests'
import { type Hostile, hostile, names } from './hostile-addresses'

/**
 * No address of a caller's leads into a private network: each of the table at each way in, against a server that runs
 * as in production. A canary listens on every address of this machine, and nobody ever connects to it.
 */

let canary: Server
let canaryPort: number
let touched = 0
let nameServer: NameServer
let product: Product
let project: TestProject
let api: Api
let endpointId: string

/** Public when it is asked about first, and this machine ever after. */
const rebinding = 'rebinding.test-zone.example'

const Resolver = dns.Resolver
beforeAll(async () => {
  canary = createServer((socket) => {
    touched += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => canary.listen(0, '::', resolve))
  canaryPort = (canary.address() as AddressInfo).port
  nameServer = await startNameServer((name, asked) => {
    if (name.endsWith(rebinding)) return { addresses: asked === 1 ? ['93.184.216.34'] : ['127.0.0.1', '::1'] }
    return names[name] ?? 'unknown'
  })
  const production = {
    ALLOW_PRIVATE_NETWORK: '0',
    // So that nothing but the guard stands between an address and the canary.
    ALLOW_INSECURE_WEBHOOKS: '1',
  }
  product = await startServer({
    ...inject('productEnv'),
    ...production,
    NODE_OPTIONS: `--import ${pathToFileURL('tests/support/ask-name-server.mjs')}`,
    TEST_NAME_SERVER: nameServer.address,
  })
  // Files are fetched by workers, which here is this process.
  setEnv(production)
  dns.Resolver = class extends Resolver {
    constructor(options?: ConstructorParameters<typeof Resolver>[0]) {
      super(options)
      this.setServers([nameServer.address])
    }
  }
  project = await aProject()
  api = new Api(product.url, project.token)
  endpointId = (await insertEndpoint({ project, url: 'https://example.com/' })).id
})
afterAll(async () => {
  dns.Resolver = Resolver
  await product?.stop()
  nameServer?.stop()
  canary?.close()
})

const written = ({ address }: Hostile, scheme: string): string =>
  address.replaceAll('{scheme}', scheme).replaceAll('{port}', String(canaryPort))

type Way = { contract: Contract; scheme: 'http' | 'https'; member: string; request(address: string): object }

const ways: Record<string, Way> = {
  'making an endpoint': {
    contract: createWebhook,
    scheme: 'https',
    member: 'url',
    request: (url) => ({ url, events: ['*'] }),
  },
  'making an endpoint without TLS': {
    contract: createWebhook,
    scheme: 'http',
    member: 'url',
    request: (url) => ({ url, events: ['*'] }),
  },
  'changing an endpoint': {
    contract: updateWebhook,
    scheme: 'http',
    member: 'url',
    request: (url) => ({ id: endpointId, url }),
  },
  'registering a file': {
    contract: createAsset,
    scheme: 'http',
    member: 'source_url',
    request: (source_url) => ({ source_url }),
  },
  'connecting a Ghost site': {
    contract: createConnection,
    scheme: 'http',
    member: 'credentials.site_url',
    request: (site) => ghost(site),
  },
}

test.each(hostile)('$what is refused wherever it is named: $address', async (one) => {
  for (const [way, { contract, scheme, member, request }] of Object.entries(ways)) {
    const { status, error } = await api.refused(contract, request(written(one, scheme)))
    expect([way, status, error.code], JSON.stringify(error)).toEqual([way, 400, 'validation_error'])
    expect([way, error.issues?.map(({ path }) => path)]).toEqual([way, [member]])
    if (one.by === 'guard') expect([way, error.issues?.[0]?.code]).toEqual([way, 'address_refused'])
  }
  expect(touched).toBe(0)
})

test.each(hostile.filter(({ by }) => by === 'guard'))('no story leads to $what: $address', async (one) => {
  const address = written(one, 'http')
  const story = { caption: 'A', channels: ['instagram'], slides: [{ media_url: address }] }
  // Most are addresses like any other until their file is looked at.
  const answer = await api.send(createStory, story)
  expect([201, 400]).toContain(answer.status)
  await expect(
    prepareMedia(database(), project.projectId, aPost('instagram', { media: [anImage(address)] })),
  ).rejects.toMatchObject({
    kind: 'address_refused',
    isPassing: false,
  })
  expect(touched).toBe(0)
})

test('what was let in once, before the guard or past it, is not called', async () => {
  const other = await aProject()
  const pinging = new Api(product.url, other.token)
  for (const one of hostile.filter(({ by }) => by === 'guard')) {
    const endpoint = await insertEndpoint({ project: other, url: written(one, 'http') })
    const { ok, delivery } = await pinging.post(testWebhook, { id: endpoint.id })
    expect([one.what, ok, delivery.last_status_code]).toEqual([one.what, false, null])
  }
  expect(touched).toBe(0)
})

test('a name that turns private after it was looked at may be named, and is not called', async () => {
  const { endpoint } = await api.post(createWebhook, { url: `http://${rebinding}:${canaryPort}/`, events: ['*'] })
  const { ok, delivery } = await api.post(testWebhook, { id: endpoint.id })
  expect([ok, delivery.last_status_code]).toEqual([false, null])
  expect(delivery.last_error).toContain('does not lead to the public internet')
  expect(nameServer.questions.filter((question) => question === `${rebinding} A`).length).toBeGreaterThan(1)
  expect(touched).toBe(0)
})
