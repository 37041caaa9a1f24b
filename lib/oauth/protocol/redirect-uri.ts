import { parseUrl } from '@/lib/parse-url'

/** Max characters of a redirect URI, and max redirect URIs of an app. */
export const redirectUriMax = 2_000
export const redirectUrisMax = 20

const loopbackPattern = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(\/.*)?$/

/** Schemes that a browser or the system would run, or open somewhere else than in an app. */
const refusedSchemes = [
  ...['javascript', 'data', 'vbscript', 'blob', 'file', 'filesystem', 'about', 'view-source', 'chrome', 'intent'],
  ...['ftp', 'ws', 'wss', 'mailto', 'tel', 'sms'],
]

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const hiddenCharacters = /[\u0000-\u0020\u007f-\uffff\\]/

/** Why this redirect URI cannot be registered. Null if it can. */
export function redirectUriProblem(uri: string): string | null {
  if (uri.length > redirectUriMax) return `must have at most ${redirectUriMax.toLocaleString('en')} characters`
  const url = hiddenCharacters.test(uri) ? null : parseUrl(uri)
  if (!url) return 'must be a full URL in ASCII, without spaces or backslashes'
  if (uri.includes('#')) return 'must not contain a fragment (#…)'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  const scheme = url.protocol.slice(0, -1)
  if (scheme === 'http' && !loopbackPattern.test(uri))
    return 'must start with https://. http:// is only for 127.0.0.1, [::1] and localhost'
  if (refusedSchemes.includes(scheme)) return `must not start with ${scheme}:`
  return null
}

/** The address of a program on the user's machine, without its port. Null for all others. */
function withoutPort(uri: string): string | null {
  const [, host, path] = loopbackPattern.exec(uri) ?? []
  return host === undefined ? null : `${host}${path ?? ''}`
}

/**
 * Whether a request may redirect there: the same text as a registered one (RFC 9700, section 2.1). Only the port of
 * programs on the user's machine may differ, because they use any free one (RFC 8252, section 7.3).
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true
  const local = redirectUriProblem(uri) === null ? withoutPort(uri) : null
  return local !== null && registered.some((known) => withoutPort(known) === local)
}

/** Adds parameters to a redirect URI and keeps the rest as it is. */
export function withParameters(uri: string, parameters: Record<string, string | null>): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== null)
  const separator = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&'
  return `${uri}${separator}${new URLSearchParams(given)}`
}

/** Where the user is sent, for people: a host, or the scheme of an app. Null: a program on the user's machine. */
export function placeOf(uri: string): string | null {
  if (withoutPort(uri) !== null) return null
  const { protocol, host } = new URL(uri)
  return protocol === 'https:' ? host : protocol.slice(0, -1)
}
