import { env, isOnVercel } from '@/lib/env'
import { fileBytesMax } from '@/lib/media-files/limits'
import { SupabaseStorage } from '@/lib/storage/supabase'

// On globalThis because Next loads a module once per bundle.
const globals = globalThis as { storycastInbox?: { url: string; storage: SupabaseStorage } }

/**
 * The bucket that clients upload to directly on Vercel, where a function accepts at most 4.5 MB. It is private, because
 * its files are not checked yet. Null when uploads go through this server.
 */
export function uploadInbox(): SupabaseStorage | null {
  const { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: key, SUPABASE_BUCKET } = env()
  if (!isOnVercel() || !url || !key) return null
  if (globals.storycastInbox?.url !== url) {
    const settings = { url, key, bucket: `${SUPABASE_BUCKET}-inbox`, isPrivate: true, fileBytesMax }
    globals.storycastInbox = { url, storage: new SupabaseStorage(settings) }
  }
  return globals.storycastInbox.storage
}
