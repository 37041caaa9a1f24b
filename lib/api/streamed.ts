import { AppError } from '@/lib/errors'
import { log } from '@/lib/logger'

const mediaType = 'application/x-ndjson'

/** Whether the caller wants one JSON value per line, each as soon as it is known. */
export const acceptsLines = (request: Request): boolean => (request.headers.get('accept') ?? '').includes(mediaType)

/** A 200 that is sent while its body is made. Proxies must not collect it first. */
export const streamed = (body: ReadableStream<Uint8Array>) => ({
  status: 200,
  body,
  headers: {
    'content-type': mediaType,
    'cache-control': 'private, no-store, no-transform',
    'x-accel-buffering': 'no',
  },
})

/**
 * The values as lines. Waits for the first one, so that errors before it have their own status. A later error is the
 * last line, `{"error": …}`.
 */
export async function linesOf(values: AsyncIterable<unknown>): Promise<ReadableStream<Uint8Array>> {
  const iterator = values[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const lineOf = (value: unknown): Uint8Array => encoder.encode(`${JSON.stringify(value)}\n`)
  let next = await iterator.next()
  return new ReadableStream({
    async pull(controller) {
      if (next.done) return controller.close()
      controller.enqueue(lineOf(next.value))
      try {
        next = await iterator.next()
      } catch (error) {
        if (!(error instanceof AppError)) log.error('stream.failed', { cause: error })
        const known =
          error instanceof AppError ? error : new AppError('internal_error', 'Something went wrong. Try again.')
        controller.enqueue(lineOf({ error: known.toBody() }))
        controller.close()
      }
    },
    // The caller stopped reading.
    async cancel() {
      await iterator.return?.()
    },
  })
}
