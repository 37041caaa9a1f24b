/** An unfinished upload in localStorage. It resumes after a reload when the file is chosen again. */
export type LocalUpload = {
  sessionId: string
  name: string
  bytes: number
  lastModified: number
  /** SHA-256 of the file, if available. Prevents mixing the chunks of two files. */
  hash: string | null
  mime: string
  chunkBytes: number
  /** A resumable upload, and its URL at the storage. */
  isLarge?: boolean
  tusUrl?: string | null
  sent: number
  expiresAt: string
  /** The tab that uploads it and when it last did. Uploads of another active tab are not interrupted. */
  window: string
  touchedAt: number
}

/** A tab without progress for this long is considered closed. */
const silentMs = 90_000

const keyOf = (projectId: string): string => `storycast.uploads.${projectId}`
const windowKey = 'storycast.window'

export class LocalUploads {
  constructor(
    private readonly projectId: string,
    private readonly storage: Storage | null,
    /** Unique per tab, survives a reload. */
    readonly windowId: string,
  ) {}

  all(now: Date): LocalUpload[] {
    return this.read().filter(({ expiresAt }) => Date.parse(expiresAt) > now.getTime())
  }

  /** Uploads that no tab is sending. */
  interrupted(now: Date): LocalUpload[] {
    return this.all(now).filter(
      ({ window, touchedAt }) => window === this.windowId || now.getTime() - touchedAt > silentMs,
    )
  }

  find(sessionId: string): LocalUpload | undefined {
    return this.read().find((upload) => upload.sessionId === sessionId)
  }

  put(upload: LocalUpload, now: Date): void {
    this.write([...this.all(now).filter(({ sessionId }) => sessionId !== upload.sessionId), upload])
  }

  drop(sessionId: string): void {
    this.write(this.read().filter((upload) => upload.sessionId !== sessionId))
  }

  /** Marks the uploads of this tab as interrupted. */
  release(): void {
    const all = this.read()
    const isOwn = ({ window }: LocalUpload): boolean => window === this.windowId
    if (all.some(isOwn)) this.write(all.map((upload) => (isOwn(upload) ? { ...upload, touchedAt: 0 } : upload)))
  }

  private read(): LocalUpload[] {
    try {
      const upload: unknown = JSON.parse(this.storage?.getItem(keyOf(this.projectId)) ?? '[]')
      return Array.isArray(upload) ? upload.filter(isLocalUpload) : []
    } catch {
      return []
    }
  }

  private write(upload: LocalUpload[]): void {
    try {
      if (upload.length > 0) this.storage?.setItem(keyOf(this.projectId), JSON.stringify(upload))
      else this.storage?.removeItem(keyOf(this.projectId))
    } catch {
      // Storage is full or disabled. The upload continues.
    }
  }
}

/** An older version may have stored another format. */
const isLocalUpload = (upload: unknown): upload is LocalUpload =>
  typeof upload === 'object' &&
  upload !== null &&
  'sessionId' in upload &&
  typeof upload.sessionId === 'string' &&
  'chunkBytes' in upload &&
  Number(upload.chunkBytes) > 0 &&
  'expiresAt' in upload &&
  typeof upload.expiresAt === 'string'

/** Stores nothing on the server or when storage is disabled. */
export function openLocalUploads(projectId: string): LocalUploads {
  try {
    const known = sessionStorage.getItem(windowKey)
    const windowId = known ?? Math.random().toString(36).slice(2)
    sessionStorage.setItem(windowKey, windowId)
    return new LocalUploads(projectId, localStorage, windowId)
  } catch {
    return new LocalUploads(projectId, null, '')
  }
}

/** Null without https, where `crypto.subtle` is missing. */
export async function hashOf(file: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const hashedBytes = 1_048_576

/** SHA-256 of the first and last megabyte of a large file, to recognize it without reading all of it. */
export const shortHashOf = (file: Blob): Promise<string | null> =>
  hashOf(new Blob([file.slice(0, hashedBytes), file.slice(-hashedBytes)]))
