import type { z } from 'zod'

type Raw = z.core.$ZodRawIssue

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const units: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
}

/**
 * Describes an issue as text that follows the member's name. Used for rules without an own message, because zod's
 * messages mention its types.
 */
export function issueText(issue: Raw): string {
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be ${oneOf(issue.values)}`
  if (issue.code === 'too_small') return `must ${sizeText(issue.origin, 'at least', Number(issue.minimum))}`
  if (issue.code === 'too_big') return `must ${sizeText(issue.origin, 'at most', Number(issue.maximum))}`
  if (issue.code === 'invalid_format') return `must be ${formats[issue.format] ?? `in the form ${issue.format}`}`
  return 'is invalid'
}

const formats: Record<string, string> = { uuid: 'a UUID', url: 'a URL', email: 'an email address' }

function sizeText(origin: string, bound: string, limit: number): string {
  const unit = units[origin]
  if (!unit) return `be ${bound} ${limit.toLocaleString('en')}`
  if (bound === 'at least' && limit === 1) return 'not be empty'
  return `have ${bound} ${limit.toLocaleString('en')} ${unit[limit === 1 ? 0 : 1]}`
}

function oneOf(values: readonly unknown[]): string {
  const words = values.map(String)
  return words.length < 2 ? words.join('') : `one of ${words.join(', ')}`
}
