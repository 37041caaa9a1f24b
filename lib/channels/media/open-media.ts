import { openAsBlob } from 'node:fs'
import type { Readable } from 'node:stream'
import { bytesOfFile, fetchFile, streamFile } from '@/lib/media-files/fetch-file'
import type { MediaFacts } from '@/lib/media-files/media-facts'
import { MediaError } from '@/lib/outbound/media'
import type { CallOptions, PostMedia } from '../channel'
import { ChannelError } from '../channel-error'
import { isSandbox } from '../settings'

export type MediaWanted = {
  network: string
  maxBytes: number
  /** MIME types that the network accepts. */
  types: readonly string[]
}

/** An image or video of a post on local disk, for networks that take uploads. */
export type OpenedMedia = {
  facts: MediaFacts
  path: string
  /** Reads from disk on demand: `slice` it for chunks or add it to a form. */
  blob: Blob
  stream(range?: { start?: number; end?: number }): Readable
  /** The whole file, for images. */
  bytes(): Promise<Buffer>
}

/** Fetches a file once and caches it on disk. Further chunks and other networks reuse it within the hour. */
export async function openMedia(media: PostMedia, wanted: MediaWanted, call: CallOptions): Promise<OpenedMedia> {
  const request = { maxBytes: wanted.maxBytes, signal: call.signal, isTrusted: isSandboxMedia }
  const file = await fetchFile(media.url, request).catch((error: unknown) => {
    throw error instanceof MediaError ? renderError(error.kind, error.isPassing, error.message) : error
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

function unsupportedType({ network, types }: MediaWanted, mimeType: string): ChannelError {
  const names = types.map((type) => type.replace(/^\w+\//, '').toUpperCase()).join(', ')
  return renderError('unsupported_type', false, `${network} does not support ${mimeType}. Use ${names}.`)
}

/** The sandbox serves sample images on this machine. Only those are allowed. */
export const isSandboxMedia = (url: URL): boolean => isSandbox(url) && /\/(samples|media)\//.test(url.pathname)

function renderError(code: string, isRetryable: boolean, message: string): ChannelError {
  return new ChannelError({ outcome: 'not_sent', category: 'render', isRetryable, code: `media_${code}`, message })
}
