import { z } from 'zod'
import { schemaNames } from './contracts'

/** The part of JSON Schema (2020-12) that zod writes and the reference reads. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema | boolean
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  [keyword: string]: unknown
}

/** Adds the names of named schemas to their metadata. */
class NamedSchemas extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get<S extends z.core.$ZodType>(schema: S) {
    const meta = z.globalRegistry.get(schema)
    const id = schemaNames.get(schema as unknown as z.ZodType)
    // The declared type depends on S, so no value can be checked against it.
    return (id ? { ...meta, id } : meta) as never
  }
}

const named = new NamedSchemas()

/** Formats without zod's very long patterns. */
const plainFormats = new Set(['uuid', 'date-time', 'date', 'time', 'email', 'uri', 'base64'])

/** Removes patterns and bounds that do not help readers. */
function simplify(schema: JsonSchema): void {
  if (schema.format !== undefined && plainFormats.has(schema.format)) delete schema.pattern
  // The bounds of a double are noise.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}

/** Collects named schemas as the components of one document. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {}

  /** @param io `input` for requests, `output` for responses. Defaults and transforms make them differ. */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema, $defs, ...json } = z.toJSONSchema(schema, {
      io,
      metadata: named,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => simplify(jsonSchema as JsonSchema),
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> }
    const componentNames = new Map(
      Object.entries($defs ?? {}).map(([name, body]) => [name, this.nameFor(name, body, io)]),
    )
    const plain = (value: JsonSchema): JsonSchema => withReferences(value, componentNames)
    for (const [name, body] of Object.entries($defs ?? {})) this.schemas[componentNames.get(name) ?? name] = plain(body)
    return plain(json)
  }

  /** If the request schema differs from the response schema, it gets the suffix `Input`. */
  private nameFor(name: string, body: JsonSchema, io: 'input' | 'output'): string {
    const known = this.schemas[name]
    const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(withReferences(body, new Map()))
    return isSame || io === 'output' ? name : `${name}Input`
  }
}

const prefix = '#/components/schemas/'

/** A copy with references to the components. */
function withReferences<T>(value: T, componentNames: ReadonlyMap<string, string>): T {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, componentNames)) as T
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key !== '$ref' || typeof member !== 'string') return [key, withReferences(member, componentNames)]
      const name = member.slice(member.lastIndexOf('/') + 1)
      return [key, `${prefix}${componentNames.get(name) ?? name}`]
    }),
  )
  return describeAliases(copy) as T
}

const camelCase = /[a-z][A-Z]/
const snakeOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Describes camelCase aliases as such. Works on the copy, because zod shares one object between both spellings. */
function describeAliases(properties: Record<string, unknown>): Record<string, unknown> {
  for (const [name, member] of Object.entries(properties)) {
    const snake = snakeOf(name)
    if (!camelCase.test(name) || typeof member !== 'object' || !(snake in properties)) continue
    properties[name] = { ...member, description: `Alias of \`${snake}\`.` }
  }
  return properties
}
