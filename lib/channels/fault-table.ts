import { ChannelFault, type FaultCategory, type FaultOutcome } from './fault'

/** An answer as the error tables see it. */
export type NetworkAnswer = {
  status: number
  headers: Record<string, string>
  /** Undefined where the body is no JSON. */
  json: unknown
  /** Free of credentials and bounded. */
  text: string | null
}

/** What a network says about a refusal in its own error shape. */
export type AnswerFacts = {
  /** What the rows match on, the most telling first: `190/463`, `190`. */
  keys: readonly string[]
  /** Kept as `ChannelFault.code`. */
  code: string
  /** The network's own words. */
  text: string
}

/** One line of a network's table. All criteria given must hold; the first line that holds wins. */
export type FaultRow = {
  keys?: readonly string[]
  /** Any numeric key in this range, both ends included. */
  keyRange?: readonly [number, number]
  status?: readonly number[]
  text?: RegExp
  category: FaultCategory
  /** What happened and what to do. Where `{said}` stands, the network's own words follow at the end. */
  message: string
  isRetryable?: boolean
  isAuthDead?: boolean
  isForbidden?: boolean
  isDuplicate?: boolean
  /** Does the answer leave open whether it was done? By default that is so from status 500 on; `false` is at no status. */
  isAmbiguous?: boolean
  /** How long to wait before the first further try if the network does not say. Each one after that waits longer. */
  waitSeconds?: number
  /** So many further tries are worth making, and no more: 1 is "once". Without it, the row's hour is the limit. */
  triesMax?: number
}

export type FaultTable = {
  /** The name people know. */
  network: string
  /** What people call the fields that the network names by their paths; others go by the end of the path. */
  fields?: Readonly<Record<string, string>>
  /** Null when the answer is not in the network's own error shape. */
  read(answer: NetworkAnswer): AnswerFacts | null
  rows: readonly FaultRow[]
  /** The network's own way to name the time from which it answers again. */
  regainAt?(answer: NetworkAnswer, now: Date): Date | null
  /** The post that a duplicate refusal speaks of. */
  duplicateOf?(facts: AnswerFacts): string | null
}

/** What the rows fall back on. `{network}` is replaced. */
const byStatus: readonly FaultRow[] = [
  {
    status: [429],
    category: 'rate',
    isRetryable: true,
    message: '{network} allows no more calls for the moment. The post goes out later by itself.',
  },
  {
    status: [401],
    category: 'connection',
    isAuthDead: true,
    message: '{network} no longer accepts the access to this account. Connect the account again.',
  },
  {
    status: [403],
    category: 'connection',
    isForbidden: true,
    message: '{network} does not permit this to the connected account ({said}). Connect it again with all permissions.',
  },
  { status: [404], category: 'content', message: '{network} does not know what the post refers to: {said}' },
  { status: [405, 501], category: 'other', isAmbiguous: false, message: '{network} does not offer this: {said}' },
  {
    status: [413, 415],
    category: 'render',
    message: '{network} does not take this file: {said} Make it smaller or use another format.',
  },
  {
    status: [400, 409, 422],
    category: 'content',
    message: '{network} refused the post: {said} Change it and try again.',
  },
]

/** Without the network's own error shape these still come from in front of it, before anything was done. */
const refusedAtTheDoor = [401, 403, 404, 405, 413, 415, 429]

const unclear = (status: number): FaultRow => ({
  category: 'other',
  isRetryable: true,
  isAmbiguous: true,
  message: `{network} has a fault of its own at the moment (status ${status}). It is tried again by itself.`,
})

export type FaultContext = { makesPublic: boolean; now: Date }

/** Makes a fault of an answer that is not a success. */
export function faultOfAnswer(table: FaultTable, answer: NetworkAnswer, context: FaultContext): ChannelFault {
  const facts = table.read(answer)
  const row = facts ? rowFor(table, answer, facts) : unshapedRow(answer)
  const isAmbiguous = row.isAmbiguous ?? answer.status >= 500
  return new ChannelFault({
    outcome: outcomeOf(isAmbiguous, context.makesPublic),
    category: row.category,
    // What may have happened is never simply repeated, but it may be tried again once that is settled.
    isRetryable: isAmbiguous || (row.isRetryable ?? false),
    code: facts?.code ?? `http_${answer.status}`,
    message: sentence(table, row.message, facts, isAmbiguous && context.makesPublic),
    providerStatus: answer.status,
    ...(isAmbiguous || row.isRetryable ? retryOf(table, answer, row, context.now) : {}),
    // A bare 401 may be a proxy's in front of the network; only the network itself can declare a token dead.
    isAuthDead: facts !== null && (row.isAuthDead ?? false),
    isForbidden: facts !== null && (row.isForbidden ?? false),
    isDuplicate: row.isDuplicate ?? false,
    duplicateOf: facts && row.isDuplicate ? (table.duplicateOf?.(facts) ?? null) : null,
    answer: answer.text,
  })
}

/** A fault that the network reports inside a successful answer, e.g. a container that failed. */
export function faultOfFacts(table: FaultTable, facts: AnswerFacts, fallback: FaultRow): ChannelFault {
  const row = firstMatch(table.rows, facts, 0) ?? fallback
  return new ChannelFault({
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

/** The answer says success, and yet nobody can read it. */
export function faultOfUnreadable(table: FaultTable, answer: NetworkAnswer, context: FaultContext): ChannelFault {
  return new ChannelFault({
    outcome: outcomeOf(true, context.makesPublic),
    category: 'other',
    isRetryable: true,
    code: 'unreadable_answer',
    message: sentence(table, '{network} gave an answer that cannot be read.', null, context.makesPublic),
    providerStatus: answer.status,
    answer: answer.text,
  })
}

/** On a step that nobody sees when it is repeated, even an unclear end means that no post was sent. */
export function outcomeOf(isAmbiguous: boolean, makesPublic: boolean): FaultOutcome {
  if (!isAmbiguous) return 'refused'
  return makesPublic ? 'unknown' : 'not_sent'
}

export const doubtSentence =
  'It is not known whether the post went out, so the network is asked before anything is sent again.'

function rowFor(table: FaultTable, answer: NetworkAnswer, facts: AnswerFacts): FaultRow {
  const known = firstMatch(table.rows, facts, answer.status) ?? firstMatch(byStatus, facts, answer.status)
  if (known) return known
  if (answer.status >= 500 || answer.status < 400) return unclear(answer.status)
  return { category: 'other', message: '{network} refused this: {said} Look it up there, then try again.' }
}

function unshapedRow(answer: NetworkAnswer): FaultRow {
  if (!refusedAtTheDoor.includes(answer.status)) return unclear(answer.status)
  const nothingSaid: AnswerFacts = { keys: [], code: '', text: '' }
  return firstMatch(byStatus, nothingSaid, answer.status) ?? unclear(answer.status)
}

function firstMatch(rows: readonly FaultRow[], facts: AnswerFacts, status: number): FaultRow | undefined {
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

/** Our sentence is whole without the network's words, which follow as a detail and never stand in its place. */
function sentence(table: FaultTable, message: string, facts: AnswerFacts | null, isInDoubt: boolean): string {
  const { network } = table
  const ours = message.replaceAll('{network}', network).replace(' ({said})', '').replace(': {said}', '.')
  const whole = isInDoubt ? `${ours.replace(/ It is tried again by itself\.$/, '')} ${doubtSentence}` : ours
  const said = message.includes('{said}') ? plainWords(facts?.text ?? '', table.fields ?? {}) : ''
  return said ? `${whole} ${network} said: ${said}` : whole
}

/** One line with a full stop, without markup, error numbers and paths: those are kept beside it. */
function plainWords(text: string, fields: Readonly<Record<string, string>>): string {
  const line = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/^\s*\(#\d+\)\s*/, '')
    .replace(
      /(?:\bERROR :: )?\/([a-z]\w*(?:\/\w+)*) :: /gi,
      (_, path: string) => `${fields[path] ?? fieldWords(path)}: `,
    )
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
  return line === '' || /[.!?]$/.test(line) ? line : `${line}.`
}

/** `content/media/altText` is the alt text. */
const fieldWords = (path: string): string =>
  (path.split('/').at(-1) ?? path)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

const dayMs = 24 * 60 * 60 * 1_000

const paceOf = ({ waitSeconds, triesMax }: FaultRow) => ({
  waitSeconds: waitSeconds ?? null,
  triesMax: triesMax ?? null,
})

const retryOf = (table: FaultTable, answer: NetworkAnswer, row: FaultRow, now: Date) => ({
  ...paceOf(row),
  retryAt: namedTime(table, answer, row, now),
})

function namedTime(table: FaultTable, answer: NetworkAnswer, row: FaultRow, now: Date): Date | null {
  const named =
    (row.category === 'rate' ? table.regainAt?.(answer, now) : null) ??
    parseRetryAfter(answer.headers['retry-after'], now)
  if (!named || Number.isNaN(named.getTime())) return null
  return new Date(Math.min(Math.max(named.getTime(), now.getTime()), now.getTime() + dayMs))
}

/** RFC 9110, section 10.2.3: seconds from now, or an HTTP date. */
export function parseRetryAfter(value: string | undefined, now: Date): Date | null {
  if (value === undefined) return null
  const trimmed = value.trim()
  if (/^\d+(\.\d+)?$/.test(trimmed)) return new Date(now.getTime() + Number(trimmed) * 1_000)
  const ms = Date.parse(trimmed)
  return Number.isNaN(ms) ? null : new Date(ms)
}

/** A reset header: Unix seconds, or where the number is too small for that, seconds from now. */
export function parseReset(value: string | undefined, now: Date): Date | null {
  const digits = value?.match(/\d+(\.\d+)?/)?.[0]
  if (digits === undefined) return null
  const seconds = Number(digits)
  return new Date(seconds < 100_000_000 ? now.getTime() + seconds * 1_000 : seconds * 1_000)
}
