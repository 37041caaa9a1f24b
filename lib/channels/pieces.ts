import { monotonicMs } from '../clock'
import { env } from '../env'
import type { CallOptions, Json, Run } from './channel'
import { ChannelFault } from './fault'
import { callSignal } from './poll'

export type Pieces<T extends Json> = {
  /** The step under whose name it is kept how far the upload came. */
  step: string
  count: number
  send(index: number, call: CallOptions): Promise<T>
}

/** What the pieces answered, in their order, and the steps in which that is kept. */
export type Sent<T> = { results: T[]; steps: string[] }

/**
 * Sends a long file piece by piece. How far it came is committed every few seconds: it holds the row, whose lease a film
 * outlives, and a worker that takes the row over goes on from there.
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
      // What went through before is kept first; then the piece that did not gets its own try.
      if (results.length > 0 && error instanceof ChannelFault && error.isRetryable) return results
      throw error
    }
  } while (first + results.length < count && monotonicMs() < untilMs)
  return results
}

/** An upload that the network will not finish; nobody sees it, so it is begun anew. */
export function brokenUpload(network: string, fault: ChannelFault): ChannelFault {
  return new ChannelFault({
    ...fault,
    category: 'render',
    isRetryable: true,
    // Nothing has to pass before it can work, and yet each try is the whole file once more.
    waitSeconds: 5,
    triesMax: 5,
    message: `${network} could not put the upload together. It is uploaded again by itself.`,
    cause: fault,
  })
}
