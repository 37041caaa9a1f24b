// Serves the API without Next or a build, for quick API tests: TEST_SERVER=api npx vitest run --project served …
// Pages and sign-in are missing.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { GET as readFeed } from '@/app/calendar/[file]/route'
import { GET as followLink } from '@/app/l/[code]/route'
import { GET as readReport } from '@/app/reports/[token]/route'
import { GET, POST } from '@/app/unsubscribe/route'
import { announceDueByInngest } from '@/inngest/announce-due'
import { appUrl } from '@/lib/env'
import { answerUnparsable } from '@/lib/http-server/bad-requests'
import { apiRoutes } from './api-routes'
import { send, toRequest } from './node-http'

/** Routes outside /api. */
async function unsubscribe(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const handle = request.method === 'POST' ? POST : GET
  await send(await handle(toRequest(request, response, appUrl())), request, response)
}

/** Pages whose path ends with one parameter. */
const pages = {
  l: (request: Request, code: string) => followLink(request, { params: Promise.resolve({ code }) }),
  calendar: (request: Request, file: string) => readFeed(request, { params: Promise.resolve({ file }) }),
  reports: (request: Request, token: string) => readReport(request, { params: Promise.resolve({ token }) }),
}
type Page = keyof typeof pages

async function page(request: IncomingMessage, response: ServerResponse, name: Page, parameter: string): Promise<void> {
  const answer = await pages[name](toRequest(request, response, appUrl()), decodeURIComponent(parameter))
  await send(answer, request, response)
}

announceDueByInngest()
const answer = await apiRoutes()
const server = createServer((request, response) => {
  const [, name, parameter] = /^\/(l|calendar|reports)\/([^/?]+)/.exec(request.url ?? '') ?? []
  if (parameter) void page(request, response, name as Page, parameter)
  else if (request.url?.startsWith('/unsubscribe')) void unsubscribe(request, response)
  else if (!answer(request, response, appUrl())) response.writeHead(404).end()
})
server.keepAliveTimeout = 75_000
server.on('connect', (_, socket) => answerUnparsable(socket, 'CONNECT'))
server.on('clientError', (error: NodeJS.ErrnoException, socket) => answerUnparsable(socket, error.code))
server.listen(Number(process.env.PORT), process.env.HOST)
process.on('disconnect', () => process.exit(0))
