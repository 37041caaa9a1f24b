import type { Readable } from 'node:stream'
import { env } from '@/lib/env'
import { DiskStorage } from './disk'
import { SupabaseStorage } from './supabase'

export type Stored = { size: number; contentType: string }

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/** A file that is there, and since when by the clock of the storage. */
export type Kept = { path: string; storedAt: Date }

/** Looks at some of the files; those whose paths it gives are deleted. */
export type Visit = (page: Kept[]) => Promise<readonly string[]>

/**
 * Where files live that people upload and that are made of them. A path is made of unguessable parts by `pathFor`;
 * a file is written once and never changed, so that every answer about it may be kept for ever. Where the storage is at fault, all of them throw `StorageFault`.
 */
export type Storage = {
  /** Writes a file whole or not at all. Nothing of it is seen before it is complete. */
  put(path: string, source: Readable, contentType: string): Promise<Stored>
  /** The same with a file of this machine, which is taken: on the same disk it is moved and not copied. */
  putFile(path: string, file: string, contentType: string): Promise<Stored>
  /** Null when there is no such file. */
  get(path: string, range?: ByteRange): Promise<(Stored & { stream: Readable }) | null>
  stat(path: string): Promise<Stored | null>
  /** No fault when there is none. */
  delete(path: string): Promise<void>
  /** Goes through every file, a page at a time, in no order that means anything. */
  walk(visit: Visit): Promise<void>
  /** Deletes what writing left behind that broke off before this time. */
  forgetDrafts(before: Date): Promise<void>
  /** Where anybody, a network too, fetches the file. */
  publicUrl(path: string): string
  /** The path behind such an address; null for any other. */
  pathOf(url: string): string | null
}

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
