import { z } from 'zod'
import { AppError, type Issue, issuesIn, validationError } from '@/lib/errors'
import type { Contract } from './contract'
import { issueWords } from './issue-words'
import { joinIssues, type Sound, soundPart } from './sound'

const defaultBodyLimit = 1024 * 1024
const maxDepth = 40

/** Reads at most `limit` bytes; a longer body is refused without being read to its end. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError('payload_too_large', `The body is larger than ${limit.toLocaleString('en')} bytes. Send less at once.`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const parts: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  const next = async () => {
    try {
      return await reader?.read()
    } catch (cause) {
      // The caller hung up. Nobody reads this answer; it is for the log, which must not blame the database.
      const issue = { path: '', code: 'incomplete_body', message: 'The body broke off.' }
      throw new AppError('validation_error', issue.message, { issues: [issue] }, { cause })
    }
  }
  for (let part = await next(); part && !part.done; part = await next()) {
    size += part.value.byteLength
    if (size > limit) {
      await reader?.cancel().catch(() => {})
      throw tooLarge()
    }
    parts.push(part.value)
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
}

/** Strings that Postgres cannot store (NUL, half a surrogate pair) and nesting that no endpoint has. */
function storabilityIssues(value: unknown, path: string, depth: number, issues: Issue[]): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000'))
      issues.push({ path, code: 'invalid_text', message: 'must not contain a NUL character' })
    else if (!isWellFormed(value)) issues.push({ path, code: 'invalid_text', message: 'must be well-formed Unicode' })
  } else if (typeof value === 'object' && value !== null) {
    if (depth > maxDepth) {
      issues.push({ path: '', code: 'too_deep', message: `must not be nested deeper than ${maxDepth} levels` })
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
    throw validationError([{ path: '', code: 'missing_body', message: 'Send a JSON object as the body.' }])
  }
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
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new AppError('unsupported_media_type', 'Send the body as JSON, with content-type: application/json.')
  }
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw validationError([{ path: '', code: 'invalid_json', message: 'The body is not valid JSON in UTF-8.' }])
  }
  const issues = repeatedMembers(text)
  storabilityIssues(value, '', 0, issues)
  // Of the body as a whole: there is nothing in it that could be judged.
  if (issues.some(({ path }) => path === '')) throw validationError(issues)
  return { value, bytes, issues }
}

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
      for (index += 1; text[index] !== '"'; index += 1) if (text[index] === '\\') index += 1
      if (!inner?.names || !isFollowedByColon(text, index)) continue
      inner.at = JSON.parse(text.slice(start, index + 1)) as string
      if (inner.names.has(inner.at)) {
        issues.push({ path: open.map(({ at }) => at).join('.'), code: 'repeated', message: 'is given more than once' })
      }
      inner.names.add(inner.at)
    }
  }
  return issues
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
  return error.issues.flatMap((issue): Issue[] => {
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
}

/** Holds a value against its schema; what was found in it before stands first. */
function check(schema: z.ZodType, value: unknown, before: Issue[]): { data: object; issues: Issue[] } {
  const parsed = schema.safeParse(value, { error: issueWords })
  if (parsed.success) return { data: parsed.data as object, issues: before }
  return { data: {}, issues: joinIssues(before, issuesOf(parsed.error, value)) }
}

export type Parsed = { input: Record<string, unknown>; bodyBytes: Uint8Array }

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
  const { searchParams } = new URL(request.url)
  const pathValues = contract.params ? contract.params.safeParse(params) : null
  // An id that is no UUID, or that no column could hold, is simply not there: answered like one that nobody has.
  const unstorable: Issue[] = []
  storabilityIssues(params, '', 0, unstorable)
  if ((pathValues && !pathValues.success) || unstorable.length > 0) {
    throw new AppError('not_found', 'There is nothing under this address.')
  }
  const asked = readQuery(searchParams)
  const query = check(contract.query ?? z.strictObject({}), asked.query, asked.issues)
  if (contract.method === 'GET' || contract.method === 'DELETE') {
    if (query.issues.length) throw validationError(query.issues)
    return { input: { ...query.data, ...pathValues?.data }, bodyBytes: new Uint8Array() }
  }
  const sent = await readBody(request, contract, query.issues)
  const body = check(contract.body ?? z.strictObject({}), sent.value, sent.issues)
  const issues = [...query.issues, ...body.issues]
  if (issues.length === 0) return { input: { ...query.data, ...body.data, ...pathValues?.data }, bodyBytes: sent.bytes }
  if (!further || !isObject(sent.value) || issues.length > manyIssues) throw validationError(issues)
  const sound = soundPart(sent.value, body.issues)
  // The address decides what it is about, whatever a member of the body is called.
  Object.assign(sound.members, pathValues?.data)
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
