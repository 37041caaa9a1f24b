// Serves the API without Next or a build, for quick runs of API tests: TEST_SERVER=api npx vitest run --project served …
// Pages and sign-in are missing; `npm test` always uses the real server.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { routes } from '@/app/api/routes.generated'
import { GET, POST } from '@/app/unsubscribe/route'
import { announceDueByInngest } from '@/inngest/announce-due'
import { appUrl } from '@/lib/env'
import { makeFront } from '@/lib/front/front'
import { send, toRequest } from '@/lib/front/node-http'

/** A route outside /api, which Next serves in the real server. */
async function unsubscribing(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const handle = request.method === 'POST' ? POST : GET
  await send(await handle(toRequest(request, response, appUrl())), request, response)
}

announceDueByInngest()
const front = makeFront(routes, appUrl())
const server = createServer((request, response) => {
  if (request.url?.startsWith('/unsubscribe')) void unsubscribing(request, response)
  else if (!front.answer(request, response)) response.writeHead(404).end()
})
server.on('clientError', (error: NodeJS.ErrnoException, socket) => front.refuseUnreadable(socket, error.code))
server.listen(Number(process.env.PORT), process.env.HOST)
process.on('disconnect', () => process.exit(0))
