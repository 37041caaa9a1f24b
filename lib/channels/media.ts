import { type FetchedMedia, fetchMedia, MediaFault } from '../outbound/media'
import type { CallOptions, PostMedia } from './channel'
import { ChannelFault } from './fault'
import { isSandbox } from './settings'

export type MediaWanted = {
  network: string
  maxBytes: number
  /** MIME types that the network takes. */
  types: readonly string[]
}

/** The bytes of a post's picture or film, for networks that want them pushed. */
export async function loadMedia(media: PostMedia, wanted: MediaWanted, call: CallOptions): Promise<FetchedMedia> {
  const options = { maxBytes: wanted.maxBytes, signal: call.signal, isTrusted: isSandboxMedia }
  const found = await fetchMedia(media.url, options).catch((error: unknown) => {
    throw error instanceof MediaFault ? renderFault(error.kind, error.isPassing, error.message) : error
  })
  if (wanted.types.includes(found.mimeType)) return found
  const types = wanted.types.map((type) => type.replace(/^\w+\//, '').toUpperCase()).join(', ')
  throw renderFault('unsupported_type', false, `${wanted.network} does not take ${found.mimeType}. Use ${types}.`)
}

/** The sandbox keeps pictures to try things with, on this machine. Of everything it serves, only those are let in. */
const isSandboxMedia = (url: URL): boolean => isSandbox(url) && /\/(samples|media)\//.test(url.pathname)

function renderFault(code: string, isRetryable: boolean, message: string): ChannelFault {
  return new ChannelFault({ outcome: 'not_sent', category: 'render', isRetryable, code: `media_${code}`, message })
}
