import { z } from 'zod'
import type { JsonSchema } from '@/lib/openapi/json-schema'

/** A member of a query or body. `path` is the list of names to it; `0` is the first item of a list. */
export type Member = { path: string[]; schema: JsonSchema }

/** All leaf members in the order of the contract. */
export function membersOf(schema: z.ZodType | undefined): Member[] {
  if (!schema) return []
  return walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])
}

function walk(schema: JsonSchema, path: string[]): Member[] {
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (choices.length > 0) return choices.flatMap((choice) => walk(choice, path))
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => walk(member, [...path, name]))
  const { items, additionalProperties: rest, propertyNames: keys } = schema
  if (typeof items === 'object') members.push(...walk(items, [...path, '0']))
  if (typeof rest === 'object') {
    const [key = 'key'] = ((keys as JsonSchema | undefined)?.enum ?? []) as string[]
    members.push(...walk(rest, [...path, key]))
  }
  const isLeaf = schema.type !== 'object' && schema.type !== 'array' && schema.type !== 'null'
  return isLeaf && path.length > 0 ? [{ path, schema }] : members
}

/** A copy of the request with the value at the path. Creates objects and lists on the way. */
export function withMember(request: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (/^\d+$/.test(name)) {
    const list = Array.isArray(request) ? [...request] : []
    list[Number(name)] = withMember(list[Number(name)], rest, value)
    return list
  }
  const object = typeof request === 'object' && request !== null ? (request as Record<string, unknown>) : {}
  return { ...object, [name]: withMember(object[name], rest, value) }
}
