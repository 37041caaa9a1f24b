/** An upload under way, as the browser keeps it: by this it goes on after a reload, once the file is chosen again. */
export type KeptUpload = {
  sessionId: string
  name: string
  bytes: number
  lastModified: number
  /** SHA-256 of the file where the browser can tell, so that never the pieces of two files are put together. */
  hash: string | null
  mime: string
  chunkBytes: number
  sent: number
  expiresAt: string
  /** Which window sends it, and when it last did: what another window is busy with was not interrupted. */
  window: string
  touchedAt: number
}

/** A window that said nothing for so long sends nothing any more. */
const silentMs = 90_000

const keyOf = (projectId: string): string => `storycast.uploads.${projectId}`
const windowKey = 'storycast.window'

export class KeptUploads {
  constructor(
    private readonly projectId: string,
    private readonly storage: Storage | null,
    /** Stays over a reload, and is another for each window. */
    readonly windowId: string,
  ) {}

  all(now: Date): KeptUpload[] {
    return this.read().filter(({ expiresAt }) => Date.parse(expiresAt) > now.getTime())
  }

  /** Those that nobody sends any more. */
  interrupted(now: Date): KeptUpload[] {
    return this.all(now).filter(
      ({ window, touchedAt }) => window === this.windowId || now.getTime() - touchedAt > silentMs,
    )
  }

  put(kept: KeptUpload, now: Date): void {
    this.write([...this.all(now).filter(({ sessionId }) => sessionId !== kept.sessionId), kept])
  }

  drop(sessionId: string): void {
    this.write(this.read().filter((kept) => kept.sessionId !== sessionId))
  }

  /** This window sends nothing any more. */
  release(): void {
    const all = this.read()
    const isOwn = ({ window }: KeptUpload): boolean => window === this.windowId
    if (all.some(isOwn)) this.write(all.map((kept) => (isOwn(kept) ? { ...kept, touchedAt: 0 } : kept)))
  }

  private read(): KeptUpload[] {
    try {
      const kept: unknown = JSON.parse(this.storage?.getItem(keyOf(this.projectId)) ?? '[]')
      return Array.isArray(kept) ? kept.filter(isKept) : []
    } catch {
      return []
    }
  }

  private write(kept: KeptUpload[]): void {
    try {
      if (kept.length > 0) this.storage?.setItem(keyOf(this.projectId), JSON.stringify(kept))
      else this.storage?.removeItem(keyOf(this.projectId))
    } catch {
      // A full or forbidden store takes nothing; the upload itself goes on.
    }
  }
}

/** An older page may have kept something else under the name. */
const isKept = (kept: unknown): kept is KeptUpload =>
  typeof kept === 'object' &&
  kept !== null &&
  'sessionId' in kept &&
  typeof kept.sessionId === 'string' &&
  'chunkBytes' in kept &&
  Number(kept.chunkBytes) > 0 &&
  'expiresAt' in kept &&
  typeof kept.expiresAt === 'string'

/** In the browser; on the server, and where storage is forbidden, nothing is kept. */
export function keptUploads(projectId: string): KeptUploads {
  try {
    const known = sessionStorage.getItem(windowKey)
    const windowId = known ?? Math.random().toString(36).slice(2)
    sessionStorage.setItem(windowKey, windowId)
    return new KeptUploads(projectId, localStorage, windowId)
  } catch {
    return new KeptUploads(projectId, null, '')
  }
}

/** Null where the page has no cryptography, which is so without https. */
export async function hashOf(file: Blob): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
