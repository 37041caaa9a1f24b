import { createHash } from 'node:crypto'
import { isSandbox } from '@/lib/channels/settings'
import { appUrl } from '@/lib/env'
import { AddressRefused, guardedDispatcher, parsePublicUrl } from '@/lib/outbound/guard'
import { callOut, type OutboundAnswer, TransportError } from '@/lib/outbound/request'
import { parseUrl } from '@/lib/parse-url'
import { fetchDeadlineMs, longestIntervalSeconds, sourceBytesMax } from '../limits'
import { inflate } from './inflate'
import { SourceError } from './source'

/** Returned by an earlier fetch, sent back as received. */
export type Validators = { etag: string | null; lastModified: string | null; bodyHash: Buffer | null }

export type Fetched = {
  bytes: Buffer
  contentType: string
  etag: string | null
  lastModified: string | null
  bodyHash: Buffer
  /** `Cache-Control: max-age`, in seconds. */
  maxAgeSeconds: number | null
}

const accept =
  'application/rss+xml, application/atom+xml, application/feed+json, application/json;q=0.9, text/csv;q=0.9, */*;q=0.5'

/**
 * Fetches a source through the guard. Redirects are not followed: headers may hold credentials, and the new address
 * must be seen by a person.
 *
 * @returns 'unchanged' if the source says so, or if the body is the same
 * @throws SourceError
 */
export async function fetchSource(
  address: string,
  headers: Record<string, string>,
  known: Validators | null,
): Promise<Fetched | 'unchanged'> {
  const answer = await get(address, {
    accept,
    'accept-encoding': 'gzip, br',
    'user-agent': `Storycast (+${appUrl()})`,
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
    ...headers,
  })
  if (answer.status === 304 && known) return 'unchanged'
  if (answer.status !== 200) throw errorOfStatus(answer, address)
  const bytes = await inflate(answer.bytes, answer.headers['content-encoding'] ?? '')
  const bodyHash = createHash('sha256').update(bytes).digest()
  if (known?.bodyHash?.equals(bodyHash)) return 'unchanged'
  return {
    bytes,
    contentType: answer.headers['content-type'] ?? '',
    etag: validator(answer.headers.etag),
    lastModified: validator(answer.headers['last-modified']),
    bodyHash,
    maxAgeSeconds: maxAgeOf(answer.headers['cache-control']),
  }
}

async function get(address: string, headers: Record<string, string>): Promise<OutboundAnswer> {
  try {
    const given = parseUrl(address)
    const isTrusted = given !== null && isSandboxSource(given)
    const url = isTrusted ? given : parsePublicUrl(address)
    const dispatcher = isTrusted ? {} : { dispatcher: guardedDispatcher }
    return await callOut({
      method: 'GET',
      url,
      headers,
      maxBytes: sourceBytesMax,
      deadlineMs: fetchDeadlineMs,
      ...dispatcher,
    })
  } catch (error) {
    if (error instanceof AddressRefused) throw new SourceError(error.message)
    if (error instanceof TransportError) throw errorOfTransport(error, address)
    throw error
  }
}

/** The sandbox has sample sources on this machine. Only those are allowed. */
const isSandboxSource = (url: URL): boolean => isSandbox(url) && /\/sources\//.test(url.pathname)

/** Longer ones are not worth storing. */
const validator = (value: string | undefined): string | null => (value && value.length <= 500 ? value : null)

function maxAgeOf(cacheControl = ''): number | null {
  const digits = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(cacheControl)?.[1]
  return digits === undefined ? null : Math.min(Number(digits), longestIntervalSeconds)
}

const hostOf = (address: string): string => parseUrl(address)?.host ?? 'The source'

function errorOfTransport({ code, message }: TransportError, address: string): SourceError {
  const host = hostOf(address)
  if (code === 'address_refused') return new SourceError(message)
  if (code === 'answer_too_large') return tooLarge()
  if (code === 'timeout')
    return new SourceError(
      `${host} did not send everything within ${fetchDeadlineMs / 1_000} seconds. Try again later, or use an address with fewer items.`,
    )
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new SourceError(`There is no website at ${host}. Check the spelling of the address.`)
  if (/CERT|SSL|TLS|SIGNED|ALTNAME/.test(code))
    return new SourceError(
      `${host} has no valid certificate, so the connection is not secure. Ask its owner to fix it.`,
    )
  return new SourceError(`${host} does not respond (${code}). Check that the address opens in a browser.`)
}

export const tooLarge = (): SourceError =>
  new SourceError(
    `The source is larger than ${sourceBytesMax / 1_048_576} MB, the limit. Use an address with fewer items.`,
  )

function errorOfStatus({ status, headers }: OutboundAnswer, address: string): SourceError {
  const host = hostOf(address)
  if (status >= 300 && status < 400) return redirected(status, headers.location, address)
  if (status === 401 || status === 403 || status === 407)
    return new SourceError(
      `${host} refuses access (${status}). If the source needs a key, add it as a header, such as Authorization.`,
    )
  if (status === 404) return new SourceError(`${host} has nothing at this address (404). Check the address.`)
  if (status === 410)
    return new SourceError(`${host} says that this source no longer exists (410). Use another address.`, {
      isGone: true,
    })
  const retryAfterSeconds = secondsIn(headers['retry-after'])
  if (status === 429)
    return new SourceError(`${host} allows no more requests for now (429). Try again later.`, { retryAfterSeconds })
  if (status >= 500)
    return new SourceError(`${host} has a problem of its own (${status}). Try again later.`, { retryAfterSeconds })
  return new SourceError(`${host} answered with status ${status} instead of content. Check the address.`)
}

const permanent = [301, 308]

function redirected(status: number, location: string | undefined, address: string): SourceError {
  const target = location ? (parseUrl(location, address)?.href ?? null) : null
  if (target === null || target.length > 2_048)
    return new SourceError('The address redirects, but does not say where to. Use the final address.')
  try {
    if (!isSandboxSource(new URL(target))) parsePublicUrl(target)
  } catch {
    return new SourceError('The address redirects to one that is not public. Use a public address.')
  }
  const isMoved = permanent.includes(status)
  return new SourceError(`The source ${isMoved ? 'moved' : 'redirects'} to ${target}. Use that address.`, {
    suggestedUrl: target,
    ...(isMoved ? { movedTo: target } : {}),
  })
}

/** RFC 9110, section 10.2.3: seconds or a date. */
function secondsIn(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, longestIntervalSeconds) : undefined
}
