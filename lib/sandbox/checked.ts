import type { z } from 'zod'

/** The first thing wrong with a request, plain enough to be put into any network's words. */
export type Problem = {
  kind: 'unknown' | 'missing' | 'too_long' | 'too_short' | 'invalid'
  /** `media.media_ids.0`; for an unknown field its full name. */
  field: string
  message: string
}

export function check<T>(schema: z.ZodType<T>, value: unknown): { data: T } | { problem: Problem } {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return { data: parsed.data }
  return { problem: problemOf(parsed.error.issues[0]) }
}

function problemOf(issue: z.core.$ZodIssue | undefined): Problem {
  if (!issue) return { kind: 'invalid', field: '', message: 'The request is not valid.' }
  const field = issue.path.join('.')
  switch (issue.code) {
    case 'unrecognized_keys': {
      const name = [...issue.path, issue.keys[0] ?? ''].join('.')
      return { kind: 'unknown', field: name, message: `Unknown field: ${name}` }
    }
    case 'too_big':
      return { kind: 'too_long', field, message: issue.message }
    case 'too_small':
      return { kind: 'too_short', field, message: issue.message }
    case 'invalid_type':
      return { kind: issue.input === undefined ? 'missing' : 'invalid', field, message: issue.message }
    default:
      return { kind: 'invalid', field, message: issue.message }
  }
}

/** Refuses query parameters that are not in the list; gives the first stranger. */
export function strangerIn(query: URLSearchParams, known: readonly string[]): string | undefined {
  return [...query.keys()].find((name) => !known.includes(name))
}

/** Characters as people count them in limits: code points, so that one emoji is not two. */
export const countCharacters = (text: string): number => [...text].length
