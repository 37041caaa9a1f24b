import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { Account } from '../state/accounts'
import type { ContainerFault } from '../state/fault-injection'
import type { Part } from './form'

type Request = Pick<Call, 'id' | 'method' | 'path' | 'rawQuery' | 'headers' | 'body' | 'address' | 'parts'>

/** A request that was read completely. */
export class Call {
  readonly id!: string
  readonly method!: string
  /** Percent-encoded, without the network's prefix. */
  readonly path!: string
  /** With its question mark, as sent: LinkedIn checks what is encoded. */
  readonly rawQuery!: string
  readonly headers!: IncomingHttpHeaders
  /** Empty for multipart/form-data; see `parts`. */
  readonly body!: Buffer
  /** The URL without its query, as the client wrote it: OAuth 1.0a signs it. */
  readonly address!: string
  /** Parts of multipart/form-data. Empty for other types and for malformed forms. */
  readonly parts!: Part[]
  readonly query: URLSearchParams
  /** Set when a fault applies to the container that this call creates. */
  containerFault: ContainerFault | undefined
  /** Scopes of the token; null: all. */
  scopes: readonly string[] | null = null

  constructor(request: Request) {
    Object.assign(this, request)
    this.query = new URLSearchParams(request.rawQuery)
  }

  header(name: string): string | undefined {
    const value = this.headers[name]
    return Array.isArray(value) ? value[0] : value
  }

  /** Lower case, without parameters such as the charset. Empty when missing. */
  get contentType(): string {
    return (this.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  }

  get bearer(): string | undefined {
    return /^Bearer (\S+)$/.exec(this.header('authorization') ?? '')?.[1]
  }

  /** Undefined when the body is not JSON. */
  json(): unknown {
    return parseJson(this.body.toString('utf8'))
  }

  form(): URLSearchParams {
    return new URLSearchParams(this.body.toString('utf8'))
  }

  part(name: string): Part | undefined {
    return this.parts.find((part) => part.name === name)
  }

  /** The first query parameter that is not in the list. */
  unknownParameter(known: readonly string[]): string | undefined {
    return [...this.query.keys()].find((name) => !known.includes(name))
  }

  /** The failure that a fault orders for the container or video of this call. */
  orderedFailure(reason: string): string | null {
    const fault = this.containerFault
    return fault?.fault === 'container_error' ? (fault.reason ?? reason) : null
  }

  get isOrderedToExpire(): boolean {
    return this.containerFault?.fault === 'container_expired'
  }

  /** Whether the token was granted one of these scopes. */
  isGranted(scopes: readonly string[]): boolean {
    const granted = this.scopes
    return granted === null || scopes.some((scope) => granted.includes(scope))
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type Answer = { status: number; headers: Record<string, string>; body: string | Buffer }

export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  }
}

/** An error of the sandbox itself. */
export const errorAnswer = (status: number, message: string, issues?: { path: string; message: string }[]): Answer =>
  jsonAnswer(status, { error: { message, ...(issues && { issues }) } })

export const emptyAnswer = (status: number, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: '',
})

export const redirect = (location: string, status = 302): Answer => emptyAnswer(status, { location })

export function htmlAnswer(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body }
}

/** A network's error response. Handlers throw it. */
export class Refusal extends Error {
  override name = 'Refusal'
  constructor(readonly answer: Answer) {
    super(`refused with ${answer.status}`)
  }
}

export type Problem = {
  kind: 'unknown' | 'missing' | 'too_long' | 'too_short' | 'invalid'
  /** `media.media_ids.0`. */
  field: string
  message: string
}

const kinds: Partial<Record<z.core.$ZodIssue['code'], Problem['kind']>> = {
  unrecognized_keys: 'unknown',
  too_big: 'too_long',
  too_small: 'too_short',
}

/** @param refuse creates the network's error for the first problem */
export function validate<T>(schema: z.ZodType<T>, value: unknown, refuse: (problem: Problem) => Error): T {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (!issue) throw refuse({ kind: 'invalid', field: '', message: 'The request is not valid.' })
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  throw refuse({
    kind: isMissing ? 'missing' : (kinds[issue.code] ?? 'invalid'),
    field: path.join('.'),
    message: issue.message,
  })
}

/** Counts code points, so that one emoji is not two characters. */
export const countCharacters = (text: string): number => [...text].length

export type OpenVisit = {
  call: Call
  /** Path parameters, decoded. */
  params: Record<string, string>
  /** Path parameters as they were sent. */
  raw: Record<string, string>
}
export type Visit = OpenVisit & { account: Account }

/**
 * The operation's name for faults, or several where it depends on the request. Names mean the same in every network:
 * `publish` makes a post public, `container` prepares one, `draft` and `edit` store one; `initialize`, `upload` and
 * `alt_text` add media; `status` returns the progress of a container or medium; `list` and `read` return posts;
 * `identity` returns the token's owner; `quota` returns the remaining quota.
 */
type Name = string | Choice
export type Choice = { names: readonly string[]; of(call: Call): string }
type Result = Answer | Promise<Answer>

export type Route = { method: string; path: string; name: Name } & (
  | { isOpen: false; handle(visit: Visit): Result }
  /** Needs no credential. */
  | { isOpen: true; handle(visit: OpenVisit): Result }
)

/** @param pattern method and path, such as `GET /2/users/:id/tweets`; `:id` matches one segment */
export const route = (pattern: string, name: Name, handle: (visit: Visit) => Result): Route => ({
  ...parsePattern(pattern),
  name,
  isOpen: false,
  handle,
})

export const openRoute = (pattern: string, name: Name, handle: (visit: OpenVisit) => Result): Route => ({
  ...parsePattern(pattern),
  name,
  isOpen: true,
  handle,
})

function parsePattern(pattern: string): { method: string; path: string } {
  const [method = '', path = ''] = pattern.split(' ')
  return { method, path }
}

export const nameOf = ({ name }: Route, call: Call): string => (typeof name === 'string' ? name : name.of(call))

export type Match = { route: Route; params: Record<string, string>; raw: Record<string, string> }

/** The first matching route wins, so literal paths come before patterns. */
export function makeRouter(routes: readonly Route[]): (method: string, path: string) => Match | undefined {
  const compiled = routes.map((route) => ({ route, segments: route.path.split('/') }))
  return (method, path) => {
    const given = path.split('/')
    for (const { route, segments } of compiled) {
      if (route.method !== method || segments.length !== given.length) continue
      const raw = matchSegments(segments, given)
      const params = raw && decode(raw)
      if (params) return { route, params, raw }
    }
    return undefined
  }
}

function matchSegments(segments: string[], given: string[]): Record<string, string> | undefined {
  const raw: Record<string, string> = {}
  for (const [i, segment] of segments.entries()) {
    const value = given[i] ?? ''
    if (segment.startsWith(':')) {
      if (value === '') return undefined
      raw[segment.slice(1)] = value
    } else if (segment !== value) return undefined
  }
  return raw
}

function decode(raw: Record<string, string>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return undefined
  }
}
