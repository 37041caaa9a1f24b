import type { JsonSchema } from '@/lib/openapi/json-schema'

export type Schemas = Record<string, JsonSchema>

/** Part of a type's name; `schema` links to a named schema. */
export type TypePart = { text: string; schema?: string }

/** One member of a body: a row of the table. */
export type Row = {
  /** Dotted path from the root; `[]` stands for array items. */
  path: string
  type: TypePart[]
  isRequired: boolean
  description: string | null
  /** Limits, default, allowed values. */
  notes: string[]
}

/** Table of a body. A union has one per variant. */
export type Form = { label: string | null; rows: Row[] }

const maxDepth = 4
const refPrefix = '#/components/schemas/'

const isNull = (schema: JsonSchema): boolean => schema.type === 'null'

export const refName = (schema: JsonSchema): string | null => schema.$ref?.replace(refPrefix, '') ?? null

export function dereference(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = refName(schema)
  return name ? (schemas[name] ?? {}) : schema
}

/** Variants of a schema, flattened, without null. A plain schema is its only variant. */
function alternativesOf(schema: JsonSchema): JsonSchema[] {
  const inner = schema.anyOf ?? schema.oneOf
  return inner ? inner.filter((option) => !isNull(option)).flatMap(alternativesOf) : [schema]
}

const isNullable = (schema: JsonSchema): boolean =>
  isNull(schema) ||
  (Array.isArray(schema.type) && schema.type.includes('null')) ||
  (schema.anyOf ?? schema.oneOf ?? []).some(isNullable)

/** Tables of a whole body. */
export function formsOf(schema: JsonSchema, schemas: Schemas): Form[] {
  const alternatives = alternativesOf(dereference(schema, schemas)).map((option) => dereference(option, schemas))
  return alternatives.map((option) => ({
    label: alternatives.length > 1 ? labelOf(option) : null,
    rows: option.properties ? rowsOf(option, '', 0) : [bareRow(option)],
  }))
}

/** A variant is named by its member with a fixed value. */
function labelOf(schema: JsonSchema): string | null {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const values = member.const === undefined ? member.enum : [member.const]
    if (values) return `${name}: ${values.map(String).join(', ')}`
  }
  return null
}

const bareRow = (schema: JsonSchema): Row => ({
  path: '',
  type: typeOf(schema),
  isRequired: true,
  description: schema.description ?? null,
  notes: notesOf(schema),
})

function rowsOf(schema: JsonSchema, prefix: string, depth: number): Row[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = `${prefix}${name}`
    const row: Row = { ...bareRow(member), path, isRequired: required.has(name) }
    const nested = depth < maxDepth ? alternativesOf(member).flatMap((option) => insideOf(option, path, depth)) : []
    return [row, ...nested]
  })
}

/** Members of an object, or of an array's objects. Named schemas have their own table. */
function insideOf(schema: JsonSchema, path: string, depth: number): Row[] {
  if (schema.properties) return rowsOf(schema, `${path}.`, depth + 1)
  const { items } = schema
  if (typeof items !== 'object') return []
  return alternativesOf(items).flatMap((option) => insideOf(option, `${path}[]`, depth + 1))
}

/** Readable type: `string or null`, `array of Story`. */
export function typeOf(schema: JsonSchema): TypePart[] {
  const parts = alternativesOf(schema).flatMap((option, index) => [
    ...(index > 0 ? [{ text: ' or ' }] : []),
    ...singleType(option),
  ])
  return isNullable(schema) ? [...parts, { text: ' or null' }] : parts
}

function singleType(schema: JsonSchema): TypePart[] {
  const name = refName(schema)
  if (name) return [{ text: name, schema: name }]
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  const [type] = types
  if (type === 'array') {
    const items = typeof schema.items === 'object' ? typeOf(schema.items) : [{ text: 'anything' }]
    return [{ text: 'array of ' }, ...items]
  }
  if (type === 'object' && typeof schema.additionalProperties === 'object' && !schema.properties) {
    return [{ text: 'object of ' }, ...typeOf(schema.additionalProperties)]
  }
  if (schema.const !== undefined) return [{ text: JSON.stringify(schema.const) }]
  if (!type) return [{ text: schema.enum ? 'string' : 'anything' }]
  return [{ text: schema.format ? (formatWords[schema.format] ?? type) : types.join(' or ') }]
}

const formatWords: Record<string, string> = {
  uuid: 'UUID',
  'date-time': 'time',
  date: 'date',
  uri: 'URL',
  email: 'email address',
}

function notesOf(schema: JsonSchema): string[] {
  const options = alternativesOf(schema)
  const notes = options.flatMap(limitsOf)
  const values = options.flatMap((option) => itemOf(option).enum ?? [])
  if (values.length > 0) notes.push(`one of ${values.map((value) => `\`${String(value)}\``).join(', ')}`)
  if (schema.default !== undefined) notes.push(`default \`${JSON.stringify(schema.default)}\``)
  return notes
}

const itemOf = (schema: JsonSchema): JsonSchema => (typeof schema.items === 'object' ? schema.items : schema)

function limitsOf(schema: JsonSchema): string[] {
  const between = (least: unknown, most: unknown, unit: string): string[] => {
    const from = typeof least === 'number' && least > 0 ? least : null
    if (typeof most === 'number') return [from === null ? `at most ${most}${unit}` : `${from} to ${most}${unit}`]
    return from === null ? [] : [`at least ${from}${unit}`]
  }
  return [
    ...between(schema.minLength, schema.maxLength, ' characters'),
    ...between(schema.minItems, schema.maxItems, ' items'),
    ...between(schema.minimum, schema.maximum, ''),
    ...(typeof schema.pattern === 'string' && !schema.format ? [`matches \`${schema.pattern}\``] : []),
  ]
}
