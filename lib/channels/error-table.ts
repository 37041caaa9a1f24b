import { ChannelError, type ErrorCategory, type ErrorOutcome } from './channel-error'

/** A response, as input to the error tables. */
export type NetworkResponse = {
  status: number
  headers: Record<string, string>
  /** Undefined if the body is not JSON. */
  json: unknown
  /** Without credentials, truncated. */
  text: string | null
}

/** A network's error, in its own format. */
export type ErrorDetails = {
  /** Keys to match rows, most specific first: `190/463`, `190`. */
  keys: readonly string[]
  /** Becomes `ChannelError.code`. */
  code: string
  /** The network's message. */
  text: string
}

/** A row of a network's error table. All given criteria must match; the first matching row wins. */
export type ErrorRow = {
  keys?: readonly string[]
  /** Any numeric key in this inclusive range. */
  keyRange?: readonly [number, number]
  status?: readonly number[]
  text?: RegExp
  category: ErrorCategory
  /**
   * What happened and what to do. `{reason}` is replaced, and the network's message is appended. `{Field}` is the label of
   * the field that the network's message names.
   */
  message: string
  isRetryable?: boolean
  isAuthDead?: boolean
  isForbidden?: boolean
  isDuplicate?: boolean
  /** Whether the call may have succeeded. Defaults to true from status 500; `false` applies to any status. */
  isAmbiguous?: boolean
  /** Wait before the first retry if the network gives no time. Later waits are longer. */
  waitSeconds?: number
  /** Max retries. By default only the row's hour limits them. */
  triesMax?: number
}

export type ErrorTable = {
  /** Display name. */
  network: string
  /** Labels of the network's field paths. Other fields use the last path segment. */
  fields?: Readonly<Record<string, string>>
  /** Null if the response is not in the network's error format. */
  read(response: NetworkResponse): ErrorDetails | null
  rows: readonly ErrorRow[]
  /** Reads when the network accepts calls again. */
  regainAt?(response: NetworkResponse, now: Date): Date | null
  /** Id of the existing post in a duplicate refusal. */
  duplicateOf?(facts: ErrorDetails): string | null
}

/** Fallback rows by status. `{network}` is replaced. */
const byStatus: readonly ErrorRow[] = [
  {
    status: [429],
    category: 'rate',
    isRetryable: true,
    message: '{network}’s rate limit is reached. The post will be published later automatically.',
  },
  {
    status: [401],
    category: 'connection',
    isAuthDead: true,
    message: '{network} no longer accepts this connection. Reconnect the account.',
  },
  {
    status: [403],
    category: 'connection',
    isForbidden: true,
    message: '{network} does not allow this for the connected account ({reason}). Reconnect it with all permissions.',
  },
  { status: [404], category: 'content', message: '{network} cannot find something the post refers to: {reason}' },
  { status: [405, 501], category: 'other', isAmbiguous: false, message: '{network} does not offer this: {reason}' },
  {
    status: [413, 415],
    category: 'render',
    message: '{network} rejected this file: {reason} Use a smaller file or another format.',
  },
  {
    status: [400, 409, 422],
    category: 'content',
    message: '{network} refused the post: {reason} Change it and retry.',
  },
]

/** Statuses that mean nothing was done, even without the network's error format. */
const refusedStatuses = [401, 403, 404, 405, 413, 415, 429]

const unclear = (status: number): ErrorRow => ({
  category: 'other',
  isRetryable: true,
  isAmbiguous: true,
  message: `{network} has an internal error (status ${status}). It will be retried automatically.`,
})

export type ErrorContext = { makesPublic: boolean; now: Date }

/** Converts an error response to a `ChannelError`. */
export function errorFromResponse(table: ErrorTable, response: NetworkResponse, context: ErrorContext): ChannelError {
  const facts = table.read(response)
  const row = facts ? rowFor(table, response, facts) : rowForUnknownFormat(response)
  const isAmbiguous = row.isAmbiguous ?? response.status >= 500
  return new ChannelError({
    outcome: outcomeOf(isAmbiguous, context.makesPublic),
    category: row.category,
    // An ambiguous call is checked first and only then retried.
    isRetryable: isAmbiguous || (row.isRetryable ?? false),
    code: facts?.code ?? `http_${response.status}`,
    message: sentence(table, row.message, facts, isAmbiguous && context.makesPublic),
    providerStatus: response.status,
    ...(isAmbiguous || row.isRetryable ? retryOf(table, response, row, context.now) : {}),
    // A plain 401 may come from a proxy. Only the network's own error marks a token as dead.
    isAuthDead: facts !== null && (row.isAuthDead ?? false),
    isForbidden: facts !== null && (row.isForbidden ?? false),
    isDuplicate: row.isDuplicate ?? false,
    duplicateOf: facts && row.isDuplicate ? (table.duplicateOf?.(facts) ?? null) : null,
    answer: response.text,
  })
}

/** Converts an error inside a successful response, such as a failed container. */
export function errorFromDetails(table: ErrorTable, facts: ErrorDetails, fallback: ErrorRow): ChannelError {
  const row = firstMatch(table.rows, facts, 0) ?? fallback
  return new ChannelError({
    outcome: 'refused',
    category: row.category,
    isRetryable: row.isRetryable ?? false,
    ...(row.isRetryable ? paceOf(row) : {}),
    code: facts.code,
    message: sentence(table, row.message, facts, false),
    isAuthDead: row.isAuthDead ?? false,
    isForbidden: row.isForbidden ?? false,
    answer: facts.text,
  })
}

/** A success response that does not match the schema. */
export function unreadableResponseError(
  table: ErrorTable,
  response: NetworkResponse,
  context: ErrorContext,
): ChannelError {
  return new ChannelError({
    outcome: outcomeOf(true, context.makesPublic),
    category: 'other',
    isRetryable: true,
    code: 'unreadable_answer',
    message: sentence(table, '{network} sent an unreadable response.', null, context.makesPublic),
    providerStatus: response.status,
    answer: response.text,
  })
}

/** For steps that are safe to repeat, even an unclear result counts as not sent. */
export function outcomeOf(isAmbiguous: boolean, makesPublic: boolean): ErrorOutcome {
  if (!isAmbiguous) return 'refused'
  return makesPublic ? 'unknown' : 'not_sent'
}

export const doubtSentence =
  'The post may have been published, so Storycast checks with the network before sending it again.'

function rowFor(table: ErrorTable, response: NetworkResponse, facts: ErrorDetails): ErrorRow {
  const known = firstMatch(table.rows, facts, response.status) ?? firstMatch(byStatus, facts, response.status)
  if (known) return known
  if (response.status >= 500 || response.status < 400) return unclear(response.status)
  return { category: 'other', message: '{network} refused this: {reason} Check it there, then retry.' }
}

function rowForUnknownFormat(response: NetworkResponse): ErrorRow {
  if (!refusedStatuses.includes(response.status)) return unclear(response.status)
  const noDetails: ErrorDetails = { keys: [], code: '', text: '' }
  return firstMatch(byStatus, noDetails, response.status) ?? unclear(response.status)
}

function firstMatch(rows: readonly ErrorRow[], facts: ErrorDetails, status: number): ErrorRow | undefined {
  return rows.find(
    (row) =>
      (!row.keys || row.keys.some((key) => facts.keys.includes(key))) &&
      (!row.keyRange || facts.keys.some((key) => isWithin(row.keyRange, key))) &&
      (!row.status || row.status.includes(status)) &&
      (!row.text || row.text.test(facts.text)),
  )
}

function isWithin(range: readonly [number, number] | undefined, key: string): boolean {
  return range !== undefined && /^\d+$/.test(key) && Number(key) >= range[0] && Number(key) <= range[1]
}

/** The network's message follows ours as a detail and never replaces it. */
function sentence(table: ErrorTable, message: string, facts: ErrorDetails | null, isInDoubt: boolean): string {
  const { network, fields = {} } = table
  const ours = message
    .replaceAll('{network}', network)
    .replace('{Field}', () => capitalised(namedField(facts, fields) ?? 'a text'))
    .replace(' ({reason})', '')
    .replace(': {reason}', '.')
  const whole = isInDoubt ? `${ours.replace(/ It will be retried automatically\.$/, '')} ${doubtSentence}` : ours
  const said = message.includes('{reason}') ? plainMessage(facts?.text ?? '', fields) : ''
  return said ? `${whole} ${network} said: ${said}` : whole
}

/** One line ending with a period, without markup, error numbers and paths. The original is stored separately. */
function plainMessage(text: string, fields: Readonly<Record<string, string>>): string {
  const line = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/^\s*\(#\d+\)\s*/, '')
    .replace(fieldsInText, (_, path: string, isSubject?: string) => {
      const label = fields[path] ?? fieldLabel(path)
      return isSubject ? `${label} ` : `${label}: `
    })
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
  return line === '' || /[.!?]$/.test(line) ? line : `${line}.`
}

/** `/commentary :: bad`, or `/commentary :: the field is too long`, where the field's name replaces “the field”. */
const fieldsInText = /(?:\bERROR :: )?\/([a-z]\w*(?:\/\w+)*) :: ((?:the )?field (?=is ))?/gi

function namedField(facts: ErrorDetails | null, fields: Readonly<Record<string, string>>): string | null {
  const path = facts?.text.matchAll(fieldsInText).next().value?.[1]
  return path ? (fields[path] ?? `the ${fieldLabel(path)}`) : null
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `content/media/altText` is the alt text. */
const fieldLabel = (path: string): string =>
  (path.split('/').at(-1) ?? path)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

const dayMs = 24 * 60 * 60 * 1_000

const paceOf = ({ waitSeconds, triesMax }: ErrorRow) => ({
  waitSeconds: waitSeconds ?? null,
  triesMax: triesMax ?? null,
})

const retryOf = (table: ErrorTable, response: NetworkResponse, row: ErrorRow, now: Date) => ({
  ...paceOf(row),
  retryAt: namedTime(table, response, row, now),
})

function namedTime(table: ErrorTable, response: NetworkResponse, row: ErrorRow, now: Date): Date | null {
  const named =
    (row.category === 'rate' ? table.regainAt?.(response, now) : null) ??
    parseRetryAfter(response.headers['retry-after'], now)
  if (!named || Number.isNaN(named.getTime())) return null
  return new Date(Math.min(Math.max(named.getTime(), now.getTime()), now.getTime() + dayMs))
}

/** RFC 9110, section 10.2.3: seconds or an HTTP date. */
export function parseRetryAfter(value: string | undefined, now: Date): Date | null {
  if (value === undefined) return null
  const trimmed = value.trim()
  if (/^\d+(\.\d+)?$/.test(trimmed)) return new Date(now.getTime() + Number(trimmed) * 1_000)
  const ms = Date.parse(trimmed)
  return Number.isNaN(ms) ? null : new Date(ms)
}

/** A reset header: Unix seconds, or seconds from now if the number is small. */
export function parseReset(value: string | undefined, now: Date): Date | null {
  const digits = value?.match(/\d+(\.\d+)?/)?.[0]
  if (digits === undefined) return null
  const seconds = Number(digits)
  return new Date(seconds < 100_000_000 ? now.getTime() + seconds * 1_000 : seconds * 1_000)
}
