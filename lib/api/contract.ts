import { z } from 'zod'
import type { Spooled } from '@/lib/api/spool'
import type { Scope } from '@/lib/auth/scopes'
import type { ErrorCode } from '@/lib/errors'
import { isCursor, type Listing } from './pagination'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * A body that is streamed to disk, up to `fileBytesMax` bytes of `lib/media-files/limits.ts`. `raw`: the body is the
 * file. `multipart`: a form with a part `file`; the endpoint also accepts JSON, defined by `body`.
 */
export type FileBody = { types: readonly string[] } & (
  | { as: 'raw' }
  | {
      as: 'multipart'
      /** The other form fields. All values are strings. */
      fields: z.ZodType
      /** Repeatable fields, parsed as lists of strings. */
      lists?: readonly string[]
      /** JSON member that may hold the file in base64. The service gets `file` instead. */
      base64?: string
    }
)

/**
 * The definition of one endpoint. The server parses requests with it, OpenAPI and the browser client are generated
 * from it, and tests validate every response against it.
 */
export type Contract = {
  method: Method
  /** Parameters are written as `:id`. */
  path: string
  /** Groups endpoints in the API reference. */
  tag: string
  summary: string
  description?: string
  /** A scope, or `any`: every valid token, `session`: dashboard only, `public`: no authentication. */
  scope: Scope | 'any' | 'session' | 'public'
  params?: z.ZodObject
  query?: z.ZodType
  body?: z.ZodType
  /** Body schema for the API reference, where items are parsed one by one so that each can fail separately. */
  referenceBody?: z.ZodType
  /** The body may be omitted. */
  isBodyOptional?: boolean
  /** Max bytes of a JSON body. Default: 1 MiB. */
  bodyLimit?: number
  /** The body is or may be a file. The service gets it as `file`. */
  file?: FileBody
  /** The service gets the body unparsed, as `raw`: the sender signs its bytes. `type` is for the API reference. */
  raw?: { type: string; maxBytes: number }
  /** The response is the result as plain text. */
  answersText?: true
  /** The response is the result as a file of this type. The service returns its bytes. */
  answersFile?: string
  /** Not counted for the rate limit: a network sends all its calls from a few addresses. */
  isUncounted?: true
  /** Accepts an `Idempotency-Key`. True for every POST that creates or triggers something. */
  idempotent?: boolean
  /** The response contains a secret, so it is encrypted when stored for an `Idempotency-Key`. */
  hasSecretAnswer?: boolean
  /** Schemas of successful responses by status. */
  answers: Record<number, z.ZodType>
  /** Error codes of this endpoint, besides those every endpoint has. */
  errors?: ErrorCode[]
}

export const contract = <const C extends Contract>(definition: C): C => definition

/** An unparsed body with the headers it came with. */
export type RawBody = { bytes: Uint8Array; headers: Headers }

type OutputOf<T> = T extends z.ZodType ? z.output<T> : unknown
type SentOf<T> = T extends z.ZodType ? z.input<T> : unknown

/** Input of the service: path, query and body, parsed and merged. */
export type InputOf<C extends Contract> = AddressOf<C> & BodyOf<C>
/** The part from path and query, known before the body is read. */
export type AddressOf<C extends Contract> = OutputOf<C['params']> & OutputOf<C['query']>
type BodyOf<C extends Contract> = C['raw'] extends object ? { raw: RawBody } : ParsedBodyOf<C>
type ParsedBodyOf<C extends Contract> = C['file'] extends { as: 'raw' }
  ? { file: Spooled }
  : C['file'] extends { as: 'multipart'; fields: infer F }
    ? (OutputOf<C['body']> & { file?: Spooled }) | (OutputOf<F> & { file: Spooled })
    : OutputOf<C['body']>
/** Input of a client call. */
export type RequestOf<C extends Contract> = SentOf<C['params']> & SentOf<C['query']> & SentOf<C['body']>
/** Result of a client call. */
export type AnswerOf<C extends Contract> = z.output<C['answers'][keyof C['answers']] & z.ZodType>

/**
 * An object schema that accepts some members under two names, such as `projectId` and `project_id`. If both are
 * given, they must be equal. The parsed value has the snake_case name only.
 *
 * @param shape members by snake_case name
 * @param aliases camelCase name → snake_case name
 */
export function aliased<S extends z.ZodRawShape, A extends Record<string, keyof S & string>>(shape: S, aliases: A) {
  const extra = Object.fromEntries(Object.entries(aliases).map(([alias, name]) => [alias, shape[name]])) as {
    [K in keyof A]: S[A[K]]
  }
  const object = z.strictObject({ ...shape, ...extra }).check(
    checkAlways((value, report) => {
      for (const [alias, name] of Object.entries(aliases)) {
        if (value[alias] === undefined || value[name] === undefined || value[alias] === value[name]) continue
        report(alias, `${alias} and ${name} have different values.`)
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

/** A check of a whole object that zod also runs when members are invalid. */
function checkAlways(
  find: (value: Record<string, unknown>, report: (member: string, message: string) => void) => void,
): z.core.$ZodCheck<Record<string, unknown>> {
  const check = z.check<Record<string, unknown>>(({ value, issues }) => {
    find(value, (member, message) => issues.push({ code: 'custom', input: value[member], path: [member], message }))
  })
  check._zod.def.when = ({ value }) => typeof value === 'object' && value !== null
  return check
}

/** Accepts both cases (RFC 9562) and converts to lower case, so that ids can be compared. */
export const uuid = z.uuid({ error: 'must be a UUID' }).toLowerCase()

/** Years that responses can represent: an offset may move a time past year 9999, and Postgres has no year 0. */
export const isShowable = (value: string | Date): boolean => {
  const year = new Date(value).getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** Adds parts that RFC 3339 requires and ISO 8601 leaves optional: seconds, and the minutes of the offset. */
const inFull = (text: string): string =>
  text.replace(
    /^(.{10})T(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d(?::\d\d)?)$/i,
    (_, date: string, time: string, seconds: string | undefined, offset: string) =>
      `${date}T${time}${seconds ?? ':00'}${offset.length === 3 ? `${offset}:00` : offset.toUpperCase()}`,
  )

const instantForm = 'must be an ISO 8601 time with an offset, e.g. 2026-05-01T09:00:00Z'

/** A point in time. Converted to UTC with `Z` and milliseconds, as in responses. */
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

/** The project, for tokens that are not bound to one. */
export const projectShape = {
  project_id: uuid.optional().meta({ description: 'Required if the token is not bound to a project.' }),
}
export const projectAlias = { projectId: 'project_id' } as const

/** A boolean in a query. */
export const yesNo = z.enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
export const isYes = (given: string | undefined): boolean => given === 'true' || given === '1'

/** `Number()` would also accept `0x10`, `1e1` and surrounding blanks. */
export const readDigits = (given: unknown): unknown =>
  typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given

/** Query parameters of paginated lists. Cursors of other lists are rejected. */
/** @param listings more than one for a list with several orders */
export const pageShape = (...listings: Listing[]) => ({
  limit: z.preprocess(
    readDigits,
    z
      .int({ error: 'must be a whole number, digits only' })
      .min(1, { error: 'must be 1 to 200' })
      .max(200, { error: 'must be 1 to 200' })
      .default(50),
  ),
  cursor: z
    .string()
    .refine((cursor) => listings.some((listing) => isCursor(listing, cursor)), {
      error: 'Not a cursor of this list. Omit it to get the first page.',
    })
    .meta({ minLength: 1, maxLength: 500, description: '`next_cursor` of the previous page.' })
    .optional(),
})
export const nextCursor = z.string().nullable()

export const idParams = z.strictObject({ id: uuid })

/** A comma-separated list in a query parameter. */
export const oneOrMore = <T extends readonly [string, ...string[]]>(values: T) =>
  z
    .string()
    .max(500)
    .transform((list) => list.split(',').map((word) => word.trim()))
    .pipe(z.array(z.enum(values, { error: `must be one of ${values.join(', ')}` })).min(1))
    .meta({ description: `One or more, separated by commas: ${values.join(', ')}.` })
