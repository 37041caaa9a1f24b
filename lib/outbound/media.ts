import { AddressRefused, guardedDispatcher, isOwnMedia, parsePublicUrl } from './guard'
import { callOut, downloadOut, type OutboundAnswer, type OutboundRequest, TransportFault } from './request'

export type MediaFaultKind =
  | 'address_refused'
  | 'unreachable'
  | 'missing'
  | 'too_large'
  | 'not_media'
  | 'too_many_pixels'

/** A picture or film that could not be had. `isPassing` when the same address may work in a minute. */
export class MediaFault extends Error {
  override name = 'MediaFault'
  constructor(
    readonly kind: MediaFaultKind,
    readonly isPassing: boolean,
    message: string,
  ) {
    super(message)
  }
}

export type FetchOptions = {
  maxBytes: number
  signal?: AbortSignal
  deadlineMs?: number
  /** Addresses that the operator vouches for besides our own media, and that need not be public. */
  isTrusted?(url: URL): boolean
}

const defaultDeadlineMs = 60_000
export type Downloaded = { etag: string | null; isUnchanged: boolean }

/**
 * Fetches a caller's picture or film into a file, at most `maxBytes` of it.
 *
 * @param etag of what is known already: when it is still the same, nothing is fetched
 */
export async function downloadMedia(
  address: string,
  path: string,
  options: FetchOptions,
  etag: string | null,
): Promise<Downloaded> {
  const answer = await get(address, path, options, etag)
  if (answer.status === 304 && etag) return { etag, isUnchanged: true }
  if (answer.status === 200) return { etag: answer.headers.etag ?? null, isUnchanged: false }
  throw faultOfStatus(answer.status, address)
}

async function get(address: string, path: string, options: FetchOptions, etag: string | null) {
  try {
    const call = callTo(address, options, etag ? { 'if-none-match': etag } : {})
    return await downloadOut(call, path)
  } catch (error) {
    throw asMediaFault(error, address, options.maxBytes)
  }
}

export type MediaPart = {
  bytes: Buffer
  /** Size of the whole file; null where the server does not say. */
  totalBytes: number | null
}

/**
 * Reads a part of a caller's file, from byte `start` on.
 *
 * @returns null when the server has no part there: it takes no ranges, and the part is not the first one
 */
export async function readMediaPart(
  address: string,
  { start, length }: { start: number; length: number },
  options: Omit<FetchOptions, 'maxBytes'>,
): Promise<MediaPart | null> {
  const range = { range: `bytes=${start}-${start + length - 1}` }
  let answer: OutboundAnswer
  try {
    // A server that ignores the range sends the whole file, of which only the beginning is read.
    answer = await callOut({ ...callTo(address, { ...options, maxBytes: length }, range), cutAtMaxBytes: true })
  } catch (error) {
    throw asMediaFault(error, address, length)
  }
  const { status, headers, bytes, isCut } = answer
  if (status === 206) return { bytes, totalBytes: totalOf(headers['content-range']) }
  if (status === 200 && start === 0) {
    const total = isCut ? numberIn(headers['content-length']) : bytes.length
    return { bytes, totalBytes: headers['content-encoding'] && isCut ? null : total }
  }
  if (status === 200 || status === 416) return null
  throw faultOfStatus(status, address)
}

/** `bytes 0-99/1234` (RFC 9110, section 14.4). */
const totalOf = (contentRange: string | undefined): number | null => numberIn(contentRange?.split('/')[1])

const numberIn = (text: string | undefined): number | null => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null)

function callTo(address: string, options: FetchOptions, headers: Record<string, string>): OutboundRequest {
  const given = URL.canParse(address) ? new URL(address) : null
  const isOurs = given !== null && (isOwnMedia(given) || (options.isTrusted?.(given) ?? false))
  return {
    method: 'GET',
    url: isOurs ? given : parsePublicUrl(address),
    headers: { accept: 'image/*, video/*;q=0.9, */*;q=0.1', 'user-agent': 'Storycast', ...headers },
    maxBytes: options.maxBytes,
    deadlineMs: options.deadlineMs ?? defaultDeadlineMs,
    ...(options.signal ? { signal: options.signal } : {}),
    ...(isOurs ? {} : { dispatcher: guardedDispatcher }),
  }
}

function faultOfStatus(status: number, address: string): MediaFault {
  const at = shown(address)
  if (status >= 300 && status < 400)
    return new MediaFault('missing', false, `${at} leads on to another address. Give the final one.`)
  if (status >= 500 || status === 429)
    return new MediaFault('unreachable', true, `The server of ${at} answered ${status}. Check that it is up.`)
  return new MediaFault('missing', false, `There is nothing to fetch at ${at} (${status}). Check the address.`)
}

function asMediaFault(error: unknown, address: string, maxBytes: number): unknown {
  if (error instanceof AddressRefused) return new MediaFault('address_refused', false, error.message)
  if (!(error instanceof TransportFault)) return error
  const at = shown(address)
  if (error.code === 'address_refused') return new MediaFault('address_refused', false, error.message)
  if (error.code === 'answer_too_large') {
    const megabytes = Math.floor(maxBytes / 1_000_000)
    return new MediaFault('too_large', false, `${at} is larger than the ${megabytes} MB allowed. Make it smaller.`)
  }
  return new MediaFault('unreachable', true, `${at} could not be fetched (${error.code}). Check that it can be opened.`)
}

/** Host and path alone: the query of a media address is often its signature. */
export function shown(address: string): string {
  if (!URL.canParse(address)) return 'The media address'
  const url = new URL(address)
  return `${url.host}${url.pathname}`
}
