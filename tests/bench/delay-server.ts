// Serves the API and `POST /bare`, a handler that only parses JSON. Replies to each message with the longest event
// loop delay since the last message and the CPU time of its longest turn, in milliseconds. On a busy machine the
// delay includes the time of other processes.
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { json } from 'node:stream/consumers'
import { appUrl } from '@/lib/env'
import { measureTurns } from '@/tests/support/processes/event-loop-meter'
import { apiRoutes } from '@/tests/support/servers/api-routes'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const turns = measureTurns()
process.on('message', () => {
  process.send?.({ delayMs: delay.max / 1e6, turnMs: turns.takeLongestMs() })
  delay.reset()
})

const answer = await apiRoutes()
const server = createServer((request, response) => {
  if (request.url === '/bare') void json(request).then(() => response.end('{}'))
  else if (!answer(request, response, appUrl())) response.writeHead(404).end()
})
server.listen(Number(process.env.PORT), process.env.HOST)
process.on('disconnect', () => process.exit(0))
