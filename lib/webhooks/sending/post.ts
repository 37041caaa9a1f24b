import type { Dispatcher } from 'undici'
import { redact } from '@/lib/outbound/redact'
import { innermost } from '@/lib/outbound/request'

type Post = {
  dispatcher: Dispatcher
  url: URL
  /** Names and values in turn. */
  headers: string[]
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
    const call = new Call(resolve, reject, timeoutMs, maxBytes)
    try {
      dispatcher.dispatch(
        { origin: url.origin, path: `${url.pathname}${url.search}`, method: 'POST', headers, body },
        call,
      )
    } catch (error) {
      call.fail(error)
    }
  })
}

class Call implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined
  private isOver = false
  private status = 0
  private readonly chunks: Buffer[] = []
  private length = 0
  private readonly timer: NodeJS.Timeout

  constructor(
    private readonly resolve: (response: PostResponse) => void,
    private readonly reject: (error: PostFailed) => void,
    timeoutMs: number,
    private readonly maxBytes: number,
  ) {
    this.timer = setTimeout(() => this.abort(), timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
    // Timed out while it waited for a connection: nothing has been written yet, and nothing will be.
    if (this.isOver) controller.abort(new PostFailed('timeout', 'Timed out before the request was sent.'))
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    // Overwrites informational responses such as 103.
    this.status = status
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk)
    this.length += chunk.length
    if (this.length <= this.maxBytes) return
    this.succeed(true)
    controller.abort(new Error('The rest of the response is not needed.'))
  }

  onResponseEnd(): void {
    this.succeed(false)
  }

  onResponseError(_: Dispatcher.DispatchController, error: unknown): void {
    this.fail(error)
  }

  fail(error: unknown): void {
    if (this.end()) this.reject(failureOf(error))
  }

  private succeed(isCut: boolean): void {
    if (this.end()) this.resolve({ status: this.status, bytes: joined(this.chunks).subarray(0, this.maxBytes), isCut })
  }

  private abort(): void {
    const error = new PostFailed('timeout', 'There was no complete response in time.')
    this.fail(error)
    this.controller?.abort(error)
  }

  /** @returns false if it had ended before */
  private end(): boolean {
    if (this.isOver) return false
    this.isOver = true
    clearTimeout(this.timer)
    return true
  }
}

const nothing = Buffer.alloc(0)
const joined = (chunks: Buffer[]): Buffer => (chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? nothing))

function failureOf(error: unknown): PostFailed {
  if (error instanceof PostFailed) return error
  const { code, message } = innermost(error)
  return new PostFailed(code, message)
}
