import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { routes } from '@/app/api/routes.generated'
import { reloadEnv } from '@/lib/env'
import { makeFront } from '@/lib/front/front'

/** Serves the API from this very process, so that a test can watch its database and its event loop. */
export async function serveLocally(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (!front.answer(request, response)) response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  process.env.APP_URL = url
  reloadEnv()
  const front = makeFront(routes, url)
  return {
    url,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
