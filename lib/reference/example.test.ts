import { expect, test } from 'vitest'
import type { JsonSchema } from '@/lib/openapi/json-schema'
import { exampleOf } from './example'
import { formsOf, type Row } from './schema-rows'

const schemas: Record<string, JsonSchema> = {
  Label: {
    type: 'object',
    properties: { id: { type: 'string', format: 'uuid' }, note: { type: ['string', 'null'], maxLength: 9 } },
    required: ['id'],
  },
}

const text = ({ type }: Row): string => type.map((part) => part.text).join('')

test('a body becomes rows, nested members with dotted paths', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      kind: { enum: ['a', 'b'], type: 'string', default: 'a' },
      labels: { type: 'array', items: { $ref: '#/components/schemas/Label' }, minItems: 1, maxItems: 3 },
      place: {
        anyOf: [{ type: 'object', properties: { at: { type: 'string', format: 'date-time' } } }, { type: 'null' }],
      },
    },
    required: ['kind'],
  }
  const [form] = formsOf(schema, schemas)
  expect(form?.rows.map((row) => [row.path, text(row), row.isRequired, row.notes])).toEqual([
    ['kind', 'string', true, ['one of `a`, `b`', 'default `"a"`']],
    ['labels', 'array of Label', false, ['1 to 3 items']],
    ['place', 'object or null', false, []],
    ['place.at', 'time', false, []],
  ])
})

test('a union has a table per variant, named by its fixed member', () => {
  const form = (kind: string): JsonSchema => ({ type: 'object', properties: { kind: { const: kind } } })
  expect(formsOf({ oneOf: [form('a'), form('b')] }, {}).map(({ label }) => label)).toEqual(['kind: a', 'kind: b'])
})

test('an example has the required members, or all members', () => {
  const schema: JsonSchema = { $ref: '#/components/schemas/Label' }
  const id = '01900000-0000-7000-8000-000000000001'
  expect(exampleOf(schema, { withOptional: false, schemas })).toEqual({ id })
  expect(exampleOf(schema, { withOptional: true, schemas })).toEqual({ id, note: 'text' })
})
