import { fieldNameMax, fieldsMax } from '../limits'
import { parseDate } from './dates'
import { cleanText, plainText } from './plain-text'
import type { Entry } from './source'

const depthMax = 3
const listedMax = 20

/** Variables are written `{{item.name}}`, so names have letters, digits, `_`, `-` and dots. */
export const fieldName = (text: string): string =>
  cleanText(text, fieldNameMax)
    .replace(/[^\p{L}\p{N}_.-]+/gu, '_')
    .replace(/^[_.]+|[_.]+$/g, '')

/** Turns an object into flat text fields: `author.name`. Lists of values are joined with commas. */
export function flatFields(value: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  const add = (name: string, text: string): void => {
    if (name && text && Object.keys(fields).length < fieldsMax && !Object.hasOwn(fields, name)) fields[name] = text
  }
  const visit = (prefix: string, one: unknown, depth: number): void => {
    if (one === null || one === undefined) return
    if (typeof one !== 'object') add(prefix || 'value', plainText(String(one)))
    else if (Array.isArray(one)) add(prefix || 'value', joined(one))
    else if (depth < depthMax) visitMembers(prefix, one, depth)
  }
  const visitMembers = (prefix: string, one: object, depth: number): void => {
    for (const [name, child] of Object.entries(one).slice(0, fieldsMax)) {
      const own = fieldName(name)
      if (own) visit(prefix ? `${prefix}.${own}` : own, child, depth + 1)
    }
  }
  visit('', value, 0)
  return fields
}

const joined = (values: unknown[]): string =>
  cleanText(
    values
      .slice(0, listedMax)
      .filter((value) => typeof value === 'string' || typeof value === 'number')
      .map((value) => plainText(String(value)))
      .join(', '),
  )

/** Names of date columns, most telling first. */
const dateNames =
  'published_at,date_published,published,publishedat,pubdate,pub_date,publish_date,date,datetime,created_at,createdat,created,timestamp,time,updated_at,updated'.split(
    ',',
  )

/** An entry of a table or a JSON list. The date is guessed by the names of the fields. */
export function entryOfFields(fields: Record<string, string>, now: Date): Entry {
  const byName = new Map(Object.entries(fields).map(([name, text]) => [name.toLowerCase(), text]))
  for (const name of dateNames) {
    const text = byName.get(name)
    const publishedAt = text === undefined ? null : parseDate(text, now)
    if (publishedAt) return { fields, publishedAt }
  }
  return { fields, publishedAt: null }
}
