import { createHash } from 'node:crypto'
import { parseUrl } from '@/lib/parse-url'
import { type ConnectorKind, type Entry, SourceError } from './source'

/** Longer keys are hashed. */
const keyMax = 200
const tracking = /^(utm_\w+|fbclid|gclid|mc_cid|mc_eid)$/i

/** Tried in this order. Names are compared without case. */
const candidates: Record<ConnectorKind, readonly string[]> = {
  rss: ['id', 'link'],
  json: ['id', 'guid', 'uuid', 'slug', 'link', 'url'],
  csv: ['id', 'guid', 'uuid', 'sku', 'slug', 'link', 'url'],
}

/**
 * Chooses the field that identifies items: the first one that every item has with a different value. It is stored with
 * the connector, because another choice later would make every item new.
 */
export function chooseKeyField(kind: ConnectorKind, entries: readonly Entry[]): string | null {
  const names = new Set(entries.flatMap(({ fields }) => Object.keys(fields)))
  const byLowerCase = new Map([...names].map((name) => [name.toLowerCase(), name]))
  for (const candidate of candidates[kind]) {
    const name = candidate === 'id' && entries.some(({ id }) => id) ? 'id' : byLowerCase.get(candidate)
    if (name === undefined) continue
    const values = entries.map((entry) => fieldOf(entry, name))
    if (values.every(Boolean) && new Set(values).size === values.length) return name
  }
  // Feeds whose ids repeat: `title` and `date` decide.
  return entries.length === 0 && kind === 'rss' ? 'id' : null
}

/** @throws SourceError if no item has the field */
export function requireField(name: string, entries: readonly Entry[]): void {
  if (entries.length === 0 || entries.some((entry) => fieldOf(entry, name))) return
  const names = [...new Set(entries.flatMap(({ fields }) => Object.keys(fields)))]
  throw new SourceError(`No item has the field “${name}”, which should identify items. Fields: ${names.join(', ')}.`)
}

const fieldOf = ({ id, fields }: Entry, name: string): string | undefined =>
  name === 'id' && id !== undefined ? id : Object.hasOwn(fields, name) ? fields[name] : undefined

/** The key of an entry: its key field, else its link, else a hash of its title and date, else of all its fields. */
export function keyOf(entry: Entry, keyField: string | null): string {
  const { fields } = entry
  const value = keyField === null ? undefined : fieldOf(entry, keyField)
  if (value) return keyField === 'id' ? short(value) : short(canonical(value))
  if (keyField !== null && fields.link) return short(canonical(fields.link))
  const { title, date } = fields
  return hash(title ? [title, date ?? ''] : Object.entries(fields).toSorted().flat())
}

/** The same page with another scheme, a fragment or tracking parameters is the same item. */
function canonical(value: string): string {
  const url = /^https?:\/\//i.test(value) ? parseUrl(value) : null
  if (!url) return value
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name)
  return `${url.host}${url.pathname.replace(/\/$/, '')}${url.search}`
}

const short = (text: string): string => (text.length <= keyMax ? text : hash([text]))
const hash = (parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
