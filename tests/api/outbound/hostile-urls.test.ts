import { promises as dns } from 'node:dns'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Contract } from '@/lib/api/contract'
import { createConnection } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { getLinkPreview } from '@/lib/link-preview/contract'
import { createAsset } from '@/lib/media/contract'
import { prepareMedia } from '@/lib/renditions/prepare'
import { createStory } from '@/lib/stories/contract'
import { serveThumbnail } from '@/lib/thumbnails/serve'
import { createWebhook, testWebhook, updateWebhook } from '@/lib/webhooks/endpoints/contract'
import { Api, aProject, type TestProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { setEnv } from '@/tests/support/publishing/publishing'
import { anImage, aPost } from '@/tests/support/publishing/resolved-post'
import { type NameServer, startNameServer } from '@/tests/support/servers/name-server'
import { type Server as Product, startServer } from '@/tests/support/servers/product'
import { insertEndpoint } from '@/tests/support/webhooks/webhooks'
import { ghost } from '../connections/requests'
import { type Hostile, hostile, names } from './hostile-addresses'

/**
 * Every URL of the table at two of the entry points in turn, against a server in production mode: all have the same guard
 * (lib/outbound/guard.test.ts). The canary listens on all addresses of this machine and must not get a connection.
 */

let canary: Server
let canaryPort: number
let canaryCalls = 0
let nameServer: NameServer
let product: Product
let project: TestProject
let api: Api
let endpointId: string
let cookie: string

/** Resolves to a public address first, and to this machine afterwards. */
const rebinding = 'rebinding.test-zone.example'

const Resolver = dns.Resolver
beforeAll(async () => {
  canary = createServer((socket) => {
    canaryCalls += 1
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
    // Disables other checks, so only the guard protects the canary.
    ALLOW_INSECURE_WEBHOOKS: '1',
  }
  product = await startServer({
    ...inject('productEnv'),
    ...production,
    NODE_OPTIONS: `--import ${pathToFileURL('tests/support/servers/use-name-server.mjs')}`,
    TEST_NAME_SERVER: nameServer.address,
  })
  // Workers fetch files. Here they run in this process.
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
  cookie = (await signedIn(project.userId)).cookie
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

const entryPoints: Record<string, Way> = {
  'creating an endpoint': {
    contract: createWebhook,
    scheme: 'https',
    member: 'url',
    request: (url) => ({ url, events: ['*'] }),
  },
  'creating an endpoint without TLS': {
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

/** Two entry points for each URL, so that each entry point gets two fifths of the table. */
function entryPointsFor(one: Hostile): [string, Way][] {
  const all = Object.entries(entryPoints)
  const index = hostile.indexOf(one)
  return all.filter((_, at) => at === index % all.length || at === (index + 2) % all.length)
}

test.each(hostile)('refuses $what: $address', async (one) => {
  for (const [way, { contract, scheme, member, request }] of entryPointsFor(one)) {
    const { status, error } = await api.refused(contract, request(written(one, scheme)))
    expect([way, status, error.code], JSON.stringify(error)).toEqual([way, 400, 'validation_error'])
    expect([way, error.issues?.map(({ path }) => path)]).toEqual([way, [member]])
    if (one.by === 'guard') expect([way, error.issues?.[0]?.code]).toEqual([way, 'address_refused'])
  }
  expect(canaryCalls).toBe(0)
})

test.each(hostile.filter(({ by }) => by === 'guard'))('a redirect to $what is not followed: $address', async (one) => {
  const address = written(one, 'http')
  const story = { caption: 'A', channels: ['instagram'], slides: [{ media_url: address }] }
  // Most are valid URLs until their file is fetched.
  const answer = await api.send(createStory, story)
  expect([201, 400]).toContain(answer.status)
  await expect(
    prepareMedia(database(), project.projectId, aPost('instagram', { media: [anImage(address)] })),
  ).rejects.toMatchObject({
    kind: 'address_refused',
    isPassing: false,
  })
  expect(canaryCalls).toBe(0)
})

test.each(hostile.filter(({ by }) => by === 'guard'))('no thumbnail of $what: $address', async (one) => {
  const query = new URLSearchParams({ project_id: project.projectId, url: written(one, 'http') })
  const { status } = await serveThumbnail(
    new Request(`${product.url}/media/thumbnail?${query}`, { headers: { cookie } }),
  )
  expect([400, 404]).toContain(status)
  expect(canaryCalls).toBe(0)
})

test.each(hostile.filter(({ by }) => by === 'guard'))('no link card of $what: $address', async (one) => {
  const answer = await api.send(getLinkPreview, { url: written(one, 'http') })
  expect([200, 400]).toContain(answer.status)
  if (answer.status === 200) expect((await answer.json()).link_preview.error).toEqual(expect.any(String))
  expect(canaryCalls).toBe(0)
})

test('a URL stored before the check is not called', async () => {
  const other = await aProject()
  const pinging = new Api(product.url, other.token)
  for (const one of hostile.filter(({ by }, index) => by === 'guard' && index % 5 === 0)) {
    const endpoint = await insertEndpoint({ project: other, url: written(one, 'http') })
    const { ok, delivery } = await pinging.post(testWebhook, { id: endpoint.id })
    expect([one.what, ok, delivery.last_status_code]).toEqual([one.what, false, null])
  }
  expect(canaryCalls).toBe(0)
})

test('a name that resolves to a private address later is accepted, but not called', async () => {
  const { endpoint } = await api.post(createWebhook, { url: `http://${rebinding}:${canaryPort}/`, events: ['*'] })
  const { ok, delivery } = await api.post(testWebhook, { id: endpoint.id })
  expect([ok, delivery.last_status_code]).toEqual([false, null])
  expect(delivery.last_error).toContain('is not a public address')
  expect(nameServer.questions.filter((question) => question === `${rebinding} A`).length).toBeGreaterThan(1)
  expect(canaryCalls).toBe(0)
})
