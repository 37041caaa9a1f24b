import type { IncomingHttpHeaders } from 'node:http'
import type { Fault } from './faults'
import { type Part, parseMultipart } from './multipart'

type ContainerFault = Extract<Fault, { fault: 'container_error' | 'container_expired' }>

/** One request, read to its end. `path` is still percent-encoded and begins after the network's own prefix. */
export class Call {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** With its question mark, as it was written: LinkedIn minds what is encoded. */
  readonly rawQuery: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The address without its query, as the caller wrote it: OAuth 1.0a signs it. */
  readonly address: string
  /** Set when a fault is to strike the container that this call makes. */
  containerFault: ContainerFault | undefined
  /** What the token that came with it was granted; null: everything. */
  scopes: readonly string[] | null = null
  #json: { value: unknown } | undefined
  #form: URLSearchParams | undefined
  #parts: Part[] | undefined

  constructor(request: {
    id: string
    method: string
    path: string
    rawQuery: string
    headers: IncomingHttpHeaders
    body: Buffer
    address: string
    parts?: Part[]
  }) {
    this.id = request.id
    this.method = request.method
    this.path = request.path
    this.query = new URLSearchParams(request.rawQuery)
    this.rawQuery = request.rawQuery
    this.headers = request.headers
    this.body = request.body
    this.address = request.address
    this.#parts = request.parts
  }

  header(name: string): string | undefined {
    const value = this.headers[name]
    return Array.isArray(value) ? value[0] : value
  }

  /** Without parameters such as the character set, in lower case; empty when there is none. */
  get contentType(): string {
    return (this.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  }

  get bearer(): string | undefined {
    return /^(?:Bearer|OAuth) (\S+)$/.exec(this.header('authorization') ?? '')?.[1]
  }

  /** Undefined when the body is not JSON. */
  json(): unknown {
    this.#json ??= { value: parseJson(this.body) }
    return this.#json.value
  }

  form(): URLSearchParams {
    this.#form ??= new URLSearchParams(this.body.toString('utf8'))
    return this.#form
  }

  /** Empty when the body is not multipart/form-data, or is but cannot be read. */
  parts(): Part[] {
    this.#parts ??= parseMultipart(this.body, this.header('content-type') ?? '')
    return this.#parts
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
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

export function emptyAnswer(status: number, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: '' }
}

export function htmlAnswer(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body }
}

/** A network's no, in its own shape. Handlers throw it wherever they find the reason. */
export class Refusal extends Error {
  override name = 'Refusal'
  constructor(readonly answer: Answer) {
    super(`refused with ${answer.status}`)
  }
}
