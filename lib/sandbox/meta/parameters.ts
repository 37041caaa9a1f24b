import { z } from 'zod'
import { check } from '../checked'
import type { Call } from '../exchange'
import { badParameter, refuse } from './envelope'

type Parameters = Record<string, unknown>
const read = new WeakMap<Call, Parameters>()

/** Query and body as one, as the Graph API reads them: query, form and JSON all mean the same. The body wins. */
export function readParameters(call: Call): Parameters {
  let parameters = read.get(call)
  if (!parameters) {
    parameters = { ...fromPairs(call.query), ...fromBody(call) }
    read.set(call, parameters)
  }
  return parameters
}

/** The parameters of this operation. One that is not in the schema is refused: here a misspelt name must not pass. */
export function parametersOf<T>(call: Call, schema: z.ZodType<T>): T {
  const { access_token: _, ...given } = readParameters(call)
  const checked = check(schema, given)
  if ('data' in checked) return checked.data
  const { kind, field, message } = checked.problem
  if (kind === 'missing') throw badParameter(`The parameter ${field} is required`)
  if (kind === 'unknown') throw badParameter(`Unknown parameter: ${field}`)
  throw badParameter(`Param ${field} is not valid: ${message}`)
}

function fromBody(call: Call): Parameters {
  if (call.body.length === 0) return {}
  switch (call.contentType) {
    case 'application/json': {
      const body = call.json()
      if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
      throw badParameter('The body is not a JSON object')
    }
    case 'application/x-www-form-urlencoded':
      return fromPairs(call.form())
    case 'multipart/form-data':
      return fromPairs(call.parts().map((part): [string, string] => [part.name, part.data.toString('utf8')]))
    default:
      throw refuse({ code: 100, message: `(#100) Unsupported content type: ${call.contentType || 'none'}` })
  }
}

/** `children[0]=…` and `children[1]=…` are one list, in PHP's manner. */
function fromPairs(pairs: Iterable<[string, string]>): Parameters {
  const parameters: Parameters = {}
  for (const [name, value] of pairs) {
    const indexed = /^(\w+)\[(\d*)\]$/.exec(name)
    const list = indexed?.[1]
    if (!list) {
      parameters[name] = value
      continue
    }
    const known = parameters[list]
    if (Array.isArray(known)) known.push(value)
    else parameters[list] = [value]
  }
  return parameters
}

export const parseJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** `true`, `"true"`, `1` and `"1"` alike. */
export const graphBoolean = z.preprocess((value) => {
  if (value === 'true' || value === '1' || value === 1) return true
  if (value === 'false' || value === '0' || value === 0) return false
  return value
}, z.boolean())

/** `a,b`, `["a","b"]` as text, or a list. */
export const graphList = z.preprocess((value) => {
  const parsed = parseJson(value)
  if (typeof parsed === 'string') return parsed.split(',').map((part) => part.trim())
  return typeof parsed === 'number' ? [String(value)] : parsed
}, z.array(z.coerce.string()))

/** A list of objects, each of which may itself be JSON as text (form style). */
export const graphObjects = <T>(item: z.ZodType<T>) =>
  z.preprocess((value) => {
    const parsed = parseJson(value)
    return Array.isArray(parsed) ? parsed.map(parseJson) : parsed
  }, z.array(item))

export const graphId = z.coerce.string().regex(/^\w+$/)
export const graphNumber = z.coerce.number().int().min(0)

/** Unix seconds or any date that strtotime knows; here ISO 8601. */
export const graphTime = z.preprocess((value) => {
  if (typeof value === 'number' || /^\d+$/.test(String(value))) return Number(value) * 1000
  return Date.parse(String(value))
}, z.number().int())
