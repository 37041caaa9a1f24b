import { parseUrl } from './parse-url'

const anyOrigin = 'http://origin.invalid'

/**
 * A redirect path on this site, or null if the URL leads elsewhere. Browsers remove tabs and line breaks from URLs
 * and treat backslashes as slashes, so the URL is resolved the same way and the origins are compared; checking for
 * `//` is not enough. Use it for every return URL in a request.
 *
 * @param origin our origin; if set, absolute URLs with this origin are accepted too
 */
export function ownPath(address: unknown, origin: string = anyOrigin): string | null {
  if (typeof address !== 'string') return null
  const path = pathAt(address, origin)
  // `/.//evil.example` is on this site, but resolves to the path `//evil.example`.
  return path !== null && pathAt(path, origin) === path ? path : null
}

/** The path of a page that leads on to `next` after it. Null and `/` are the default and left out. */
export const withNext = (page: `/${string}`, next: string | null): string =>
  next === null || next === '/' ? page : `${page}?${new URLSearchParams({ next })}`

function pathAt(address: string, origin: string): string | null {
  const url = parseUrl(address, origin)
  return url?.origin === new URL(origin).origin ? url.pathname + url.search + url.hash : null
}
