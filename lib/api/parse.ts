import { z } from 'zod'
import { channelIds } from '@/lib/channel-ids'
import { AppError, type Issue, issuesIn, validationError } from '@/lib/errors'
import type { Contract } from './contract'
import { issueText } from './issue-text'
import { takesBody } from './operation'

const defaultBodyLimit = 1024 * 1024
const maxDepth = 40
/** Max values in a JSON body, names not counted. Fifty stories for seven channels have about 10,000. */
const valuesMax = 20_000
/** Max issues collected per body. A response lists a hundred. */
const notedIssuesMax = 1_000
/** Larger bodies are parsed and validated in separate turns of the event loop. */
const largeBodyBytes = 65_536
/** Max characters of a name in the path of an issue. */
const shownNameMax = 200

/** The 413 error for bodies other than files. */
export const tooLarge = (limit: number): AppError =>
  new AppError(
    'payload_too_large',
    `The body is larger than ${limit.toLocaleString('en')} bytes. Send less per request.`,
  )

/** Reads at most `limit` bytes. Stops reading when the body is longer. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (declaredBytes(request) > limit) throw tooLarge(limit)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of piecesOf(request)) {
    size += part.byteLength
    if (size > limit) throw tooLarge(limit)
    parts.push(part)
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
}

/** The declared body length; 0 if not declared. */
export const declaredBytes = (request: Request): number => Number(request.headers.get('content-length') ?? 0)

/**
 * Streams the body. Stops reading when the consumer stops.
 *
 * @throws validation_error `incomplete_body` when the caller disconnects. Only the log shows it; otherwise the error
 * would look like a database failure
 */
export function piecesOf(request: Request): AsyncIterable<Uint8Array> {
  const pieces = webBodyOf(request)[Symbol.asyncIterator]()
  const next = (): Promise<IteratorResult<Uint8Array>> =>
    pieces.next().catch((cause: unknown) => {
      throw incompleteBody('The body is incomplete.', cause)
    })
  const done = async () => (await pieces.return?.()) ?? { done: true as const, value: undefined }
  return { [Symbol.asyncIterator]: () => ({ next, return: done }) }
}

async function* webBodyOf({ body }: Request): AsyncGenerator<Uint8Array, void, void> {
  if (body) yield* body
}

export function incompleteBody(message: string, cause?: unknown): AppError {
  const issue = { path: '', code: 'incomplete_body', message }
  return new AppError('validation_error', message, { issues: [issue] }, { cause })
}

const tooDeep: Issue = { path: '', code: 'too_deep', message: `must not be nested deeper than ${maxDepth} levels` }

/** Finds strings that Postgres cannot store (NUL, unpaired surrogates) and excessive nesting. */
export function storabilityIssues(value: unknown, path: string, depth: number, issues: Issue[]): void {
  if (issues.length >= notedIssuesMax) return
  if (typeof value === 'string') {
    if (value.includes('\u0000'))
      issues.push({ path, code: 'invalid_text', message: 'must not contain a NUL character' })
    else if (!isWellFormed(value)) issues.push({ path, code: 'invalid_text', message: 'must be well-formed Unicode' })
  } else if (typeof value === 'object' && value !== null) {
    if (depth > maxDepth) {
      issues.push(tooDeep)
      return
    }
    for (const [key, member] of Object.entries(value)) {
      storabilityIssues(key, path, depth, issues)
      storabilityIssues(member, path ? `${path}.${key}` : key, depth + 1, issues)
    }
  }
}

const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)

type ReadBody = { value: unknown; bytes: Uint8Array; issues: Issue[] }

async function readJson(request: Request, contract: Contract): Promise<ReadBody> {
  const bytes = await readBytes(request, contract.bodyLimit ?? defaultBodyLimit)
  if (bytes.byteLength === 0) {
    if (contract.isBodyOptional) return { value: {}, bytes, issues: [] }
    throw missingBody()
  }
  rejectEncoded(request)
  if (typeOf(request) !== 'application/json') {
    throw new AppError('unsupported_media_type', 'Send the body as JSON, with content-type: application/json.')
  }
  return { ...parseJson(bytes), bytes }
}

export const missingBody = (): AppError =>
  validationError([{ path: '', code: 'missing_body', message: 'Send a JSON object as the body.' }])

/** The declared content type without parameters; empty if missing. */
export const typeOf = (request: Request): string =>
  request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''

/** Compressed bodies can be decompression bombs, and no endpoint needs them. */
export function rejectEncoded(request: Request): void {
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding.trim().toLowerCase() !== 'identity') {
    throw new AppError(
      'unsupported_media_type',
      'Compressed bodies are not supported.',
      {},
      {
        headers: { 'Accept-Encoding': 'identity' },
      },
    )
  }
}

/** @throws validation_error for invalid JSON, and for names or strings that cannot be stored */
export function parseJson(bytes: Uint8Array): { value: unknown; issues: Issue[] } {
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notJson()
  }
  rejectExcess(text)
  try {
    value = JSON.parse(text)
  } catch {
    throw notJson()
  }
  const issues = repeatedMembers(text)
  storabilityIssues(value, '', 0, issues)
  // An issue of the whole body: nothing in it can be validated.
  if (issues.some(({ path }) => path === '')) throw validationError(issues)
  return { value, issues }
}

const notJson = (): AppError =>
  validationError([{ path: '', code: 'invalid_json', message: 'The body is not valid JSON in UTF-8.' }])

/**
 * Finds duplicate members. JSON.parse silently keeps the last one, while a proxy or a reader may use the first.
 *
 * @param text valid JSON, in which a string is a name if and only if a colon follows
 */
function repeatedMembers(text: string): Issue[] {
  const issues: Issue[] = []
  const open: { names: Set<string> | null; at: string | number }[] = []
  for (let index = 0; index < text.length; index++) {
    const inner = open.at(-1)
    const sign = text[index]
    if (sign === '{') open.push({ names: new Set(), at: '' })
    else if (sign === '[') open.push({ names: null, at: 0 })
    else if (sign === '}' || sign === ']') open.pop()
    else if (sign === ',' && typeof inner?.at === 'number') inner.at += 1
    else if (sign === '"') {
      const start = index
      index = endOfString(text, start)
      if (!inner?.names || !isFollowedByColon(text, index)) continue
      const name = JSON.parse(text.slice(start, index + 1)) as string
      inner.at = name.slice(0, shownNameMax)
      if (inner.names.has(name) && issues.length < notedIssuesMax) {
        issues.push({ path: open.map(({ at }) => at).join('.'), code: 'repeated', message: 'must appear only once' })
      }
      inner.names.add(name)
    }
  }
  return issues
}

/**
 * Rejects JSON with too much nesting or too many values before parsing, because parsing and checking it would be
 * slow.
 *
 * @param text JSON, or text that parsing will reject
 */
function rejectExcess(text: string): void {
  let depth = 0
  let values = 1
  for (let index = 0; index < text.length; index++) {
    const sign = text[index]
    if (sign === '"') {
      index = endOfString(text, index)
      if (index === -1) return
    } else if (sign === ',') values += 1
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    if (depth > maxDepth + 1) throw validationError([tooDeep])
    if (values > valuesMax) throw tooManyValues()
  }
}

function tooManyValues(): AppError {
  const message = `The body has more than ${valuesMax.toLocaleString('en')} values. Send less per request.`
  return validationError([{ path: '', code: 'too_many_values', message }])
}

/** Index of the closing quote of the string at `start`; -1 if there is none. Skips megabytes of base64 fast. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    if (end === -1) return -1
    let before = end - 1
    while (text[before] === '\\') before -= 1
    // A quote after an odd number of backslashes is escaped.
    if ((end - before) % 2 === 1) return end
  }
}

const colon = /\s*:/y

function isFollowedByColon(text: string, index: number): boolean {
  colon.lastIndex = index + 1
  return colon.test(text)
}

/** Query parameters as an object. Duplicates are rejected as ambiguous. */
function readQuery(search: URLSearchParams): { query: Record<string, string>; issues: Issue[] } {
  // No prototype, so that `toString` does not look like a duplicate.
  const query: Record<string, string> = Object.create(null)
  const issues: Issue[] = []
  for (const [name, value] of search) {
    if (name in query) issues.push({ path: name, code: 'repeated', message: 'must appear only once' })
    query[name] = value
  }
  storabilityIssues(query, '', 0, issues)
  return { query, issues }
}

/** The value at a path; undefined if missing. */
const memberAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value)

/**
 * Converts zod's issues to ours, each with the member's path.
 *
 * @param value the parsed input: a member that is not in it is reported as missing
 */
export function issuesOf(error: z.ZodError, value: unknown): Issue[] {
  return error.issues
    .flatMap((issue): Issue[] => {
      const path = issue.path.join('.')
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((key) => ({
          path: path ? `${path}.${key}` : key,
          code: 'unknown_member',
          message: 'Unknown member. Check the spelling.',
        }))
      }
      if (issue.code !== 'custom' && memberAt(value, issue.path) === undefined) {
        return [{ path, code: 'required', message: 'is required' }]
      }
      const code = issue.code === 'custom' ? (issue.params?.code ?? 'invalid') : issue.code
      return [{ path, code, message: issue.message }]
    })
    .map(withChannel)
}

/** Sets the channel of issues in a channel override: `channel_overrides.x.caption`, also in a list item. */
function withChannel(issue: Issue): Issue {
  const [, channel] = /(?:^|\.)channel_overrides\.([a-z]+)/.exec(issue.path) ?? []
  const id = channelIds.find((known) => known === channel)
  return id ? { ...issue, channel: id } : issue
}

/** Deeper than any contract. */
const maxPathDepth = 8

/** Adds issues, except for members that already have one, and members inside them. */
function joinIssues(issues: readonly Issue[], found: readonly Issue[]): Issue[] {
  const taken = new Set(issues.map(({ path }) => path))
  const isTaken = (path: string): boolean => {
    if (taken.has(path)) return true
    const names = path.split('.', maxPathDepth)
    return names.some((_, index) => taken.has(names.slice(0, index + 1).join('.')))
  }
  return [...issues, ...found.filter(({ path }) => !isTaken(path))]
}

/** Validates a value. Issues found earlier come first. */
export function check(schema: z.ZodType, value: unknown, before: Issue[]): { data: object; issues: Issue[] } {
  const parsed = schema.safeParse(value, { error: issueText })
  if (parsed.success) return { data: parsed.data as object, issues: before }
  return { data: {}, issues: joinIssues(before, issuesOf(parsed.error, value)) }
}

export type Parsed = { input: Record<string, unknown>; bodyBytes: Uint8Array }

/** Path and query of a request, and the issues of the query. */
export type Address = { path: object; query: object; issues: Issue[] }

/** @throws not_found for an impossible id */
export function parseAddress(request: Request, contract: Contract, params: Record<string, string>): Address {
  const pathValues = contract.params ? contract.params.safeParse(params) : null
  // An id that is not a UUID, or cannot be stored, is treated as not found.
  const unstorable: Issue[] = []
  storabilityIssues(params, '', 0, unstorable)
  if ((pathValues && !pathValues.success) || unstorable.length > 0) {
    throw new AppError('not_found', 'Not found. Check the path.')
  }
  const parsedQuery = readQuery(new URL(request.url).searchParams)
  const query = check(contract.query ?? z.strictObject({}), parsedQuery.query, parsedQuery.issues)
  return { path: pathValues?.data ?? {}, query: query.data, issues: query.issues }
}

/**
 * Parses path, query and body of a request into one object.
 *
 * @throws one validation_error with every invalid member
 */
export async function parseRequest(
  request: Request,
  contract: Contract,
  params: Record<string, string>,
): Promise<Parsed> {
  const { path, query, issues: before } = parseAddress(request, contract, params)
  if (contract.raw) {
    const bytes = await readBytes(request, contract.raw.maxBytes)
    if (before.length) throw validationError(before)
    return { input: { ...query, ...path, raw: { bytes, headers: request.headers } }, bodyBytes: bytes }
  }
  if (!takesBody(contract)) {
    if (before.length) throw validationError(before)
    return { input: { ...query, ...path }, bodyBytes: new Uint8Array() }
  }
  const sent = await readBody(request, contract, before)
  if (sent.bytes.byteLength > largeBodyBytes) await new Promise(setImmediate)
  const body = check(contract.body ?? z.strictObject({}), sent.value, sent.issues)
  const issues = [...before, ...body.issues]
  if (issues.length > 0) throw validationError(issues)
  // Path parameters last, so that the body cannot override them.
  return { input: { ...query, ...body.data, ...path }, bodyBytes: sent.bytes }
}

/** Reads the body. If it is invalid, throws its issue together with those of the query. */
async function readBody(request: Request, contract: Contract, before: Issue[]): Promise<ReadBody> {
  try {
    return await readJson(request, contract.body ? contract : { ...contract, isBodyOptional: true })
  } catch (error) {
    const issues = issuesIn(error)
    throw issues && before.length > 0 ? validationError([...before, ...issues]) : error
  }
}
