/**
 * The URL of a text, or null if it is none.
 *
 * Use this and not `URL.canParse`: in Node 20 that refuses hosts that are not ASCII once it has been called some
 * thousand times, because V8's fast path hands Latin-1 texts to the parser as if they were UTF-8.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
