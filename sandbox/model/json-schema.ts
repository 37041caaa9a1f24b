import { refuseModel } from './errors'

/** A node of a JSON Schema, as far as OpenAI's strict mode supports it. */
export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: unknown
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  $ref?: string
  $defs?: Record<string, JsonSchema>
  definitions?: Record<string, JsonSchema>
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** Keywords of OpenAI's guide to structured outputs. */
const known = new Set([
  '$schema',
  'type',
  'title',
  'description',
  'default',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'enum',
  'const',
  '$ref',
  '$defs',
  'definitions',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'pattern',
  'format',
])

/** Refuses what strict mode does not accept. @param param where the schema is in the request */
export function checkStrictSchema(schema: JsonSchema, name: string, param: string): void {
  const refuse = (path: string, problem: string) =>
    refuseModel(400, `Invalid schema for response_format '${name}': In context=(${path}), ${problem}.`, {
      param,
      code: 'invalid_json_schema',
    })
  if (schema.type !== 'object') throw refuse('', 'the root must have type "object"')
  const visit = (node: JsonSchema, path: string): void => {
    for (const keyword of Object.keys(node))
      if (!known.has(keyword)) throw refuse(path, `'${keyword}' is not permitted`)
    if (node.type === 'object' || node.properties) checkObject(node, path)
    for (const [key, child] of Object.entries(node.properties ?? {})) visit(child, `${path}/properties/${key}`)
    for (const [key, child] of Object.entries({ ...node.$defs, ...node.definitions })) visit(child, `${path}/${key}`)
    for (const [index, child] of (node.anyOf ?? []).entries()) visit(child, `${path}/anyOf/${index}`)
    if (node.items) visit(node.items, `${path}/items`)
    if (node.type === 'array' && !node.items) throw refuse(path, "array schema missing 'items'")
  }
  const checkObject = (node: JsonSchema, path: string): void => {
    if (node.additionalProperties !== false)
      throw refuse(path, "'additionalProperties' is required to be supplied and to be false")
    const missing = Object.keys(node.properties ?? {}).find((key) => !node.required?.includes(key))
    if (missing !== undefined)
      throw refuse(path, `'required' must include every key in properties. Missing '${missing}'`)
  }
  visit(schema, '')
}

/** Follows a reference such as `#/definitions/Item`. */
export function resolve(node: JsonSchema, root: JsonSchema): JsonSchema {
  if (node.$ref === undefined) return node
  let target: unknown = root
  for (const part of node.$ref.split('/').slice(1))
    target = (target as Record<string, unknown> | undefined)?.[decodeURIComponent(part)]
  return (target ?? {}) as JsonSchema
}
