import { yielding } from '@/lib/event-loop'
import { itemsParsed } from '../limits'
import { readFeed } from './feed'
import { entryOfFields, flatFields } from './fields'
import { findListPath, itemsAtPath } from './json-path'
import { type Content, type Entry, SourceError } from './source'

/** Reads JSON: a JSON Feed, or the list at a path. @throws SourceError */
export async function readJson(text: string, path: string | null, url: string, now: Date): Promise<Content> {
  const document = parseDocument(text)
  if (path === null && isJsonFeed(document)) return readFeed(text, url, now)
  const found = path ?? findListPath(document)
  if (found === null)
    throw new SourceError('No list of items found in this JSON. Enter the path of the list, such as data.items.')
  const items = itemsAtPath(document, found)
  const rest = yielding()
  const entries: Entry[] = []
  for (const item of items.slice(0, itemsParsed)) {
    const fields = flatFields(item)
    if (Object.keys(fields).length > 0) entries.push(entryOfFields(fields, now))
    await rest()
  }
  return {
    kind: 'json',
    name: null,
    path: found,
    entries,
    total: items.length,
    order: 'newest first',
    intervalSeconds: null,
  }
}

function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SourceError('The source sends invalid JSON. Check the address, or tell the owner of the source.')
  }
}

/** JSON Feed 1.1, “version”. */
function isJsonFeed(document: unknown): boolean {
  if (typeof document !== 'object' || document === null || !('version' in document)) return false
  return typeof document.version === 'string' && /^https?:\/\/(www\.)?jsonfeed\.org\/version\//.test(document.version)
}
