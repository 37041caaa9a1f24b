import { env, isOnVercel } from '@/lib/env'
import { SupabaseStorage } from '@/lib/storage/supabase'
import { fileBytesMax } from '../limits'

// On globalThis because Next loads a module once per bundle.
const globals = globalThis as { storycastInbox?: { url: string; storage: SupabaseStorage } }

/**
 * Where senders upload files themselves, as a function on Vercel takes no body over 4.5 MB. A private bucket: its files
 * are not checked yet. Null where uploads come through this server.
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
