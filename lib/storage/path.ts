import { randomBytes } from 'node:crypto'

/** File endings by type. Nothing else is stored, so nothing else is ever served. */
const endings: Record<string, string> = {
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
const types = Object.fromEntries(Object.entries(endings).map(([type, ending]) => [ending, type]))

/** A path that nobody can guess: 128 random bits, under the project's id so that its files are found together. */
export function pathFor(projectId: string, contentType: string): string {
  const ending = endings[contentType]
  if (!ending) throw new Error(`Files of type ${contentType} are not stored.`)
  return `${projectId}/${randomBytes(16).toString('base64url')}.${ending}`
}

/** The type that a path stands for; null for anything that `pathFor` never makes. */
export function typeOfPath(path: string): string | null {
  const ending = /^[0-9a-f-]{36}\/[\w-]{22}\.([a-z0-9]+)$/.exec(path)?.[1]
  return (ending && types[ending]) || null
}
