import { Agent, fetch as undiciFetch } from 'undici'

/** URLs from the environment may be private addresses, such as a model server on this machine. */
const agent = new Agent({
  connect: { timeout: 10_000 },
  maxHeaderSize: 32_768,
  // The caller's signal ends earlier. These only close abandoned sockets.
  headersTimeout: 310_000,
  bodyTimeout: 310_000,
})

type Fetch = typeof globalThis.fetch

/**
 * A `fetch` for SDKs that talk to one server of the environment. Calls to other origins fail, redirects are returned
 * and not followed, because they could carry the key elsewhere, and a longer body is an error. Not the global
 * `fetch`, which Next replaces.
 *
 * @param maxBytes counted after decompression
 */
export function fixedFetch(baseUrl: string, maxBytes: number): Fetch {
  const { origin } = new URL(baseUrl)
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== origin) throw new TypeError(`Only ${origin} may be called.`)
    const request = { ...init, redirect: 'manual', dispatcher: agent } as unknown as Parameters<typeof undiciFetch>[1]
    const response = (await undiciFetch(url, request)) as unknown as Response
    const { status, statusText } = response
    const headers = new Headers([...response.headers])
    return new Response(response.body?.pipeThrough(limited(maxBytes)) ?? null, { status, statusText, headers })
  }
}

function limited(maxBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let total = 0
  return new TransformStream({
    transform(chunk, controller) {
      total += chunk.length
      if (total > maxBytes) controller.error(new Error(`The response has more than ${maxBytes} bytes.`))
      else controller.enqueue(chunk)
    },
  })
}
