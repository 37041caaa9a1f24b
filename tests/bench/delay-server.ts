// Serves the API and, beside it, `POST /bare`: a handler that parses JSON and does nothing else. Asked by a message, it
// tells the longest delay of its event loop since the last message, and the most processor time of one of its turns, both
// in milliseconds. On a busy machine the first has the waiting for other processes in it.
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { json } from 'node:stream/consumers'
import { routes } from '@/app/api/routes.generated'
import { appUrl } from '@/lib/env'
import { makeFront } from '@/lib/front/front'
import { meterTurns } from '../support/turn-meter'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const turns = meterTurns()
process.on('message', () => {
  process.send?.({ delayMs: delay.max / 1e6, turnMs: turns.takeLongestMs() })
  delay.reset()
})

const front = makeFront(routes, appUrl())
const server = createServer((request, response) => {
  if (request.url === '/bare') void json(request).then(() => response.end('{}'))
  else if (!front.answer(request, response)) response.writeHead(404).end()
})
server.listen(Number(process.env.PORT), process.env.HOST)
process.on('disconnect', () => process.exit(0))
