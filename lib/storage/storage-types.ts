import type { Readable } from 'node:stream'

export type Stored = { size: number; contentType: string }

/** First and last byte, inclusive. */
export type ByteRange = { start: number; end: number }

/** `storedAt` is by the clock of the storage. */
export type StoredFile = { path: string; storedAt: Date }

/** Gets a page of files. Files whose paths it returns are deleted. */
export type VisitPage = (page: StoredFile[]) => Promise<readonly string[]>

/**
 * Stores uploads, previews and renditions. Paths come from `pathFor` and cannot be guessed. A file never changes, so it can
 * be cached forever. All methods throw `StorageError` when the storage fails.
 */
export type Storage = {
  /** Atomic: a file is visible only when it is complete. */
  put(path: string, source: Readable, contentType: string): Promise<Stored>
  /** Stores a local file. On the same disk it is moved, not copied. */
  putFile(path: string, file: string, contentType: string): Promise<Stored>
  /** Null if the file does not exist. */
  get(path: string, range?: ByteRange): Promise<(Stored & { stream: Readable }) | null>
  stat(path: string): Promise<Stored | null>
  /** Does not fail if the file does not exist. */
  delete(path: string): Promise<void>
  /** Visits all files page by page, in no particular order. */
  walk(visit: VisitPage): Promise<void>
  /** Deletes incomplete files from before this time. */
  forgetDrafts(before: Date): Promise<void>
  /** URL for everyone, including networks. */
  publicUrl(path: string): string
  /** The path of a public URL. Null for any other URL. */
  pathOf(url: string): string | null
}
