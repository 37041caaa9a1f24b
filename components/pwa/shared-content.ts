/** What another app shared. The service worker (public/sw.js) stores it. */
export type SharedContent = { text: string; files: File[] }

const cacheName = 'storycast-shared'
/** Older content was given up. */
const keptMs = 24 * 3_600_000

type Stored = { title: string; text: string; url: string; at: number; names: string[] }

/** Null if nothing was shared. Stays stored until `forgetSharedContent`. */
export async function readSharedContent(nowMs: number): Promise<SharedContent | null> {
  if (!('caches' in window) || !(await caches.has(cacheName))) return null
  const cache = await caches.open(cacheName)
  const stored = (await (await cache.match('/share/content'))?.json()) as Stored | undefined
  if (!stored || nowMs - stored.at > keptMs) return null
  const files = await Promise.all(
    stored.names.map(async (name, index) => {
      const blob = await (await cache.match(`/share/file/${index}`))?.blob()
      return blob ? [new File([blob], name, { type: blob.type })] : []
    }),
  )
  return { text: sharedText(stored), files: files.flat() }
}

/** Also at sign-out: the next user must not get it. */
export async function forgetSharedContent(): Promise<void> {
  if ('caches' in window) await caches.delete(cacheName)
}

/** Apps put a link into the text, the URL or both, and repeat the text as the title. */
export function sharedText({ title, text, url }: Pick<Stored, 'title' | 'text' | 'url'>): string {
  const parts = [title, text, url].map((part) => part.trim()).filter((part) => part !== '')
  return parts
    .filter((part, index) => !parts.some((other, at) => at !== index && contains(other, part, at < index)))
    .join('\n\n')
}

/** Of two equal parts, the first stays. */
const contains = (other: string, part: string, isEarlier: boolean): boolean =>
  other.includes(part) && (other !== part || isEarlier)
