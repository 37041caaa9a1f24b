import { createServer as createHttp, type Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { createAsset } from '@/lib/media/contract'
import { prepareMedia } from '@/lib/renditions/prepare'
import { createWebhook, testWebhook } from '@/lib/webhooks/endpoints/contract'
import { aProject } from '@/tests/support/api/api'
import { anImage, aPost } from '@/tests/support/publishing/resolved-post'
import { ghost } from '../connections/requests'

/** An allowed host may redirect to a forbidden one, so redirects are never followed. */

const statuses = [301, 302, 303, 307, 308]

let canary: Server
let redirector: HttpServer
let canaryCalls = 0
let requests: string[] = []

const portOf = (server: Server): number => (server.address() as AddressInfo).port
const at = (status: number): string => `http://127.0.0.1:${portOf(redirector)}/${status}`

beforeAll(async () => {
  canary = createServer((socket) => {
    canaryCalls += 1
    socket.destroy()
  })
  redirector = createHttp((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const status = Number(/^\/(\d+)/.exec(request.url ?? '')?.[1])
    response.writeHead(status, { location: `http://127.0.0.1:${portOf(canary)}/canary`, refresh: '0; url=/' }).end()
  })
  await Promise.all([canary, redirector].map((server) => new Promise<void>((done) => server.listen(0, '::', done))))
})
afterAll(() => {
  redirector.closeAllConnections()
  redirector.close()
  canary.close()
})
beforeEach(() => {
  requests = []
})

test.each(statuses)('webhooks do not follow a %i', async (status) => {
  const { api } = await aProject()
  const { endpoint } = await api.post(createWebhook, { url: at(status), events: ['*'] })
  const { ok, delivery } = await api.post(testWebhook, { id: endpoint.id })
  expect([ok, delivery.last_status_code]).toEqual([false, status])
  expect(delivery.last_error).toContain('Redirects are not followed')
  expect([requests, canaryCalls]).toEqual([[`POST /${status}`], 0])
})

test.each(statuses)('registered files do not follow a %i', async (status) => {
  const { api } = await aProject()
  const { error } = await api.refused(createAsset, { source_url: at(status) })
  expect(error.issues).toMatchObject([{ path: 'source_url', code: 'missing' }])
  expect(error.message).toContain('redirects to another URL. Use the final one.')
  expect([requests, canaryCalls]).toEqual([[`GET /${status}`], 0])
})

test.each(statuses)('story files do not follow a %i', async (status) => {
  const { projectId } = await aProject()
  const post = aPost('instagram', { media: [anImage(at(status))] })
  await expect(prepareMedia(database(), projectId, post)).rejects.toMatchObject({ kind: 'missing' })
  expect([requests, canaryCalls]).toEqual([[`GET /${status}`], 0])
})

test.each(statuses)('Ghost sites do not follow a %i', async (status) => {
  const { api } = await aProject()
  const { error } = await api.refused(createConnection, { ...ghost(at(status)) })
  expect(error.issues).toMatchObject([{ path: 'credentials.site_url' }])
  expect(requests).toHaveLength(1)
  expect(canaryCalls).toBe(0)
})
