import { env } from '@/lib/env'
import { DiskStorage } from './disk'
import type { Storage } from './storage-types'
import { SupabaseStorage } from './supabase'

const globals = globalThis as { storycastStorage?: Storage }

/** Supabase Storage where it is configured, a folder of `DATA_DIR` otherwise. */
export function storage(): Storage {
  globals.storycastStorage ??= openStorage()
  return globals.storycastStorage
}

/** For scripts and tests that have changed the environment. */
export function forgetStorage(): void {
  delete globals.storycastStorage
}

function openStorage(): Storage {
  const { SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY, SUPABASE_BUCKET, DATA_DIR } = env()
  if (!SUPABASE_URL || !SUPABASE_SERVICE_ROLE_KEY) return new DiskStorage(DATA_DIR)
  return new SupabaseStorage({ url: SUPABASE_URL, key: SUPABASE_SERVICE_ROLE_KEY, bucket: SUPABASE_BUCKET })
}
