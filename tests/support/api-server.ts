// Serves the API without Next or a build, for quick runs of API tests: TEST_SERVER=api npx vitest run --project served …
// Pages and sign-in are missing; `npm test` always uses the real server.
import { createServer } from 'node:http'
import { routes } from '@/app/api/routes.generated'
import { announceDueByInngest } from '@/inngest/announce-due'
import { appUrl } from '@/lib/env'
import { makeFront } from '@/lib/front/front'

announceDueByInngest()
const front = makeFront(routes, appUrl())
const server = createServer((request, response) => {
  if (!front.answer(request, response)) response.writeHead(404).end()
})
server.on('clientError', (error: NodeJS.ErrnoException, socket) => front.refuseUnreadable(socket, error.code))
server.listen(Number(process.env.PORT), process.env.HOST)
process.on('disconnect', () => process.exit(0))
