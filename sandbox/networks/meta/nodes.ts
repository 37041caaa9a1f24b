import { z } from 'zod'
import { type Answer, type Call, type Choice, jsonAnswer, parseJson, type Visit, validate } from '../../http/call'
import type { StoredPost } from '../../state/post-store'
import { dayMs, type Sandbox } from '../../state/sandbox'
import type { PostStats } from '../../state/stats'
import { badParameter, refuse, unknownObject } from './errors'

type Parameters = Record<string, unknown>
const cache = new WeakMap<Call, Parameters>()

/** Query and body merged, as the Graph API reads them. The body wins. */
export function readParameters(call: Call): Parameters {
  let parameters = cache.get(call)
  if (!parameters) {
    parameters = { ...Object.fromEntries(call.query), ...fromBody(call) }
    cache.set(call, parameters)
  }
  return parameters
}

/** The parameters of an operation. Unknown ones are refused, so that a typo does not pass. */
export function parametersOf<T>(call: Call, schema: z.ZodType<T>): T {
  const { access_token: _, ...given } = readParameters(call)
  return validate(schema, given, ({ kind, field, message }) => {
    if (kind === 'missing') return badParameter(`The parameter ${field} is required`)
    if (kind === 'unknown') return badParameter(`Unknown parameter: ${field}`)
    return badParameter(`Param ${field} is not valid: ${message}`)
  })
}

function fromBody(call: Call): Parameters {
  if (call.body.length === 0) return {}
  if (call.contentType === 'application/x-www-form-urlencoded') return Object.fromEntries(call.form())
  if (call.contentType !== 'application/json')
    throw refuse({ code: 100, message: `(#100) Unsupported content type: ${call.contentType || 'none'}` })
  const body = call.json()
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw badParameter('The body is not a JSON object')
}

const jsonOrText = (value: unknown): unknown => (typeof value === 'string' ? (parseJson(value) ?? value) : value)

/** Accepts `true`, `"true"`, `1` and `"1"`. */
export const graphBoolean = z.preprocess((value) => {
  if (['true', '1'].includes(String(value))) return true
  return ['false', '0'].includes(String(value)) ? false : value
}, z.boolean())

/** Accepts `a,b`, `["a","b"]` as text, and a list. */
export const graphList = z.preprocess((value) => {
  const parsed = jsonOrText(value)
  if (typeof parsed === 'string') return parsed.split(',').map((part) => part.trim())
  return typeof parsed === 'number' ? [String(value)] : parsed
}, z.array(z.coerce.string()))

export const graphObject = <T>(schema: z.ZodType<T>) => z.preprocess(jsonOrText, schema)

export const graphId = z.coerce.string().regex(/^\w+$/)
const graphNumber = z.coerce.number().int().min(0)

/** Unix seconds, in milliseconds. */
const graphTime = graphNumber.transform((seconds) => seconds * 1_000)

export type Field = { name: string; children: Field[] | null }

/** Parses `id,children{id,media_url},reactions.limit(0)`. Modifiers such as `.limit(0)` are ignored. */
export function parseFields(text: string): Field[] {
  const reader = { text, at: 0 }
  const fields = readList(reader)
  if (reader.at < text.length) throw badParameter(`Syntax error in fields at character ${reader.at}`)
  return fields
}

function readList(reader: { text: string; at: number }): Field[] {
  const fields: Field[] = []
  for (;;) {
    const match = /^\s*(\w+)((?:\.\w+\([^)]*\))*)/.exec(reader.text.slice(reader.at))
    if (!match?.[1]) throw badParameter('Syntax error: expected a field name')
    reader.at += match[0].length
    let children: Field[] | null = null
    if (reader.text[reader.at] === '{') {
      reader.at++
      children = readList(reader)
      if (reader.text[reader.at] !== '}') throw badParameter('Syntax error: a brace is not closed')
      reader.at++
    }
    fields.push({ name: match[1], children })
    if (reader.text[reader.at] !== ',') return fields
    reader.at++
  }
}

/** A node type: its name in errors, and its fields. `undefined` leaves a field out, as Meta does with empty ones. */
export type NodeType<T> = {
  name: string
  fields: Record<string, (node: T, children: Field[] | null) => unknown>
  /** Returned when the client names no fields. */
  defaultFields?: string
}

const defaultFieldsOf = <T>({ defaultFields = 'id' }: NodeType<T>): Field[] => parseFields(defaultFields)

export function showNode<T>(type: NodeType<T>, node: T, wanted: Field[] | string | undefined): Record<string, unknown> {
  const fields = typeof wanted === 'string' ? parseFields(wanted) : (wanted ?? defaultFieldsOf(type))
  const shown: Record<string, unknown> = {}
  for (const { name, children } of fields) {
    const read = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined
    if (!read) throw badParameter(`Tried accessing nonexisting field (${name}) on node type (${type.name})`)
    const value = read(node, children)
    if (value !== undefined) shown[name] = value
  }
  const id = type.fields.id?.(node, null)
  return id === undefined ? shown : { ...shown, id }
}

const FieldsParameter = z.strictObject({ fields: z.string().min(1).optional() })

export const nodeAnswer = <T>({ call }: Pick<Visit, 'call'>, type: NodeType<T>, node: T): Answer =>
  jsonAnswer(200, showNode(type, node, parametersOf(call, FieldsParameter).fields))

/** The path must name the token's own account, by its id or as `me`. */
export function requireOwnAccount({ call, params, account }: Visit): void {
  if (!isOwnAccount({ params, account })) throw unknownObject(call.method, params.id ?? '')
}

export const isOwnAccount = ({ params, account }: Pick<Visit, 'params' | 'account'>): boolean =>
  params.id === undefined || params.id === 'me' || params.id === account.account_id

export const listParameters = {
  fields: z.string().min(1).optional(),
  limit: graphNumber.pipe(z.number().min(1).max(100)).optional(),
  after: z.string().optional(),
  since: graphTime.optional(),
}
const ListParameters = z.strictObject(listParameters)
type Paging = z.infer<typeof ListParameters>

type Listed = { id: string; created_ms: number }

const cursorOf = ({ id }: Listed): string => Buffer.from(id).toString('base64url')

/** One page of a list, newest first, with Meta's `data` and `paging`. */
export function pageAnswer<T extends Listed>(
  { call }: Pick<Visit, 'call'>,
  items: Iterable<T>,
  paging: Paging,
  show: (item: T) => unknown,
): Answer {
  const { limit = 25 } = paging
  const page = itemsAfter(items, paging, limit + 1)
  const shown = page.slice(0, limit)
  const [first, last] = [shown[0], shown.at(-1)]
  if (!first || !last) return jsonAnswer(200, { data: [] })
  const cursors = { before: cursorOf(first), after: cursorOf(last) }
  const next = page.length > limit ? { next: `${call.address}?limit=${limit}&after=${cursors.after}` } : {}
  return jsonAnswer(200, { data: shown.map(show), paging: { cursors, ...next } })
}

export function listAnswer<T extends Listed>(visit: Visit, type: NodeType<T>, items: Iterable<T>): Answer {
  const { fields, ...paging } = parametersOf(visit.call, ListParameters)
  const wanted = fields === undefined ? undefined : parseFields(fields)
  return pageAnswer(visit, items, paging, (item) => showNode(type, item, wanted))
}

/** At most `max` items after the cursor. */
function itemsAfter<T extends Listed>(items: Iterable<T>, { after, since = 0 }: Paging, max: number): T[] {
  const found: T[] = []
  let isOpen = after === undefined
  for (const item of items) {
    if (item.created_ms < since || found.length === max) break
    if (isOpen) found.push(item)
    else isOpen = cursorOf(item) === after
  }
  return found
}

/** `2026-06-01T10:00:00+0000`, without the colon of ISO 8601. */
export const graphTimestamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+0000`

/** One route per supported version of the API. */
export const versioned = <T extends { path: string }>(versions: readonly string[], routes: readonly T[]): T[] =>
  versions.flatMap((version) => routes.map((route) => ({ ...route, path: `/${version}${route.path}` })))

/** Containers and posts share a path. A call that requests the status is a poll. */
export const nameOfRead: Choice = {
  names: ['status', 'read'],
  of: (call) => (/\bstatus(_code)?\b/.test(call.query.get('fields') ?? '') ? 'status' : 'read'),
}

export function requireOwnPost(sandbox: Sandbox, { account, params, call }: Visit): StoredPost {
  const post = sandbox.posts.find(account.network, params.id ?? '')
  if (post?.account_id !== account.account_id) throw unknownObject(call.method, params.id ?? '')
  return post
}

export function deletePost(sandbox: Sandbox, visit: Visit): StoredPost {
  parametersOf(visit.call, z.strictObject({}))
  const post = requireOwnPost(sandbox, visit)
  sandbox.posts.remove(post, sandbox.nowMs())
  return post
}

type Quota = { used: number; total: number }

/** `GET /{id}/…_publishing_limit`. The documents disagree about the number, so clients must read it. */
export function quotaAnswer(visit: Visit, name: string, quotas: Record<string, Quota>): Answer {
  requireOwnAccount(visit)
  const fieldsOf = ([prefix, { used, total }]: [string, Quota]) => [
    [`${prefix}quota_usage`, () => used],
    [`${prefix}config`, () => ({ quota_total: total, quota_duration: dayMs / 1000 })],
  ]
  const allFields = Object.fromEntries(Object.entries(quotas).flatMap(fieldsOf))
  const type = { name, fields: allFields, defaultFields: 'quota_usage' }
  const { fields } = parametersOf(visit.call, FieldsParameter)
  return jsonAnswer(200, { data: [showNode(type, null, fields)] })
}

/** Metrics by name, computed from a post's stats. */
export type Metrics = Record<string, (stats: PostStats) => number | Record<string, number>>

/** `GET /{id}/insights`. An unknown metric fails the request; metrics that are not counted yet are left out. */
export function insightsAnswer({ call, params }: Visit, metrics: Metrics, stats: PostStats | null): Answer {
  const { metric } = parametersOf(call, z.strictObject({ metric: graphList }))
  if (metric.length === 0 || metric.some((name) => !Object.hasOwn(metrics, name))) throw badMetric()
  const data = metric.flatMap((name) => {
    const value = stats && metrics[name]?.(stats)
    if (value === null || value === undefined) return []
    const id = `${params.id}/insights/${name}/lifetime`
    return [{ name, period: 'lifetime', values: [{ value }], title: name, description: '', id }]
  })
  return jsonAnswer(200, { data })
}

export const badMetric = () => badParameter('The value must be a valid insights metric')
