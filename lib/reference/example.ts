import type { JsonSchema } from '@/lib/openapi/json-schema'
import type { Operation, Parameter } from '@/lib/openapi/openapi'
import { dereference, type Schemas } from './schema-rows'

export const exampleId = '01900000-0000-7000-8000-000000000001'
const exampleTime = '2026-05-01T09:00:00Z'
const maxDepth = 6

const byFormat: Record<string, unknown> = {
  uuid: exampleId,
  'date-time': exampleTime,
  date: '2026-05-01',
  uri: 'https://example.com/spring',
  email: 'ann@example.com',
}

/** Example values by member name. Other members get an example by type. */
const byName: Record<string, unknown> = {
  caption: 'Fresh bread, every morning.',
  title: 'Morning bread',
  name: 'Corner Bakery',
  hashtags: '#bread #bakery',
  media_url: 'https://example.com/bread.jpg',
  account_id: '17841400000000000',
  account_name: 'Corner Bakery',
  handle: 'cornerbakery',
  timezone: 'Europe/Berlin',
  scheduled_at: exampleTime,
  password: 'a long password',
  slug: 'corner-bakery',
  hint: 'x7Qd',
  token: 'svc_pat_…',
  next_cursor: null,
}

type Options = { withOptional: boolean; schemas: Schemas }

/** An example value for a schema. Requests show required members, responses all. */
export function exampleOf(schema: JsonSchema, options: Options, name = '', depth = 0): unknown {
  const actual = dereference(schema, options.schemas)
  const known = byName[name]
  if (known !== undefined && !actual.properties && !actual.items) return known
  if (actual.const !== undefined) return actual.const
  if (actual.enum) return actual.enum[0]
  if (actual.default !== undefined) return actual.default
  const option = (actual.anyOf ?? actual.oneOf)?.[0]
  if (option) return exampleOf(option, options, name, depth)
  const type = [actual.type ?? []].flat()[0]
  if (type === 'object') return exampleObject(actual, options, depth)
  if (type === 'array') {
    const isDeep = depth >= maxDepth || typeof actual.items !== 'object'
    return isDeep ? [] : [exampleOf(actual.items as JsonSchema, options, singular(name), depth + 1)]
  }
  return exampleScalar(type, actual)
}

const singular = (name: string): string => name.replace(/s$/, '')

function exampleScalar(type: string | undefined, schema: JsonSchema): unknown {
  if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 1
  if (type === 'boolean') return true
  if (type === 'null' || type === undefined) return null
  return byFormat[schema.format ?? ''] ?? 'text'
}

function exampleObject(schema: JsonSchema, options: Options, depth: number): unknown {
  if (depth >= maxDepth) return {}
  const required = new Set(schema.required)
  const members = Object.entries(schema.properties ?? {})
  const wanted = members.filter(([name]) => options.withOptional || required.has(name))
  // If nothing is required, show all members instead of an empty object.
  const shown = wanted.length > 0 || depth > 0 ? wanted : members.slice(0, 1)
  return Object.fromEntries(
    shown
      .filter(([, member]) => !member.description?.startsWith('Alias of'))
      .map(([name, member]) => [name, exampleOf(member, options, name, depth + 1)]),
  )
}

const isParameter = (parameter: Operation['parameters'][number]): parameter is Parameter => 'name' in parameter

export const ownParameters = (operation: Operation): Parameter[] => operation.parameters.filter(isParameter)

/** A request as a curl command. */
export function curlOf(baseUrl: string, path: string, method: string, operation: Operation, schemas: Schemas): string {
  const address = path.replace(/\{\w+\}/g, exampleId)
  const query = ownParameters(operation).filter((parameter) => parameter.in === 'query' && parameter.required)
  const search = query.map(({ name, schema }) => `${name}=${exampleOf(schema, { withOptional: false, schemas }, name)}`)
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${baseUrl}${address}${search.length ? `?${search.join('&')}` : ''}'`,
  ]
  if (operation.security.length > 0) lines.push(`-H "Authorization: Bearer $TOKEN"`)
  const body = operation.requestBody?.content['application/json']
  if (body && operation.requestBody?.required) {
    lines.push(`-H 'Content-Type: application/json'`)
    const value = exampleOf(body.schema, { withOptional: false, schemas })
    lines.push(`-d '${JSON.stringify(value, null, 2).replaceAll("'", "'\\''")}'`)
  }
  return lines.join(' \\\n  ')
}
