import { z } from 'zod'
import type { Scope } from '@/lib/auth/scopes'
import type { ErrorCode } from '@/lib/errors'
import type { Spooled } from '@/lib/media/spool'
import { isCursor, type Listing } from './pagination'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * A body that is streamed to the disk and never whole in memory, of `fileBytesMax` bytes of `lib/media/limits.ts` at most.
 * `raw`: it is the file. `multipart`: it is a form with one part `file`; the endpoint takes JSON by its `body` as well.
 */
export type FileBody = { types: readonly string[] } & (
  | { as: 'raw' }
  | {
      as: 'multipart'
      /** The other fields of the form. All come as text. */
      fields: z.ZodType
      /** Fields that may come several times, and are lists of text. */
      lists?: readonly string[]
      /** The member of the JSON body that may hold the file in base64. The service gets `file` in its place. */
      base64?: string
    }
)

/**
 * The whole truth about one endpoint: the server parses by it, OpenAPI and the browser's client are made from it and
 * tests hold every live answer against it.
 */
export type Contract = {
  method: Method
  /** With parameters as `:id`. */
  path: string
  /** Groups endpoints in the reference. */
  tag: string
  summary: string
  description?: string
  /** A scope; `any` for every valid token; `session` for the dashboard alone; `public` for everybody. */
  scope: Scope | 'any' | 'session' | 'public'
  params?: z.ZodObject
  query?: z.ZodType
  body?: z.ZodType
  /** What the reference shows of the body, where parsing takes it apart member by member so that each can fail alone. */
  referenceBody?: z.ZodType
  /** The body may be left out altogether. */
  isBodyOptional?: boolean
  /** Bytes of a JSON body; 1 MiB when absent. */
  bodyLimit?: number
  /** The body is a file, or may be. The service gets it as `file`. */
  file?: FileBody
  /** Takes an `Idempotency-Key`. True for every POST that makes or triggers something. */
  idempotent?: boolean
  /** The answer holds a token or another secret. Kept for an `Idempotency-Key`, it is encrypted. */
  hasSecretAnswer?: boolean
  /** Shape of each successful answer by its status. */
  answers: Record<number, z.ZodType>
  /** Codes that this endpoint's own rules can give, beyond those that every endpoint can. */
  errors?: ErrorCode[]
}

export const contract = <const C extends Contract>(definition: C): C => definition

type OutputOf<T> = T extends z.ZodType ? z.output<T> : unknown
type SentOf<T> = T extends z.ZodType ? z.input<T> : unknown

/** What a service gets: path, query and body in one object, parsed. */
export type InputOf<C extends Contract> = AddressOf<C> & BodyOf<C>
/** What of it stands in the address, and is known before the body is read. */
export type AddressOf<C extends Contract> = OutputOf<C['params']> & OutputOf<C['query']>
type BodyOf<C extends Contract> = C['file'] extends { as: 'raw' }
  ? { file: Spooled }
  : C['file'] extends { as: 'multipart'; fields: infer F }
    ? (OutputOf<C['body']> & { file?: Spooled }) | (OutputOf<F> & { file: Spooled })
    : OutputOf<C['body']>
/** What a client passes. */
export type RequestOf<C extends Contract> = SentOf<C['params']> & SentOf<C['query']> & SentOf<C['body']>
/** What a client gets. */
export type AnswerOf<C extends Contract> = z.output<C['answers'][keyof C['answers']] & z.ZodType>

/**
 * An object that takes some members under two names, as the interface does with `projectId` and `project_id`. Naming
 * both is fine as long as they agree. The parsed value has the snake_case name alone.
 *
 * @param shape members by their snake_case name
 * @param aliases camelCase name → snake_case name
 */
export function aliased<S extends z.ZodRawShape, A extends Record<string, keyof S & string>>(shape: S, aliases: A) {
  const extra = Object.fromEntries(Object.entries(aliases).map(([alias, name]) => [alias, shape[name]])) as {
    [K in keyof A]: S[A[K]]
  }
  const object = z.strictObject({ ...shape, ...extra }).check(
    withFaultsElsewhere((value, report) => {
      for (const [alias, name] of Object.entries(aliases)) {
        if (value[alias] === undefined || value[name] === undefined || value[alias] === value[name]) continue
        report(alias, `${alias} and ${name} say different things.`)
      }
    }),
  )
  return object.transform((value) => {
    const result: Record<string, unknown> = { ...value }
    for (const [alias, name] of Object.entries(aliases)) {
      if (result[alias] !== undefined) result[name] = result[alias]
      delete result[alias]
    }
    return result as z.output<z.ZodObject<S>>
  })
}

/** A check of a whole object that zod runs even if some member has a fault of its own. */
function withFaultsElsewhere(
  find: (value: Record<string, unknown>, report: (member: string, message: string) => void) => void,
): z.core.$ZodCheck<Record<string, unknown>> {
  const check = z.check<Record<string, unknown>>(({ value, issues }) => {
    find(value, (member, message) => issues.push({ code: 'custom', input: value[member], path: [member], message }))
  })
  check._zod.def.when = ({ value }) => typeof value === 'object' && value !== null
  return check
}

/** Of either case in a request, as RFC 9562 has it; small from here on, so that ids can be compared. */
export const uuid = z.uuid({ error: 'must be a UUID' }).toLowerCase()

/** Years that every answer can show again: the offset may lead out of the four digits, and Postgres has no year 0. */
export const isShowable = (value: string | Date): boolean => {
  const year = new Date(value).getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** Fills in what RFC 3339 asks for and ISO 8601 lets one leave out: the seconds, and the minutes of the offset. */
const inFull = (text: string): string =>
  text.replace(
    /^(.{10})T(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d(?::\d\d)?)$/i,
    (_, date: string, time: string, seconds: string | undefined, offset: string) =>
      `${date}T${time}${seconds ?? ':00'}${offset.length === 3 ? `${offset}:00` : offset.toUpperCase()}`,
  )

const instantForm = 'must be an ISO 8601 time with an offset, e.g. 2026-05-01T09:00:00Z'

/** A moment. However it is written, what comes out is UTC with `Z` and milliseconds, as every answer has it. */
export const instant = z
  .string({ error: instantForm })
  .meta({ format: 'date-time' })
  .transform(inFull)
  .pipe(
    z.iso
      .datetime({ offset: true, abort: true, error: instantForm })
      .refine(isShowable, 'must be in a year from 0001 to 9999'),
  )
  .transform((text) => new Date(text).toISOString())

/** The project meant, for tokens that are not bound to one. */
export const projectShape = {
  project_id: uuid.optional().meta({ description: 'Needed when the token is not bound to a project.' }),
}
export const projectAlias = { projectId: 'project_id' } as const

/** A yes or a no in a query. */
export const yesNo = z.enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
export const isYes = (given: string | undefined): boolean => given === 'true' || given === '1'

/** `Number()` would also take `0x10`, `1e1` and blanks around it. */
export const readDigits = (given: unknown): unknown =>
  typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given

/** What every list takes that is given page by page. A cursor of another list is no place in this one. */
export const pageShape = (listing: Listing) => ({
  limit: z.preprocess(
    readDigits,
    z
      .int({ error: 'must be a whole number, written in digits alone' })
      .min(1, { error: 'must be 1 to 200' })
      .max(200, { error: 'must be 1 to 200' })
      .default(50),
  ),
  cursor: z
    .string()
    .refine((cursor) => isCursor(listing, cursor), {
      error: 'This is not a cursor that this listing gave. Leave it out to begin at the first page.',
    })
    .meta({ minLength: 1, maxLength: 500, description: '`next_cursor` of the page before.' })
    .optional(),
})
export const nextCursor = z.string().nullable()

export const idParams = z.strictObject({ id: uuid })
