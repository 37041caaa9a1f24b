import { z } from 'zod'
import { channelIds } from '@/lib/channels/ids'
import { AppError, type Issue, issuesIn, validationError } from '@/lib/errors'
import type { Contract } from './contract'
import { issueWords } from './issue-words'
import { nodeBodyOf } from './node-body'
import { takesBody } from './operation'
import { joinIssues, type Sound, soundPart } from './sound'

const defaultBodyLimit = 1024 * 1024
const maxDepth = 40
/** Values of one JSON body, names not counted. Fifty stories for seven channels have about 10,000. */
const valuesMax = 20_000
/** Faults that are noted of one body. An answer lists a hundred. */
const notedIssuesMax = 1_000
/** Larger bodies are parsed and validated in two turns of the event loop. */
const largeBodyBytes = 65_536
/** Characters of a name that are shown in the path of a fault. */
const shownNameMax = 200

/** The 413 of a body that is no file. */
export const tooLarge = (limit: number): AppError =>
  new AppError('payload_too_large', `The body is larger than ${limit.toLocaleString('en')} bytes. Send less at once.`)

/** Reads at most `limit` bytes; a longer body is refused without being read to its end. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (saidBytes(request) > limit) throw tooLarge(limit)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of piecesOf(request)) {
    size += part.byteLength
    if (size > limit) throw tooLarge(limit)
    parts.push(part)
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
}

/** What the request says of the length of its body; 0 when nothing. */
export const saidBytes = (request: Request): number => Number(request.headers.get('content-length') ?? 0)

/**
 * The body piece by piece, as fast as they are asked for. Who stops asking is sent no more.
 *
 * @throws validation_error `incomplete_body` when the caller hangs up. Nobody reads that answer; it is for the log, which
 * must not blame the database
 */
export function piecesOf(request: Request): AsyncIterable<Uint8Array> {
  const pieces = (nodeBodyOf(request) ?? webBodyOf(request))[Symbol.asyncIterator]()
  const next = (): Promise<IteratorResult<Uint8Array>> =>
    pieces.next().catch((cause: unknown) => {
      throw brokenOff('The body broke off.', cause)
    })
  const done = async () => (await pieces.return?.()) ?? { done: true as const, value: undefined }
  return { [Symbol.asyncIterator]: () => ({ next, return: done }) }
}

async function* webBodyOf({ body }: Request): AsyncGenerator<Uint8Array, void, void> {
  if (body) yield* body
}

export function brokenOff(message: string, cause?: unknown): AppError {
  const issue = { path: '', code: 'incomplete_body', message }
  return new AppError('validation_error', message, { issues: [issue] }, { cause })
}

const tooDeep: Issue = { path: '', code: 'too_deep', message: `must not be nested deeper than ${maxDepth} levels` }

/** Strings that Postgres cannot store (NUL, half a surrogate pair) and nesting that no endpoint has. */
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
  refuseEncoded(request)
  if (typeOf(request) !== 'application/json') {
    throw new AppError('unsupported_media_type', 'Send the body as JSON, with content-type: application/json.')
  }
  return { ...parseJson(bytes), bytes }
}

export const missingBody = (): AppError =>
  validationError([{ path: '', code: 'missing_body', message: 'Send a JSON object as the body.' }])

/** The content type that a request declares, without its parameters; empty when there is none. */
export const typeOf = (request: Request): string =>
  request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''

/** Compressed bodies are bombs at times, and no endpoint needs them. */
export function refuseEncoded(request: Request): void {
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding.trim().toLowerCase() !== 'identity') {
    throw new AppError(
      'unsupported_media_type',
      'Send the body as it is, not compressed.',
      {},
      {
        headers: { 'Accept-Encoding': 'identity' },
      },
    )
  }
}

/** @throws validation_error when it is no JSON, or has names or texts that nothing could be done with */
export function parseJson(bytes: Uint8Array): { value: unknown; issues: Issue[] } {
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notJson()
  }
  refuseExcess(text)
  try {
    value = JSON.parse(text)
  } catch {
    throw notJson()
  }
  const issues = repeatedMembers(text)
  storabilityIssues(value, '', 0, issues)
  // Of the body as a whole: there is nothing in it that could be judged.
  if (issues.some(({ path }) => path === '')) throw validationError(issues)
  return { value, issues }
}

const notJson = (): AppError =>
  validationError([{ path: '', code: 'invalid_json', message: 'The body is not valid JSON in UTF-8.' }])

/**
 * Members that an object of the text names twice. JSON.parse keeps the last one without a word, while a proxy or a
 * person who reads the request may go by the first.
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
        issues.push({ path: open.map(({ at }) => at).join('.'), code: 'repeated', message: 'is given more than once' })
      }
      inner.names.add(name)
    }
  }
  return issues
}

/**
 * Refuses a text that is nested deeper or has more values than any endpoint takes, before it is parsed: to parse a
 * megabyte of brackets and to look through them takes a while.
 *
 * @param text JSON, or something else that parsing will refuse
 */
function refuseExcess(text: string): void {
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
  const message = `The body has more than ${valuesMax.toLocaleString('en')} values. Send less at once.`
  return validationError([{ path: '', code: 'too_many_values', message }])
}

/** Where the string that begins at `start` has its closing quote; -1 when it has none. Skips megabytes of base64. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    if (end === -1) return -1
    let before = end - 1
    while (text[before] === '\\') before -= 1
    // A quote after an odd number of backslashes belongs to the string.
    if ((end - before) % 2 === 1) return end
  }
}

const colon = /\s*:/y

function isFollowedByColon(text: string, index: number): boolean {
  colon.lastIndex = index + 1
  return colon.test(text)
}

/** Query parameters as an object; one given twice is a fault, as nobody knows which was meant. */
function readQuery(search: URLSearchParams): { query: Record<string, string>; issues: Issue[] } {
  // Without a prototype, so that `toString` is not taken for one that was given before.
  const query: Record<string, string> = Object.create(null)
  const issues: Issue[] = []
  for (const [name, value] of search) {
    if (name in query) issues.push({ path: name, code: 'repeated', message: 'is given more than once' })
    query[name] = value
  }
  storabilityIssues(query, '', 0, issues)
  return { query, issues }
}

/** What a value has under a path; undefined where it is not there. */
const memberAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value)

/**
 * zod's issues in our words: one per fault, each with the member's path.
 *
 * @param value what was parsed: a member that is not in it is missing, whatever it should have been
 */
export function issuesOf(error: z.ZodError, value: unknown): Issue[] {
  return error.issues
    .flatMap((issue): Issue[] => {
      const path = issue.path.join('.')
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((key) => ({
          path: path ? `${path}.${key}` : key,
          code: 'unknown_member',
          message: 'There is no such member here. Check its spelling.',
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

/** Names the channel of a fault in one channel's override: `channel_overrides.x.caption`, also as an item of a list. */
function withChannel(issue: Issue): Issue {
  const [, channel] = /(?:^|\.)channel_overrides\.([a-z]+)/.exec(issue.path) ?? []
  const id = channelIds.find((known) => known === channel)
  return id ? { ...issue, channel: id } : issue
}

/** Holds a value against its schema; what was found in it before stands first. */
export function check(schema: z.ZodType, value: unknown, before: Issue[]): { data: object; issues: Issue[] } {
  const parsed = schema.safeParse(value, { error: issueWords })
  if (parsed.success) return { data: parsed.data as object, issues: before }
  return { data: {}, issues: joinIssues(before, issuesOf(parsed.error, value)) }
}

export type Parsed = { input: Record<string, unknown>; bodyBytes: Uint8Array }

/** What stands in the address of a request, and the faults of its query. */
export type Address = { path: object; query: object; issues: Issue[] }

/** @throws not_found for an id that nothing can have */
export function parseAddress(request: Request, contract: Contract, params: Record<string, string>): Address {
  const pathValues = contract.params ? contract.params.safeParse(params) : null
  // An id that is no UUID, or that no column could hold, is simply not there: answered like one that nobody has.
  const unstorable: Issue[] = []
  storabilityIssues(params, '', 0, unstorable)
  if ((pathValues && !pathValues.success) || unstorable.length > 0) {
    throw new AppError('not_found', 'There is nothing under this address.')
  }
  const asked = readQuery(new URL(request.url).searchParams)
  const query = check(contract.query ?? z.strictObject({}), asked.query, asked.issues)
  return { path: pathValues?.data ?? {}, query: query.data, issues: query.issues }
}

/** Finds what the rules behind an endpoint have against the sound part of a request. */
export type FurtherFaults = (sound: Sound) => Promise<Issue[]>

/**
 * Path, query and body of a request by its contract, in one object.
 *
 * @param further asked when something is wrong already, so that the answer names the faults of the rules as well
 * @throws one validation_error with every fault
 */
export async function parseRequest(
  request: Request,
  contract: Contract,
  params: Record<string, string>,
  further?: FurtherFaults,
): Promise<Parsed> {
  const { path, query, issues: before } = parseAddress(request, contract, params)
  if (!takesBody(contract)) {
    if (before.length) throw validationError(before)
    return { input: { ...query, ...path }, bodyBytes: new Uint8Array() }
  }
  const sent = await readBody(request, contract, before)
  if (sent.bytes.byteLength > largeBodyBytes) await new Promise(setImmediate)
  const body = check(contract.body ?? z.strictObject({}), sent.value, sent.issues)
  const issues = [...before, ...body.issues]
  // The address decides what it is about, whatever a member of the body is called.
  if (issues.length === 0) return { input: { ...query, ...body.data, ...path }, bodyBytes: sent.bytes }
  if (!further || !isObject(sent.value) || issues.length > manyIssues) throw validationError(issues)
  const sound = soundPart(sent.value, body.issues)
  Object.assign(sound.members, path)
  throw validationError(joinIssues(issues, await further(sound)))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Beyond these it is no slip of the pen, and not worth the rules' time. */
const manyIssues = 50

/** The body, or its fault together with those of the query. */
async function readBody(request: Request, contract: Contract, before: Issue[]): Promise<ReadBody> {
  try {
    return await readJson(request, contract.body ? contract : { ...contract, isBodyOptional: true })
  } catch (error) {
    const issues = issuesIn(error)
    throw issues && before.length > 0 ? validationError([...before, ...issues]) : error
  }
}
