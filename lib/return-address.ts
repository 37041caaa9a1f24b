const anyOrigin = 'http://origin.invalid'

/**
 * A path of this site to send a person on to, or null if the address leads anywhere else. Browsers drop tabs and line
 * breaks from addresses and read a backslash as a slash, so the address is resolved as they do it and the origins are
 * compared; looking for `//` does not suffice. Every return address that a request can name goes through here.
 *
 * @param origin ours; whole addresses are taken only if it is given and they begin with it
 */
export function ownPath(address: unknown, origin: string = anyOrigin): string | null {
  if (typeof address !== 'string') return null
  const path = pathAt(address, origin)
  // `/.//evil.example` is ours, but what is left of it once resolved is `//evil.example`.
  return path !== null && pathAt(path, origin) === path ? path : null
}

function pathAt(address: string, origin: string): string | null {
  if (!URL.canParse(address, origin)) return null
  const url = new URL(address, origin)
  return url.origin === new URL(origin).origin ? url.pathname + url.search + url.hash : null
}
