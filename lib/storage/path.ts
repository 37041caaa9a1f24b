import { randomBytes } from 'node:crypto'

/** File extensions by type. No other type is stored or served. */
const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/tiff': 'tiff',
  'image/svg+xml': 'svg',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
}
const types = Object.fromEntries(Object.entries(extensions).map(([type, extension]) => [extension, type]))

/** A path that cannot be guessed: 128 random bits in a folder per project. */
export function pathFor(projectId: string, contentType: string): string {
  const extension = extensions[contentType]
  if (!extension) throw new Error(`Files of type ${contentType} are not stored.`)
  return `${projectId}/${randomBytes(16).toString('base64url')}.${extension}`
}

/** The type of a path. Null for a path that `pathFor` does not create. */
export function typeOfPath(path: string): string | null {
  const extension = /^[0-9a-f-]{36}\/[\w-]{22}\.([a-z0-9]+)$/.exec(path)?.[1]
  return (extension && types[extension]) || null
}
