import { deadlineIn } from '../deadline'
import { examine, type Image } from './images'

export type Fetched = { url: string; bytes: Buffer; image: Image | null }
export type FetchFailure = 'unreachable' | 'timeout' | 'too_large'

const timeoutMs = 10_000

/**
 * Gets a picture as Meta and Pinterest do: a plain GET without a credential. Any address will do, this machine's
 * own included, because the product under trial keeps its files there.
 */
export async function fetchMedia(url: string, maxBytes: number): Promise<Fetched | FetchFailure> {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return 'unreachable'
  try {
    const response = await fetch(url, {
      signal: deadlineIn(timeoutMs),
      headers: { 'user-agent': 'StorycastSandbox/1.0 (media fetcher)', accept: 'image/*,*/*;q=0.5' },
    })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      return 'unreachable'
    }
    const bytes = await readAtMost(response.body, maxBytes)
    if (!bytes) return 'too_large'
    return { url, bytes, image: await examine(bytes) }
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'unreachable'
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    // Leaving the loop cancels the download; a film of gigabytes is not read to say that it is too large.
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
