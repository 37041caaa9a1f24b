import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { draftPath } from '@/lib/api/spool'
import { isSandboxMedia } from '@/lib/channels/media/open-media'
import { limitConcurrency } from '@/lib/concurrency/limit-concurrency'
import { AppError, invalid } from '@/lib/errors'
import { readFactsAsServed } from '@/lib/media-files/facts'
import { largeFileBytesMax } from '@/lib/media-files/limits'
import type { MediaFacts } from '@/lib/media-files/media-facts'
import { downloadMedia, MediaError, mediaUrlRefusal, shown } from '@/lib/outbound/media'
import { storage } from '@/lib/storage/storage'
import { asStorageUnavailable } from '@/lib/storage/storage-unavailable'

const deadlineMs = 20_000

/** Each download may take the space of a whole video. */
const limited = limitConcurrency(4)

/**
 * Fetches a file through the outbound guard, reads its facts and deletes it again.
 *
 * @throws validation_error on `source_url` when it cannot be fetched; unsupported_media_type when it is not an image or a
 * video
 */
export function readRemote(address: string): Promise<MediaFacts> {
  return limited(async () => {
    const path = await draftPath()
    try {
      await fetchInto(path, address)
      return await readFactsAsServed(path, shown(address))
    } catch (error) {
      throw error instanceof MediaError ? refusalOf(error) : asStorageUnavailable(error)
    } finally {
      await rm(path, { force: true })
    }
  })
}

/** Files of our own storage are read directly: our public URL may not be reachable from the server. */
async function fetchInto(path: string, address: string): Promise<void> {
  const storedPath = storage().pathOf(address)
  const stored = storedPath ? await storage().get(storedPath) : null
  if (stored) await pipeline(stored.stream, createWriteStream(path))
  else await downloadMedia(address, path, { maxBytes: largeFileBytesMax, deadlineMs, isTrusted: isSandboxMedia }, null)
}

/** The reason why a URL can never be fetched. Null if it may work. No call. */
export const remoteRefusal = (address: string): string | null =>
  storage().pathOf(address) ? null : mediaUrlRefusal(address, isSandboxMedia)

const refusalOf = ({ kind, message }: MediaError): AppError =>
  kind === 'not_media' ? new AppError('unsupported_media_type', message) : invalid('source_url', message, kind)
