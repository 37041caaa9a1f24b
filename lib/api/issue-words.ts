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
 * What is wrong with a member, in words that follow its name. For rules that bring none of their own: the library's
 * speak of its types.
 */
export function issueWords(issue: Raw): string {
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be ${oneOf(issue.values)}`
  if (issue.code === 'too_small') return `must ${sizeWords(issue.origin, 'at least', Number(issue.minimum))}`
  if (issue.code === 'too_big') return `must ${sizeWords(issue.origin, 'at most', Number(issue.maximum))}`
  if (issue.code === 'invalid_format') return `must be ${formats[issue.format] ?? `in the form ${issue.format}`}`
  return 'is not valid here'
}

const formats: Record<string, string> = { uuid: 'a UUID', url: 'an address', email: 'an e-mail address' }

function sizeWords(origin: string, bound: string, limit: number): string {
  const unit = units[origin]
  if (!unit) return `be ${bound} ${limit.toLocaleString('en')}`
  if (bound === 'at least' && limit === 1) return 'not be empty'
  return `have ${bound} ${limit.toLocaleString('en')} ${unit[limit === 1 ? 0 : 1]}`
}

function oneOf(values: readonly unknown[]): string {
  const words = values.map(String)
  return words.length < 2 ? words.join('') : `one of ${words.join(', ')}`
}
