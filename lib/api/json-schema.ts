import { z } from 'zod'
import { schemaNames } from './contracts'

/** As much of JSON Schema (2020-12) as zod writes and the reference reads. */
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

/** Gives the schemas that have a name their id, beside whatever description they carry. */
class NamedSchemas extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get<S extends z.core.$ZodType>(schema: S) {
    const meta = z.globalRegistry.get(schema)
    const id = schemaNames.get(schema as unknown as z.ZodType)
    // The declared type is a conditional one on S that no value can be shown to have.
    return (id ? { ...meta, id } : meta) as never
  }
}

const named = new NamedSchemas()

/** Formats that say it all: zod's patterns for them are a screen long. */
const selfEvident = new Set(['uuid', 'date-time', 'date', 'time', 'email', 'uri', 'base64'])

/** Drops what nobody can read. */
function tidy(schema: JsonSchema): void {
  if (schema.format !== undefined && selfEvident.has(schema.format)) delete schema.pattern
  // The bounds of a double say nothing.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}

/** Collects named schemas as the components of one document. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {}

  /** @param io the form that a client sends (`input`) or gets (`output`): defaults and transforms make them differ */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema, $defs, ...json } = z.toJSONSchema(schema, {
      io,
      metadata: named,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => tidy(jsonSchema as JsonSchema),
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> }
    const finalNames = new Map(Object.entries($defs ?? {}).map(([name, body]) => [name, this.nameFor(name, body, io)]))
    const plain = (value: JsonSchema): JsonSchema => withReferences(value, finalNames)
    for (const [name, body] of Object.entries($defs ?? {})) this.schemas[finalNames.get(name) ?? name] = plain(body)
    return plain(json)
  }

  /** What a client sends may differ from what it gets; then the first has a name of its own. */
  private nameFor(name: string, body: JsonSchema, io: 'input' | 'output'): string {
    const known = this.schemas[name]
    const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(withReferences(body, new Map()))
    return isSame || io === 'output' ? name : `${name}Input`
  }
}

const prefix = '#/components/schemas/'

/** A copy whose references lead to the components. */
function withReferences<T>(value: T, finalNames: ReadonlyMap<string, string>): T {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, finalNames)) as T
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key !== '$ref' || typeof member !== 'string') return [key, withReferences(member, finalNames)]
      const name = member.slice(member.lastIndexOf('/') + 1)
      return [key, `${prefix}${finalNames.get(name) ?? name}`]
    }),
  )
  return nameAliases(copy) as T
}

const camelCase = /[a-z][A-Z]/
const snakeOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Says of a second spelling that it is one. In the copy, because zod shares one object between both spellings. */
function nameAliases(properties: Record<string, unknown>): Record<string, unknown> {
  for (const [name, member] of Object.entries(properties)) {
    const snake = snakeOf(name)
    if (!camelCase.test(name) || typeof member !== 'object' || !(snake in properties)) continue
    properties[name] = { ...member, description: `Another spelling of \`${snake}\`.` }
  }
  return properties
}
