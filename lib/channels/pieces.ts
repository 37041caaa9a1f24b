import type { Json } from '@/lib/json'
import { monotonicMs } from '../clock'
import { env } from '../env'
import type { CallOptions, Run } from './channel'
import { ChannelError } from './channel-error'
import { callSignal } from './poll'

export type Pieces<T extends Json> = {
  /** Step that stores the upload's progress. */
  step: string
  count: number
  send(index: number, call: CallOptions): Promise<T>
}

/** Results of the pieces in order, and the steps that store them. */
export type Sent<T> = { results: T[]; steps: string[] }

/**
 * Uploads a large file in pieces. Progress is committed every few seconds, which extends the row's lease and lets
 * another worker continue.
 */
export async function sendPieces<T extends Json>(run: Run, pieces: Pieces<T>): Promise<Sent<T>> {
  const sent: Sent<T> = { results: [], steps: [] }
  while (sent.results.length < pieces.count) {
    const first = sent.results.length
    const step = `${pieces.step}-from-${first}`
    sent.steps.push(step)
    const { results } = await run.once(step, async () => ({ results: await sendSome(run, pieces, first) }))
    sent.results.push(...results)
  }
  return sent
}

async function sendSome<T extends Json>(run: Run, { count, send }: Pieces<T>, first: number): Promise<T[]> {
  const untilMs = monotonicMs() + env().PUBLISH_LEASE_SECONDS * 250
  const results: T[] = []
  do {
    try {
      results.push(await send(first + results.length, { signal: callSignal(run) }))
    } catch (error) {
      // Earlier results are stored first; then the failed piece is retried.
      if (results.length > 0 && error instanceof ChannelError && error.isRetryable) return results
      throw error
    }
  } while (first + results.length < count && monotonicMs() < untilMs)
  return results
}

/** An upload that the network cannot finish. It is not visible, so it can be restarted. */
export function brokenUpload(network: string, failure: ChannelError): ChannelError {
  return new ChannelError({
    ...failure,
    category: 'render',
    isRetryable: true,
    // A short wait is enough. Retries are limited because each uploads the whole file again.
    waitSeconds: 5,
    triesMax: 5,
    message: `${network} could not assemble the upload. It will be uploaded again automatically.`,
    cause: failure,
  })
}
