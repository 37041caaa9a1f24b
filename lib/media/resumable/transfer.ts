import { appUrl } from '@/lib/env'
import { asStorageUnavailable } from '@/lib/storage/storage-unavailable'
import type { Transfer } from './contract'
import { directBucket } from './direct-bucket'
import type { UploadRow } from './repository'

export const tusPath = '/api/v1/media/tus'

/** Less than the 4.5 MB that a function on Vercel accepts. */
const ownChunkBytes = 4_194_304
/** Supabase accepts no other size. */
const supabaseChunkBytes = 6_291_456

/** How to send the bytes of an upload: to this server, or straight to Supabase Storage. */
export async function transferOf({ id, storage_path, mime_type }: UploadRow): Promise<Transfer> {
  const bucket = storage_path === null ? null : directBucket()
  if (!bucket || storage_path === null) {
    const own = { upload_url: `${appUrl()}${tusPath}/${id}`, endpoint: null, headers: {}, metadata: {} }
    return { ...own, chunk_bytes: ownChunkBytes }
  }
  const { endpoint, headers, metadata } = await bucket
    .signResumableUpload(storage_path, mime_type)
    .catch((error: unknown) => {
      throw asStorageUnavailable(error)
    })
  return { upload_url: null, endpoint, headers, metadata, chunk_bytes: supabaseChunkBytes }
}
