import sharp from 'sharp'
import { AddressRefused, guardedDispatcher, isOwnMedia, parsePublicUrl } from './guard'
import { callOut, downloadOut, type OutboundRequest, TransportFault } from './request'

export type FetchedMedia = {
  bytes: Buffer
  /** From the bytes. What the other side calls it does not count. */
  mimeType: string
  /** Null for films, whose size nobody here needs. */
  width: number | null
  height: number | null
}

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
/** More pixels than any network takes; a picture that unpacks to more is an attack on whoever opens it. */
const maxPixels = 268_402_689

/** Reads a caller's picture or film into memory, at most `maxBytes` of it. */
export async function fetchMedia(address: string, options: FetchOptions): Promise<FetchedMedia> {
  const bytes = await download(address, options)
  const found = await mediaType(bytes)
  if (!found)
    throw new MediaFault(
      'not_media',
      false,
      `What ${shown(address)} holds is neither a picture nor a film. Replace it.`,
    )
  return { bytes, ...found }
}

async function download(address: string, options: FetchOptions): Promise<Buffer> {
  const answer = await getting(address, options, callOut)
  if (answer.status === 200) return answer.bytes
  throw faultOfStatus(answer.status, address)
}

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
  const answer = await getting(address, options, (call) =>
    downloadOut(etag ? { ...call, headers: { ...call.headers, 'if-none-match': etag } } : call, path),
  )
  if (answer.status === 304 && etag) return { etag, isUnchanged: true }
  if (answer.status === 200) return { etag: answer.headers.etag ?? null, isUnchanged: false }
  throw faultOfStatus(answer.status, address)
}

async function getting<T>(
  address: string,
  options: FetchOptions,
  send: (call: OutboundRequest) => Promise<T>,
): Promise<T> {
  try {
    const given = URL.canParse(address) ? new URL(address) : null
    const isOurs = given !== null && (isOwnMedia(given) || (options.isTrusted?.(given) ?? false))
    const url = isOurs ? given : parsePublicUrl(address)
    return await send({
      method: 'GET',
      url,
      headers: { accept: 'image/*, video/*;q=0.9, */*;q=0.1', 'user-agent': 'Storycast' },
      maxBytes: options.maxBytes,
      deadlineMs: options.deadlineMs ?? defaultDeadlineMs,
      ...(options.signal ? { signal: options.signal } : {}),
      ...(isOurs ? {} : { dispatcher: guardedDispatcher }),
    })
  } catch (error) {
    throw asMediaFault(error, address, options.maxBytes)
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

const imageTypes: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heif: 'image/avif',
  tiff: 'image/tiff',
}

type Found = Omit<FetchedMedia, 'bytes'>

async function mediaType(bytes: Buffer): Promise<Found | null> {
  const film = filmType(bytes)
  if (film) return { mimeType: film, width: null, height: null }
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata()
    const mimeType = format ? imageTypes[format] : undefined
    return mimeType ? { mimeType, width: width ?? null, height: height ?? null } : null
  } catch {
    return null
  }
}

/** ISO base media files name their brand at byte 8; still pictures (`avif`, `heic`, `mif1`) use the same box. */
function filmType(bytes: Buffer): string | null {
  if (bytes.length >= 12 && bytes.toString('latin1', 4, 8) === 'ftyp') {
    const brand = bytes.toString('latin1', 8, 12)
    if (/^(avi[fs]|hei[cx]|mif1|msf1)$/.test(brand)) return null
    return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  }
  return bytes.length >= 4 && bytes.readUInt32BE(0) === 0x1a45dfa3 ? 'video/webm' : null
}
