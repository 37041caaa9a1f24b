import { expect, test } from 'vitest'
import { z } from 'zod'
import { validationError } from '@/lib/errors'
import { issueText } from './issue-text'
import { issuesOf } from './parse'

const schema = z.strictObject({
  caption: z.string().min(1).max(5),
  count: z.int().min(2).max(9),
  mode: z.enum(['skip', 'warn']),
  list: z.array(z.string()).min(1).max(2),
  flag: z.boolean(),
  inner: z.strictObject({ name: z.string() }),
  id: z.uuid(),
  named: z.string({ error: 'must be a name' }),
})

const found = (value: unknown): Record<string, string> => {
  const { error } = schema.safeParse(value, { error: issueText })
  return Object.fromEntries(
    error ? issuesOf(error, value).map(({ path, code, message }) => [path, `${code}: ${message}`]) : [],
  )
}

test('a missing member is required, whatever its type', () => {
  const required = 'required: is required'
  expect(found({ inner: {} })).toEqual({
    ...Object.fromEntries(['caption', 'count', 'mode', 'list', 'flag', 'id', 'named'].map((name) => [name, required])),
    'inner.name': required,
  })
})

test('messages name the expected format, not zod types', () => {
  expect(found({ caption: 'abcdef', count: 1, mode: 'no', list: [], flag: '', inner: [], id: 'x', named: 7 })).toEqual({
    caption: 'too_big: must have at most 5 characters',
    count: 'too_small: must be at least 2',
    mode: 'invalid_value: must be one of skip, warn',
    list: 'too_small: must not be empty',
    flag: 'invalid_type: must be true or false',
    inner: 'invalid_type: must be an object',
    id: 'invalid_format: must be a UUID',
    named: 'invalid_type: must be a name',
  })
  expect(
    found({ caption: null, count: 1.5, mode: null, list: 'x', flag: true, inner: { name: 4 }, id: 4, named: 'a' }),
  ).toEqual({
    caption: 'invalid_type: must be text',
    count: 'invalid_type: must be a whole number',
    mode: 'invalid_value: must be one of skip, warn',
    list: 'invalid_type: must be a list',
    'inner.name': 'invalid_type: must be text',
    id: 'invalid_type: must be text',
  })
})

test('an error reads as a sentence', () => {
  const say = (message: string) => validationError([{ path: 'caption', code: 'x', message }]).message
  expect(say('is required')).toBe('caption is required')
  expect(say('No such member here.')).toBe('caption: No such member here.')
})
