import { monitorEventLoopDelay } from 'node:perf_hooks'
import { database } from '@/lib/db/pool'
import { startRunner } from '@/lib/jobs/runner'

/** The worker. Replies to each message with the longest delay of its event loop since the last one, in milliseconds. */
const resolutionMs = 5
const delay = monitorEventLoopDelay({ resolution: resolutionMs })
delay.enable()
process.on('message', () => {
  process.send?.({ longestMs: delay.max / 1e6 - resolutionMs })
  delay.reset()
})

startRunner(database())
