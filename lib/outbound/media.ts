import { parseUrl } from '../parse-url'
import { AddressRefused, guardedDispatcher, isOwnMedia, parsePublicUrl } from './guard'
import { callOut, downloadOut, type OutboundAnswer, type OutboundRequest, TransportError } from './request'

export type MediaErrorKind =
  | 'address_refused'
  | 'unreachable'
  | 'missing'
  | 'too_large'
  | 'not_media'
  | 'too_many_pixels'

/** An image or video could not be fetched or read. `isPassing` for temporary errors. */
export class MediaError extends Error {
  override name = 'MediaError'
  constructor(
    readonly kind: MediaErrorKind,
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
  /** URLs that the administrator trusts. They need not be public. */
  isTrusted?(url: URL): boolean
}

const defaultDeadlineMs = 60_000
export type Downloaded = { etag: string | null; isUnchanged: boolean }

/**
 * Downloads a caller's image or video into a file, at most `maxBytes`.
 *
 * @param etag of an earlier download. An unchanged file is not fetched again
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
  throw errorOfStatus(answer.status, address)
}

async function get(address: string, path: string, options: FetchOptions, etag: string | null) {
  try {
    const call = callTo(address, options, etag ? { 'if-none-match': etag } : {})
    return await downloadOut(call, path)
  } catch (error) {
    throw asMediaError(error, address, options.maxBytes)
  }
}

export type MediaPart = {
  bytes: Buffer
  /** Size of the whole file, or null if unknown. */
  totalBytes: number | null
}

/**
 * Reads a part of a caller's file from byte `start`.
 *
 * @returns null when the server does not support ranges and `start` is not 0
 */
export async function readMediaPart(
  address: string,
  { start, length }: { start: number; length: number },
  options: Omit<FetchOptions, 'maxBytes'>,
): Promise<MediaPart | null> {
  const range = { range: `bytes=${start}-${start + length - 1}` }
  let answer: OutboundAnswer
  try {
    // A server that ignores the range sends the whole file. Only its start is read.
    answer = await callOut({ ...callTo(address, { ...options, maxBytes: length }, range), cutAtMaxBytes: true })
  } catch (error) {
    throw asMediaError(error, address, length)
  }
  const { status, headers, bytes, isCut } = answer
  if (status === 206) return { bytes, totalBytes: totalOf(headers['content-range']) }
  if (status === 200 && start === 0) {
    const total = isCut ? numberIn(headers['content-length']) : bytes.length
    return { bytes, totalBytes: headers['content-encoding'] && isCut ? null : total }
  }
  if (status === 200 || status === 416) return null
  throw errorOfStatus(status, address)
}

/** `bytes 0-99/1234` (RFC 9110, section 14.4). */
const totalOf = (contentRange: string | undefined): number | null => numberIn(contentRange?.split('/')[1])

const numberIn = (text: string | undefined): number | null => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null)

/**
 * The reason why a URL can never be fetched, such as a private address. Null if it may work. No call, no DNS lookup.
 *
 * @param isTrusted URLs that the administrator trusts
 */
export function mediaUrlRefusal(address: string, isTrusted?: FetchOptions['isTrusted']): string | null {
  try {
    targetOf(address, isTrusted)
    return null
  } catch (error) {
    if (error instanceof AddressRefused) return error.message
    throw error
  }
}

function targetOf(address: string, isTrusted: FetchOptions['isTrusted']): { url: URL; isOurs: boolean } {
  const given = parseUrl(address)
  const isOurs = given !== null && (isOwnMedia(given) || (isTrusted?.(given) ?? false))
  return { url: isOurs ? given : parsePublicUrl(address), isOurs }
}

function callTo(address: string, options: FetchOptions, headers: Record<string, string>): OutboundRequest {
  const { url, isOurs } = targetOf(address, options.isTrusted)
  return {
    method: 'GET',
    url,
    headers: { accept: 'image/*, video/*;q=0.9, */*;q=0.1', 'user-agent': 'Storycast', ...headers },
    maxBytes: options.maxBytes,
    deadlineMs: options.deadlineMs ?? defaultDeadlineMs,
    ...(options.signal ? { signal: options.signal } : {}),
    ...(isOurs ? {} : { dispatcher: guardedDispatcher }),
  }
}

function errorOfStatus(status: number, address: string): MediaError {
  const at = shown(address)
  if (status >= 300 && status < 400)
    return new MediaError('missing', false, `${at} redirects to another URL. Use the final one.`)
  if (status >= 500 || status === 429)
    return new MediaError('unreachable', true, `The server of ${at} responded with ${status}. Check that it works.`)
  return new MediaError('missing', false, `No file found at ${at} (${status}). Check the URL.`)
}

function asMediaError(error: unknown, address: string, maxBytes: number): unknown {
  if (error instanceof AddressRefused) return new MediaError('address_refused', false, error.message)
  if (!(error instanceof TransportError)) return error
  const at = shown(address)
  if (error.code === 'address_refused') return new MediaError('address_refused', false, error.message)
  if (error.code === 'answer_too_large') {
    const megabytes = Math.floor(maxBytes / 1_000_000)
    return new MediaError('too_large', false, `${at} is larger than ${megabytes} MB, the limit. Make it smaller.`)
  }
  return new MediaError(
    'unreachable',
    true,
    `${at} could not be fetched (${error.code}). Check that it opens in a browser.`,
  )
}

/** Host and path only. The query of a media URL is often a signature. */
export function shown(address: string): string {
  const url = parseUrl(address)
  return url ? `${url.host}${url.pathname}` : 'The media URL'
}
