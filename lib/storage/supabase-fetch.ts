/**
 * A `fetch` that gives a server up which takes no byte and answers nothing for so long. One deadline for the whole
 * would be too short for a film on a slow line, or too long for everything else; and the client of Supabase has none.
 * Once the answer begins, whoever reads it sets the pace.
 */
export const fetchAwake =
  (silentMs: number): typeof fetch =>
  async (input, init) => {
    const controller = new AbortController()
    const giveUp = () => controller.abort(new Error(`No answer within ${silentMs / 1000} s.`))
    let timer = setTimeout(giveUp, silentMs)
    let isAnswered = false
    const isAwake = () => {
      clearTimeout(timer)
      if (!isAnswered) timer = setTimeout(giveUp, silentMs)
    }
    const sent = init?.body instanceof ReadableStream ? streamed(init.body, isAwake) : {}
    try {
      return await fetch(input, { ...init, ...sent, signal: controller.signal })
    } finally {
      isAnswered = true
      clearTimeout(timer)
    }
  }

/**
 * A body that goes out once. Without `redirect: 'error'` fetch keeps all of it, in case it has to be sent again: each
 * upload stood in memory whole (Node 20.20, measured).
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
