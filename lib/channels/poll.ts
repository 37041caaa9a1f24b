import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '../clock'
import { deadlineIn } from '../deadline'
import { env } from '../env'
import type { CallOptions, Run } from './channel'
import { ChannelFault } from './fault'

export type Poll<T> = {
  read(call: CallOptions): Promise<T>
  isDone(value: T): boolean
  /** After this the attempt ends, and the next one goes on polling: what is polled was recorded by `once`. */
  limitMs: number
  network: string
}

const faultsInARow = 3

/** Asks again and again, slower each time, until the network has finished what it is processing. */
export async function pollUntil<T>(run: Run, poll: Poll<T>): Promise<T> {
  const firstPauseMs = env().PUBLISH_POLL_SECONDS * 1_000
  const untilMs = monotonicMs() + poll.limitMs
  let pauseMs = firstPauseMs
  let faults = 0
  for (;;) {
    await run.keepAlive?.()
    try {
      const value = await poll.read({ signal: callSignal(run) })
      if (poll.isDone(value)) return value
      faults = 0
    } catch (error) {
      // One hiccup of a read says nothing about what is being processed.
      if (!isPassing(error) || ++faults >= faultsInARow) throw error
    }
    if (monotonicMs() + pauseMs > untilMs) throw stillProcessing(poll.network)
    await wait(pauseMs, undefined, run.signal ? { signal: run.signal } : {}).catch(() => {
      throw stillProcessing(poll.network)
    })
    pauseMs = Math.min(pauseMs * 1.5, firstPauseMs * 10)
  }
}

/** For calls outside `once` and `sendOnce`: the attempt's signal where there is one, and a deadline in any case. */
export function callSignal(run: Run): AbortSignal {
  const deadline = deadlineIn(env().PUBLISH_CALL_TIMEOUT_SECONDS * 1_000)
  return run.signal ? AbortSignal.any([run.signal, deadline]) : deadline
}

const beatMs = 5_000

/**
 * A step that outlasts the deadline of a call, such as the upload of a long film in one piece. The row is kept for as
 * long, and the step ends when it is lost. For steps alone that nobody sees when they are repeated.
 */
export async function atLength<T>(run: Run, limitMs: number, work: (call: CallOptions) => Promise<T>): Promise<T> {
  const ended = new AbortController()
  const beat = setInterval(() => void run.keepAlive?.().catch(() => ended.abort()), beatMs)
  const signals = [ended.signal, deadlineIn(limitMs), ...(run.signal ? [run.signal] : [])]
  try {
    return await work({ signal: AbortSignal.any(signals) })
  } finally {
    clearInterval(beat)
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof ChannelFault && error.isRetryable && error.category === 'other'

function stillProcessing(network: string): ChannelFault {
  return new ChannelFault({
    outcome: 'not_sent',
    category: 'render',
    isRetryable: true,
    code: 'still_processing',
    message: `${network} is still processing the media. The post goes on from here by itself.`,
  })
}
