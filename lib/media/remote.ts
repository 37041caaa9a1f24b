import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { isSandboxMedia } from '@/lib/channels/media'
import type { MediaFacts } from '@/lib/channels/media-facts'
import { AppError, invalid } from '@/lib/errors'
import { downloadMedia, MediaFault, shown } from '@/lib/outbound/media'
import { storage } from '@/lib/storage/storage'
import { atMost } from './at-most'
import { readFactsAsServed } from './facts'
import { draftPath } from './spool'
import { asStorageTrouble } from './trouble'

/** Somebody waits for the answer. */
const deadlineMs = 20_000
/** The largest film that any network takes. */
const remoteBytesMax = 1_073_741_824

/** Each may fill the disk by a film for as long as it lasts. */
const inTurn = atMost(4)

/**
 * What a caller's file is, by its bytes. It is fetched through the guard, looked at and thrown away again.
 *
 * @throws validation_error on `source_url` when it cannot be had; unsupported_media_type when it is neither picture nor
 * film
 */
export function readRemote(address: string): Promise<MediaFacts> {
  return inTurn(async () => {
    const path = await draftPath()
    try {
      await fetchInto(path, address)
      return await readFactsAsServed(path, shown(address))
    } catch (error) {
      throw error instanceof MediaFault ? refusalOf(error) : asStorageTrouble(error)
    } finally {
      await rm(path, { force: true })
    }
  })
}

/** What lies in our own storage is read from there: the server's public address need not lead back to it from here. */
async function fetchInto(path: string, address: string): Promise<void> {
  const own = storage().pathOf(address)
  const stored = own ? await storage().get(own) : null
  if (stored) await pipeline(stored.stream, createWriteStream(path))
  else await downloadMedia(address, path, { maxBytes: remoteBytesMax, deadlineMs, isTrusted: isSandboxMedia }, null)
}

const refusalOf = ({ kind, message }: MediaFault): AppError =>
  kind === 'not_media' ? new AppError('unsupported_media_type', message) : invalid('source_url', message, kind)
