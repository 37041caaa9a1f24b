import type { Document } from './documents'
import { badRequest } from './request'

type Test = (document: Document) => boolean

const fields: Record<string, (document: Document) => string | null> = {
  slug: ({ slug }) => slug,
  status: ({ status }) => status,
  created_at: ({ created_ms }) => storedTime(created_ms),
  published_at: ({ published_ms }) => (published_ms === null ? null : storedTime(published_ms)),
}

/** `YYYY-MM-DD HH:mm:ss` in UTC, the format in Ghost's database. */
const storedTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

const comparisons: Record<string, (value: string, wanted: string) => boolean> = {
  '': (value, wanted) => value === wanted,
  '>': (value, wanted) => value > wanted,
  '>=': (value, wanted) => value >= wanted,
  '<': (value, wanted) => value < wanted,
  '<=': (value, wanted) => value <= wanted,
}

/**
 * The part of Ghost's filter language that combines comparisons with `+`: `status:published+created_at:>='2026-06-01 10:00:00'`.
 * Times are compared as text, like SQLite, Ghost's default: one in another form than the stored one never matches.
 */
export function parseFilter(filter: string): Test {
  const tests = filter.split('+').map(parseTest)
  return (document) => tests.every((test) => test(document))
}

function parseTest(text: string): Test {
  const [, name = '', operator = '', quoted, bare] =
    /^(\w+):([<>]=?)?(?:'([^'\\]*)'|([^'"()[\]+,~-]+))$/.exec(text) ?? []
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  const compare = comparisons[operator]
  const wanted = quoted ?? bare
  if (!field || !compare || wanted === undefined) throw badRequest(`Error parsing filter: ${text}`)
  return (document) => {
    const value = field(document)
    return value !== null && compare(value, wanted)
  }
}
