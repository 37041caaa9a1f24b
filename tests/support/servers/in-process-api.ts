import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reloadEnv } from '@/lib/env'
import { apiRoutes } from './api-routes'

/** Serves the API from this process, so that a test can watch its database calls and its event loop. */
export async function serveLocally(): Promise<{ url: string; stop(): Promise<void> }> {
  const answer = await apiRoutes()
  const server = createServer((request, response) => {
    if (!answer(request, response, url)) response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  process.env.APP_URL = url
  reloadEnv()
  return {
    url,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
