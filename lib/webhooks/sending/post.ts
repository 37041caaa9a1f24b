import type { Dispatcher } from 'undici'
import { redact } from '@/lib/outbound/redact'
import { innermost } from '@/lib/outbound/request'

type Post = {
  dispatcher: Dispatcher
  url: URL
  headers: Record<string, string>
  body: Buffer
  timeoutMs: number
  /** Longer responses are cut, and the connection is closed. */
  maxBytes: number
}

export type PostResponse = { status: number; bytes: Buffer; isCut: boolean }

/** There was no complete response. `code` is one of Node, OpenSSL or undici, `timeout` or `address_refused`. */
export class PostFailed extends Error {
  override name = 'PostFailed'
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(redact(message))
  }
}

/**
 * Sends one POST and follows no redirects. Uses `dispatch`, because `request` costs an abort signal and a stream per
 * call, which is more than the rest of a delivery.
 *
 * @throws PostFailed
 */
export function post({ dispatcher, url, headers, body, timeoutMs, maxBytes }: Post): Promise<PostResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let isOver = false
    let status = 0
    const chunks: Buffer[] = []
    let length = 0
    const finish = (settle: () => void): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      settle()
    }
    const fail = (error: unknown): void => finish(() => reject(failureOf(error)))
    const succeed = (isCut: boolean): void =>
      finish(() => resolve({ status, bytes: joined(chunks).subarray(0, maxBytes), isCut }))
    const timer = setTimeout(() => {
      const error = new PostFailed('timeout', 'There was no complete response in time.')
      fail(error)
      controller?.abort(error)
    }, timeoutMs)
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started
        // Timed out while it waited for a connection: nothing has been written yet, and nothing will be.
        if (isOver) started.abort(new PostFailed('timeout', 'Timed out before the request was sent.'))
      },
      onResponseStart(_, statusCode) {
        // Overwrites informational responses such as 103.
        status = statusCode
      },
      onResponseData(started, chunk) {
        chunks.push(chunk)
        length += chunk.length
        if (length <= maxBytes) return
        succeed(true)
        started.abort(new Error('The rest of the response is not needed.'))
      },
      onResponseEnd: () => succeed(false),
      onResponseError: (_, error) => fail(error),
    }
    try {
      dispatcher.dispatch(
        { origin: url.origin, path: `${url.pathname}${url.search}`, method: 'POST', headers, body },
        handler,
      )
    } catch (error) {
      fail(error)
    }
  })
}

const nothing = Buffer.alloc(0)
const joined = (chunks: Buffer[]): Buffer => (chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? nothing))

function failureOf(error: unknown): PostFailed {
  if (error instanceof PostFailed) return error
  const { code, message } = innermost(error)
  return new PostFailed(code, message)
}
