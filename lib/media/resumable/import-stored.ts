import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Database } from '@/lib/db/pool'
import { AppError, invalid } from '@/lib/errors'
import type { ByteSource } from '@/lib/media-files/boxes'
import { readVideo, videoTypeOf } from '@/lib/media-files/video'
import { storage } from '@/lib/storage/storage'
import type { ByteRange } from '@/lib/storage/storage-types'
import { asStorageUnavailable } from '@/lib/storage/storage-unavailable'
import { SupabaseStorage } from '@/lib/storage/supabase'
import { requireVideo, unsupportedType } from '../cleaning/clean'
import { blankBoxes, locationBoxesOf } from '../cleaning/mp4'
import { type AssetRow, createAssetFrom, type Intake } from '../create-asset'
import { directBucket } from './direct-bucket'
import { missingBytes } from './missing-bytes'

type StoredVideo = { projectId: string; path: string; bytes: number }

/**
 * Creates an asset from a video in the bucket of incoming files. Nothing is written to the local disk, which is small on
 * Vercel: the index is read with ranges, and the storage moves the file itself.
 */
export async function importStoredVideo(db: Database, video: StoredVideo, intake: Intake): Promise<AssetRow> {
  const bucket = directBucket()
  const target = storage()
  if (!bucket || !(target instanceof SupabaseStorage)) throw new Error('Supabase Storage is no longer configured.')
  const { projectId, path, bytes } = video
  const found = await bucket.stat(path).catch(rethrow)
  if (!found) throw missingBytes(0, bytes)
  if (found.size !== bytes)
    throw invalid('file', `has ${found.size} bytes, but ${bytes} were announced. Start a new upload.`)
  const source = sourceOf(bucket, video)
  const type = videoTypeOf(await source.read(0, 64))
  if (type !== 'video/mp4') throw unsupportedType(type ?? undefined)
  const read = await readVideo(source, type)
  if (!read) throw unsupportedType()
  const sha256 = await hashOf(await open(bucket, path))
  const facts = { ...read, bytes, sha256 }
  requireVideo(facts)
  return createAssetFrom(db, projectId, sha256, intake, async (create) => {
    const boxes = await locationBoxesOf(source)
    if (boxes.length === 0) return create(facts, (to) => bucket.moveTo(path, target, to))
    const cleaned = async () => blankBoxes(await open(bucket, path), boxes)
    const served = { ...facts, sha256: await hashOf(await cleaned()) }
    return create(served, async (to) => target.putSized(to, Readable.from(await cleaned()), facts.mime, bytes))
  })
}

async function hashOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

/** Reads parts of the file with range requests. */
const sourceOf = (bucket: SupabaseStorage, { path, bytes }: StoredVideo): ByteSource => ({
  size: bytes,
  async read(start, length) {
    const end = Math.min(start + length, bytes) - 1
    return end < start ? Buffer.alloc(0) : buffer(await open(bucket, path, { start, end }))
  },
})

async function open(bucket: SupabaseStorage, path: string, range?: ByteRange): Promise<Readable> {
  const found = await bucket.get(path, range).catch(rethrow)
  if (!found) throw new AppError('gone', 'The bytes were deleted. Start a new upload.')
  return found.stream
}

const rethrow = (error: unknown): never => {
  throw asStorageUnavailable(error)
}
