import type { Document } from './documents'
import { badRequest } from './request'

type Value = string | number | boolean | null
type Field = (document: Document) => Value | Value[]

const fields: Record<string, Field> = {
  id: ({ id }) => id,
  uuid: ({ uuid }) => uuid,
  slug: ({ slug }) => slug,
  title: ({ title }) => title,
  status: ({ status }) => status,
  visibility: ({ more }) => String(more.visibility ?? 'public'),
  featured: ({ more }) => more.featured === true,
  tag: ({ tags }) => tags.map((tag) => tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')),
  created_at: ({ created_ms }) => storedTime(created_ms),
  updated_at: ({ updated_ms }) => storedTime(updated_ms),
  published_at: ({ published_ms }) => (published_ms === null ? null : storedTime(published_ms)),
}

type Test = (document: Document) => boolean

/** `YYYY-MM-DD HH:mm:ss` in UTC, the format in Ghost's database. */
const storedTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/**
 * Ghost's filter language without groups: `status:published+slug:[a,b]`; `,` is or, `-` is not, `~` is contains.
 */
export function parseFilter(filter: string): Test {
  const alternatives = split(filter, ',').map((part) => split(part, '+').map(parseTest))
  return (document) => alternatives.some((all) => all.every((test) => test(document)))
}

function parseTest(text: string): Test {
  const match = /^(\w+):(-?)(~\^|~\$|~|>=|<=|>|<)?(.*)$/s.exec(text.trim())
  const field = match?.[1] !== undefined && Object.hasOwn(fields, match[1]) ? fields[match[1]] : undefined
  if (!match || !field) throw badRequest(`Error parsing filter: ${text}`)
  const [, name = '', minus, operator = '', given = ''] = match
  const isTime = name.endsWith('_at')
  const test = isTime ? compareTimes(field, operator, unquote(given)) : compareTexts(field, operator, parseList(given))
  return minus ? (document) => !test(document) : test
}

const comparisons: Record<string, (value: string, wanted: string) => boolean> = {
  '>': (value, wanted) => value > wanted,
  '>=': (value, wanted) => value >= wanted,
  '<': (value, wanted) => value < wanted,
  '<=': (value, wanted) => value <= wanted,
  '~': (value, wanted) => value.toLowerCase().includes(wanted.toLowerCase()),
  '~^': (value, wanted) => value.toLowerCase().startsWith(wanted.toLowerCase()),
  '~$': (value, wanted) => value.toLowerCase().endsWith(wanted.toLowerCase()),
}
const isEqual = (value: string, wanted: string): boolean => value === wanted

/** Compares times as text, like SQLite, Ghost's default: a time in another form than the stored one never matches. */
function compareTimes(field: Field, operator: string, wanted: string): Test {
  const compare = /^[<>]/.test(operator) ? (comparisons[operator] ?? isEqual) : isEqual
  return (document) => {
    const value = field(document)
    if (wanted === 'null') return value === null
    return typeof value === 'string' && compare(value, wanted)
  }
}

function compareTexts(field: Field, operator: string, wanted: string[]): Test {
  const compare = operator.startsWith('~') ? (comparisons[operator] ?? isEqual) : isEqual
  return (document) => {
    const values = [field(document)].flat().map(String)
    return values.some((value) => wanted.some((item) => compare(value, item)))
  }
}

function parseList(text: string): string[] {
  const list = /^\[(.*)\]$/s.exec(text)?.[1]
  return list === undefined ? [unquote(text)] : split(list, ',').map((item) => unquote(item.trim()))
}

function unquote(text: string): string {
  const quoted = /^'((?:[^'\\]|\\.)*)'$/s.exec(text)?.[1]
  if (quoted !== undefined) return quoted.replace(/\\(.)/gs, '$1')
  if (/^[^'"()[\]+,]+$/.test(text)) return text
  throw badRequest(`Error parsing filter: ${text}`)
}

/** Splits at separators outside quotes and square brackets. */
function split(text: string, separator: string): string[] {
  const parts: string[] = []
  let part = ''
  let isQuoted = false
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? ''
    if (isQuoted && char === '\\') {
      part += char + (text[++i] ?? '')
      continue
    }
    if (char === "'") isQuoted = !isQuoted
    if (!isQuoted && char === '[') depth++
    if (!isQuoted && char === ']') depth--
    if (char === separator && !isQuoted && depth === 0) {
      parts.push(part)
      part = ''
    } else part += char
  }
  return [...parts, part]
}
