import { createServer as createHttp, type Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createConnection } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { createAsset } from '@/lib/media/contract'
import { prepareMedia } from '@/lib/renditions/prepare'
import { createWebhook, testWebhook } from '@/lib/webhooks/contract'
import { aProject } from '@/tests/support/api'
import { anImage, aPost } from '@/tests/support/resolved-post'
import { ghost } from '../connections/requests'

/** Whoever may be called can still lead on to whoever may not. Nobody follows, whatever the way in. */

const statuses = [301, 302, 303, 307, 308]

let canary: Server
let redirector: HttpServer
let touched = 0
let asked: string[] = []

const portOf = (server: Server): number => (server.address() as AddressInfo).port
const at = (status: number): string => `http://127.0.0.1:${portOf(redirector)}/${status}`

beforeAll(async () => {
  canary = createServer((socket) => {
    touched += 1
    socket.destroy()
  })
  redirector = createHttp((request, response) => {
    asked.push(`${request.method} ${request.url}`)
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
  asked = []
})

test.each(statuses)('%i leads no event on', async (status) => {
  const { api } = await aProject()
  const { endpoint } = await api.post(createWebhook, { url: at(status), events: ['*'] })
  const { ok, delivery } = await api.post(testWebhook, { id: endpoint.id })
  expect([ok, delivery.last_status_code]).toEqual([false, status])
  expect(delivery.last_error).toContain('redirects are not followed')
  expect([asked, touched]).toEqual([[`POST /${status}`], 0])
})

test.each(statuses)('%i leads to no file that is registered', async (status) => {
  const { api } = await aProject()
  const { error } = await api.refused(createAsset, { source_url: at(status) })
  expect(error.issues).toMatchObject([{ path: 'source_url', code: 'missing' }])
  expect(error.message).toContain('leads on to another address. Give the final one.')
  expect([asked, touched]).toEqual([[`GET /${status}`], 0])
})

test.each(statuses)('%i leads to no file of a story', async (status) => {
  const { projectId } = await aProject()
  const post = aPost('instagram', { media: [anImage(at(status))] })
  await expect(prepareMedia(database(), projectId, post)).rejects.toMatchObject({ kind: 'missing' })
  expect([asked, touched]).toEqual([[`GET /${status}`], 0])
})

test.each(statuses)('%i leads to no Ghost site', async (status) => {
  const { api } = await aProject()
  const { error } = await api.refused(createConnection, { ...ghost(at(status)) })
  expect(error.issues).toMatchObject([{ path: 'credentials.site_url' }])
  expect(asked).toHaveLength(1)
  expect(touched).toBe(0)
})
