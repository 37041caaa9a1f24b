import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '../clock'
import { deadlineIn } from '../deadline'
import { env } from '../env'
import type { CallOptions, Run } from './channel'
import { ChannelError } from './channel-error'

export type Poll<T> = {
  read(call: CallOptions): Promise<T>
  isDone(value: T): boolean
  /** After this the attempt ends and the next one continues polling: `once` stored what is polled. */
  limitMs: number
  network: string
}

const maxFailuresInARow = 3

/** Polls with growing intervals until the network has finished processing. */
export async function pollUntil<T>(run: Run, poll: Poll<T>): Promise<T> {
  const firstPauseMs = env().PUBLISH_POLL_SECONDS * 1_000
  const untilMs = monotonicMs() + poll.limitMs
  let pauseMs = firstPauseMs
  let failures = 0
  for (;;) {
    await run.keepAlive?.()
    try {
      const value = await poll.read({ signal: callSignal(run) })
      if (poll.isDone(value)) return value
      failures = 0
    } catch (error) {
      // One failed read says nothing about the processing.
      if (!isPassing(error) || ++failures >= maxFailuresInARow) throw error
    }
    if (monotonicMs() + pauseMs > untilMs) throw stillProcessing(poll.network)
    await wait(pauseMs, undefined, run.signal ? { signal: run.signal } : {}).catch(() => {
      throw stillProcessing(poll.network)
    })
    pauseMs = Math.min(pauseMs * 1.5, firstPauseMs * 10)
  }
}

/** Signal for calls outside `once` and `sendOnce`: the attempt's signal, if any, plus a deadline. */
export function callSignal(run: Run): AbortSignal {
  const deadline = deadlineIn(env().PUBLISH_CALL_TIMEOUT_SECONDS * 1_000)
  return run.signal ? AbortSignal.any([run.signal, deadline]) : deadline
}

/** Options of a single call outside `once` and `sendOnce`. `callNetwork` has the deadline of `callSignal` itself. */
export const singleCall = (run: Run): CallOptions => ({ signal: run.signal ?? callSignal(run) })

const heartbeatMs = 5_000

/**
 * A step longer than a call's deadline, such as the upload of a long video. Extends the lease meanwhile and ends if
 * it is lost. Only for steps that are safe to repeat.
 */
export async function withKeepAlive<T>(run: Run, limitMs: number, work: (call: CallOptions) => Promise<T>): Promise<T> {
  const ended = new AbortController()
  const beat = setInterval(() => void run.keepAlive?.().catch(() => ended.abort()), heartbeatMs)
  const signals = [ended.signal, deadlineIn(limitMs), ...(run.signal ? [run.signal] : [])]
  try {
    return await work({ signal: AbortSignal.any(signals) })
  } finally {
    clearInterval(beat)
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof ChannelError && error.isRetryable && error.category === 'other'

function stillProcessing(network: string): ChannelError {
  return new ChannelError({
    outcome: 'not_sent',
    category: 'render',
    isRetryable: true,
    code: 'still_processing',
    message: `${network} is still processing the media. The post continues automatically.`,
  })
}
