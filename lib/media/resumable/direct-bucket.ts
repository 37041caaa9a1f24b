import { env } from '@/lib/env'
import { SupabaseStorage } from '@/lib/storage/supabase'

// On globalThis because Next loads a module once per bundle.
const globals = globalThis as { storycastLargeBucket?: { key: string; storage: SupabaseStorage } }

/**
 * The bucket that clients send large files to with Supabase's own tus server. It is private, because its files are not
 * checked yet. Null when files are stored on the disk: then the bytes come through this server.
 */
export function directBucket(): SupabaseStorage | null {
  const { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: key, SUPABASE_BUCKET, LARGE_MEDIA_MAX_BYTES } = env()
  if (!url || !key) return null
  const known = `${url} ${LARGE_MEDIA_MAX_BYTES}`
  if (globals.storycastLargeBucket?.key !== known) {
    const bucket = `${SUPABASE_BUCKET}-large`
    const settings = { url, key, bucket, isPrivate: true, fileBytesMax: LARGE_MEDIA_MAX_BYTES }
    globals.storycastLargeBucket = { key: known, storage: new SupabaseStorage(settings) }
  }
  return globals.storycastLargeBucket.storage
}
