/**
 * A `fetch` that times out when the server accepts no bytes and sends no response for `silentMs`. A total deadline
 * would be too short for a large video or too long for everything else, and the Supabase client has none. No limit
 * applies to reading the response.
 */
export const fetchWithIdleTimeout =
  (silentMs: number): typeof fetch =>
  async (input, init) => {
    const controller = new AbortController()
    const abort = () => controller.abort(new Error(`No response within ${silentMs / 1000} s.`))
    let timer = setTimeout(abort, silentMs)
    let isAnswered = false
    const restart = () => {
      clearTimeout(timer)
      if (!isAnswered) timer = setTimeout(abort, silentMs)
    }
    const sent = init?.body instanceof ReadableStream ? streamed(init.body, restart) : {}
    try {
      return await fetch(input, { ...init, ...sent, signal: controller.signal })
    } finally {
      isAnswered = true
      clearTimeout(timer)
    }
  }

/**
 * Streams the body. Without `redirect: 'error'` fetch buffers all of it in case it has to follow a redirect (measured with
 * Node 20.20).
 */
function streamed(body: ReadableStream<Uint8Array>, onPart: () => void): RequestInit {
  const parts = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      onPart()
      controller.enqueue(part)
    },
  })
  return { body: body.pipeThrough(parts), redirect: 'error' }
}
