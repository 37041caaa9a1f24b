import { limitConcurrency } from '@/lib/concurrency/limit-concurrency'
import { decodeText } from '@/lib/text/decode-text'
import { fieldsMax, itemsRead, leastIntervalSeconds } from '../limits'
import { looksLikeCsv, readCsv } from './csv'
import { readFeed } from './feed'
import { fetchSource, type Validators } from './fetch-source'
import { chooseKeyField, keyOf, requireField } from './item-key'
import { readJson } from './json'
import { webUrl } from './plain-text'
import {
  type ConnectorKind,
  type Content,
  type Entry,
  SourceError,
  type SourceItem,
  type SourceSettings,
} from './source'

/** Parsing takes all of a processor, and posts are published by the same process. */
const parseInTurn = limitConcurrency(2)

/** A source that was read. */
export type Reading = Validators & {
  kind: ConnectorKind
  name: string | null
  path: string | null
  keyField: string | null
  fields: string[]
  /** Newest first, at most `itemsRead`, each key once. */
  items: SourceItem[]
  /** Items in the source. */
  total: number
  intervalSeconds: number
}

/**
 * Fetches and parses a source. Does network calls, so do not call it inside a transaction.
 *
 * @param known of the last reading. An unchanged source is not parsed
 * @throws SourceError
 */
export async function readSource(
  settings: SourceSettings,
  now: Date,
  known: Validators | null = null,
): Promise<Reading | 'unchanged'> {
  const fetched = await fetchSource(settings.url, settings.headers, known)
  if (fetched === 'unchanged') return fetched
  const text = decodeText(fetched.bytes, fetched.contentType).replace(/^\uFEFF/, '')
  const content = await parseInTurn(() => parseText(text, fetched.contentType, settings, now))
  const { name, path, total } = content
  const kind = settings.kind ?? content.kind
  const keyField = settings.keyField ?? (settings.isKeyFixed ? null : chooseKeyField(kind, content.entries))
  if (settings.keyField !== null) requireField(settings.keyField, content.entries)
  const { etag, lastModified, bodyHash, maxAgeSeconds } = fetched
  return {
    ...{ kind, name, path, keyField, total, etag, lastModified, bodyHash },
    fields: fieldsOf(content.entries),
    items: newestItems(content, keyField),
    intervalSeconds: Math.max(leastIntervalSeconds, content.intervalSeconds ?? 0, maxAgeSeconds ?? 0),
  }
}

async function parseText(text: string, contentType: string, settings: SourceSettings, now: Date): Promise<Content> {
  const { url, path, knownFields } = settings
  const found = formatOf(text, contentType, url)
  const kind = settings.kind ?? kindOf(found)
  if (found === 'nothing') throw new SourceError('The source is empty. Check the address.')
  if (found === 'html') throw webPage(text, url)
  if (kind === null)
    throw new SourceError(
      'This is neither a feed, nor JSON, nor a table. Use the address of an RSS feed, JSON or CSV file.',
    )
  if (found === 'json' && kind === 'rss') return readFeed(text, url, now)
  if (found === 'json' && kind === 'json') return readJson(text, path, url, now)
  if (found === 'xml' && kind === 'rss') return readFeed(text, url, now)
  if ((found === 'csv' || found === 'text') && kind === 'csv') return readCsv(text, knownFields, now)
  const names = { rss: 'an RSS or Atom feed', json: 'JSON', csv: 'a CSV table' }
  const other = kindOf(found)
  throw new SourceError(
    `This is not ${names[kind]}.${other && other !== kind ? ` It looks like ${names[other]}: choose that type.` : ' Check the address.'}`,
  )
}

type Format = 'nothing' | 'html' | 'xml' | 'json' | 'csv' | 'text'

const kindOf = (format: Format): ConnectorKind | null =>
  format === 'xml' ? 'rss' : format === 'json' || format === 'csv' ? format : null

/** By content first: many servers send every file as text/html or text/plain. */
function formatOf(text: string, contentType: string, url: string): Format {
  const start = text.slice(0, 2_000).trimStart()
  if (start === '' && text.trim() === '') return 'nothing'
  if (/^<(?:!doctype html|html[\s>])/i.test(start)) return 'html'
  if (start.startsWith('<'))
    return /<html[\s>]/i.test(start) && !/<(?:rss|feed|\w+:RDF)[\s>]/i.test(start) ? 'html' : 'xml'
  if (/^[[{]/.test(start)) return 'json'
  const isCsv = /\b(csv|tab-separated-values)\b/i.test(contentType) || /\.(csv|tsv)$/i.test(new URL(url).pathname)
  return isCsv || looksLikeCsv(text) ? 'csv' : 'text'
}

/** People paste the address of a blog. Most pages name their feed. */
function webPage(html: string, url: string): SourceError {
  const links = html.slice(0, 200_000).match(/<link\s[^>]{1,1000}>/gi) ?? []
  const feed = links.find((link) => /type\s*=\s*["']?application\/(rss|atom|feed)\+(xml|json)/i.test(link))
  const href = /href\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s>]+))/i.exec(feed ?? '')
  const found = webUrl((href?.[1] ?? href?.[2] ?? href?.[3])?.replaceAll('&amp;', '&'), url)
  if (!found)
    return new SourceError('This is a web page, not a feed. Look for an RSS link on the page and use its address.')
  return new SourceError(`This is a web page. Its feed is at ${found}. Use that address.`, { suggestedUrl: found })
}

function fieldsOf(entries: readonly Entry[]): string[] {
  const names = new Set<string>()
  for (const { fields } of entries) for (const name of Object.keys(fields)) names.add(name)
  return [...names].slice(0, fieldsMax)
}

/** The newest entries by date. Entries without dates keep the order of the source, and follow those with dates. */
function newestItems({ entries, order }: Content, keyField: string | null): SourceItem[] {
  const ordered = order === 'newest first' ? entries : entries.toReversed()
  const timeOf = ({ publishedAt }: Entry): number => publishedAt?.getTime() ?? 0
  const items = new Map<string, SourceItem>()
  for (const entry of ordered.toSorted((one, other) => timeOf(other) - timeOf(one))) {
    if (items.size >= itemsRead) break
    const key = keyOf(entry, keyField)
    if (!items.has(key)) items.set(key, { key, fields: entry.fields, publishedAt: entry.publishedAt })
  }
  return [...items.values()]
}
