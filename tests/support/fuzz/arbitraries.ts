import fc from 'fast-check'
import { z } from 'zod'
import type { JsonSchema } from '@/lib/openapi/json-schema'

/** Existing ids by member name. */
export type KnownIds = (member: string) => string[]

const dates = fc.constantFrom(
  '2099-01-01T09:00:00Z',
  '2031-10-26T02:30:00+02:00',
  '2098-06-30T23:59:59.999+14:00',
  '9999-12-31T23:59:59Z',
  '0001-01-01T00:00:00Z',
  '2020-02-29T00:00:00-12:00',
)
/** Nearby times for ranges: ranges that are too long or reversed are refused. */
const ends = new Map<string, fc.Arbitrary<string>>([
  ['from', fc.constantFrom('2031-10-20T00:00:00+02:00', '2031-10-25T22:00:00Z', '2031-10-26T00:59:59.999Z')],
  ['to', fc.constantFrom('2031-10-26T02:30:00+01:00', '2031-10-27T00:00:00Z', '2031-11-02T23:59:59-05:00')],
])
const urls = fc.constantFrom('https://images.example/1.jpg', 'http://a.example/?q=%00', 'https://b.example/video.mp4')
const words = fc.oneof(
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }), weight: 4 },
  {
    arbitrary: fc.constantFrom('Fresh bread', 'Europe/Berlin', 'instagram', 'draft', '12:30', '#one #two', '🥐'),
    weight: 4,
  },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 1 },
)

/** Values for a schema: mostly valid, sometimes at the limits. */
export function valuesOf(schema: z.ZodType, ids: KnownIds): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return valuesOfJson(json, ids, '')
}

function valuesOfJson(schema: JsonSchema, ids: KnownIds, member: string): fc.Arbitrary<unknown> {
  const known = ids(member)
  if (known.length > 0) {
    const id = fc.constantFrom(...known)
    return schema.type === 'array' ? fc.array(id, { minLength: 1, maxLength: 4 }) : id
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const weightOf = (choice: JsonSchema): number => (choice.type === 'null' ? 1 : 6)
    return fc.oneof(
      ...choices.map((choice) => ({ arbitrary: valuesOfJson(choice, ids, member), weight: weightOf(choice) })),
    )
  }
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, ids)
    case 'array': {
      const {
        items,
        minItems = 0,
        maxItems = 5,
      } = schema as { items?: JsonSchema; minItems?: number; maxItems?: number }
      return fc.array(valuesOfJson(items ?? {}, ids, member), {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 3),
      })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
    case 'number':
      return numbersOf(schema)
    case 'string':
      return textsOf(schema, member)
    default:
      return member === 'stories' ? fc.record({ caption: words }) : fc.jsonValue({ maxDepth: 2 })
  }
}

/** Optional members that most valid requests need. */
const isUsual = /^(project_id|connection_check|story_ids|shift_days|scheduled_at|data_base64|time|rotate)$/

function objectsOf(schema: JsonSchema, ids: KnownIds): fc.Arbitrary<unknown> {
  const required = new Set(schema.required)
  const members = Object.entries(schema.properties ?? {})
  return fc
    .tuple(
      ...members.map(([name, member]) => {
        const values = valuesOfJson(member, ids, name)
        if (required.has(name)) return values
        // Few optional members at a time: most combinations are not allowed.
        const [absent, present] = isUsual.test(name) ? [1, 3] : [5, 1]
        return fc.oneof({ arbitrary: fc.constant(undefined), weight: absent }, { arbitrary: values, weight: present })
      }),
    )
    .map((values) =>
      Object.fromEntries(
        members.flatMap(([name], index) => (values[index] === undefined ? [] : [[name, values[index]]])),
      ),
    )
}

function numbersOf({ minimum, maximum, type }: JsonSchema): fc.Arbitrary<number> {
  const [min, max] = [Number(minimum ?? -1_000), Number(maximum ?? 1_000)]
  const right = fc.integer({ min, max })
  return type === 'integer' ? right : fc.oneof(right, fc.double())
}

function textsOf(schema: JsonSchema, member: string): fc.Arbitrary<string> {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength,
  } = schema as {
    format?: string
    pattern?: string
    minLength?: number
    maxLength?: number
  }
  if (format === 'uuid') return fc.uuid()
  const end = ends.get(member)
  if (end) return fc.oneof({ arbitrary: end, weight: 4 }, { arbitrary: dates, weight: 1 })
  if (format === 'date-time') return dates
  if (format === 'uri') return urls
  if (format === 'email' || member === 'email') return fc.uuid().map((word) => `${word}@example.com`)
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  if (member === 'timezone') return fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC', 'Mars/Olympus')
  const right = words.map((word) => word.padEnd(minLength, 'x').slice(0, maxLength))
  const atTheEdge = maxLength ? fc.constantFrom('x'.repeat(maxLength), 'x'.repeat(maxLength + 1)) : right
  return fc.oneof({ arbitrary: right, weight: 20 }, { arbitrary: atTheEdge, weight: 1 })
}

/** Values that members should refuse, and some that they may accept. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    -0,
    1e308,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    '',
    ' ',
    '0',
    'null',
    'undefined',
    'NaN',
    '[]',
    '{}',
    '\u0000',
    '\ud800',
    '\u202e',
    "' or 1=1 --",
    '$1',
    '%00',
    '../../etc/passwd',
    '{{caption}}',
    '<script>',
    'a'.repeat(10_000),
    '2026-02-30T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '24:00',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://[::1]:5432/',
    'http://a b',
    [],
    {},
    [[[[]]]],
    { toString: 1 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
)

/** A copy with one value replaced by junk, removed or added. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value) && value.length > 0) {
    return fc.oneof(
      junk,
      fc.nat(value.length - 1).chain((at) => mutated(value[at]).map((other) => value.with(at, other))),
      fc.constant([...value, ...value]),
    )
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    const entries = Object.entries(value)
    const inside = fc
      .nat(entries.length - 1)
      .chain((at) =>
        mutated(entries[at]?.[1]).map((other) => Object.fromEntries(entries.with(at, [entries[at]?.[0] ?? '', other]))),
      )
    return fc.oneof(
      { arbitrary: inside, weight: 5 },
      { arbitrary: fc.nat(entries.length - 1).map((at) => Object.fromEntries(entries.toSpliced(at, 1))), weight: 1 },
      {
        arbitrary: fc
          .tuple(fc.constantFrom('schedule_at', '__proto__', 'constructor', 'id', 'user_id', 'status', ''), junk)
          .map((extra) => Object.fromEntries([...entries, extra])),
        weight: 1,
      },
      { arbitrary: junk, weight: 1 },
    )
  }
  return junk
}
