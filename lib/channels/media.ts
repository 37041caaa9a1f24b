import { openAsBlob } from 'node:fs'
import type { Readable } from 'node:stream'
import { MediaFault } from '../outbound/media'
import { bytesOfFile, fetchFile, streamFile } from '../renditions/fetched'
import type { CallOptions, PostMedia } from './channel'
import { ChannelFault } from './fault'
import type { MediaFacts } from './media-facts'
import { isSandbox } from './settings'

export type MediaWanted = {
  network: string
  maxBytes: number
  /** MIME types that the network takes. */
  types: readonly string[]
}

/** A picture or film of a post on this machine's disk, for networks that want the bytes pushed. */
export type OpenedMedia = {
  facts: MediaFacts
  path: string
  /** Reads from the disk as it is read itself: `slice` it for a piece, put it into a form. Nothing is held in memory. */
  blob: Blob
  stream(range?: { start?: number; end?: number }): Readable
  /** All of it at once; for pictures. */
  bytes(): Promise<Buffer>
}

/**
 * Fetches a post's picture or film once and gives it from the disk. Calling it again for the next piece, or for another
 * network, costs nothing within the hour.
 */
export async function openMedia(media: PostMedia, wanted: MediaWanted, call: CallOptions): Promise<OpenedMedia> {
  const request = { maxBytes: wanted.maxBytes, signal: call.signal, isTrusted: isSandboxMedia }
  const file = await fetchFile(media.url, request).catch((error: unknown) => {
    throw error instanceof MediaFault ? renderFault(error.kind, error.isPassing, error.message) : error
  })
  if (!wanted.types.includes(file.facts.mime)) throw unsupportedType(wanted, file.facts.mime)
  return {
    facts: file.facts,
    path: file.path,
    blob: await openAsBlob(file.path, { type: file.facts.mime }),
    stream: (range) => streamFile(file, range),
    bytes: () => bytesOfFile(file),
  }
}

function unsupportedType({ network, types }: MediaWanted, mimeType: string): ChannelFault {
  const names = types.map((type) => type.replace(/^\w+\//, '').toUpperCase()).join(', ')
  return renderFault('unsupported_type', false, `${network} does not take ${mimeType}. Use ${names}.`)
}

/** The sandbox keeps pictures to try things with, on this machine. Of everything it serves, only those are let in. */
export const isSandboxMedia = (url: URL): boolean => isSandbox(url) && /\/(samples|media)\//.test(url.pathname)

function renderFault(code: string, isRetryable: boolean, message: string): ChannelFault {
  return new ChannelFault({ outcome: 'not_sent', category: 'render', isRetryable, code: `media_${code}`, message })
}
