import { z } from 'zod'
import type { Scope } from '@/lib/auth/scopes'
import type { ErrorCode } from '@/lib/errors'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

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
  /** Takes an `Idempotency-Key`. True for every POST that makes or triggers something. */
  idempotent?: boolean
  /** Shape of each successful answer by its status. */
  answers: Record<number, z.ZodType>
  /** Codes that this endpoint's own rules can give, beyond those that every endpoint can. */
  errors?: ErrorCode[]
}

export const contract = <const C extends Contract>(definition: C): C => definition

type OutputOf<T> = T extends z.ZodType ? z.output<T> : unknown
type SentOf<T> = T extends z.ZodType ? z.input<T> : unknown

/** What a service gets: path, query and body in one object, parsed. */
export type InputOf<C extends Contract> = OutputOf<C['params']> & OutputOf<C['query']> & OutputOf<C['body']>
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
  return z.strictObject({ ...shape, ...extra }).transform((value, context) => {
    const result: Record<string, unknown> = { ...value }
    for (const [alias, name] of Object.entries(aliases)) {
      if (!(alias in result)) continue
      const given = result[alias]
      delete result[alias]
      if (given === undefined) continue
      if (result[name] !== undefined && result[name] !== given) {
        context.addIssue({ code: 'custom', path: [alias], message: `${alias} and ${name} say different things.` })
      }
      result[name] = given
    }
    return result as z.output<z.ZodObject<S>>
  })
}

/** Of either case in a request, as RFC 9562 has it; small from here on, so that ids can be compared. */
export const uuid = z.uuid({ error: 'must be a UUID' }).toLowerCase()

/** Years that every answer can show again: the offset may lead out of the four digits, and Postgres has no year 0. */
const isShowable = (value: string): boolean => {
  const year = new Date(value).getUTCFullYear()
  return year >= 1 && year <= 9999
}
export const instant = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: 'must be an ISO 8601 time with an offset, e.g. 2026-05-01T09:00:00Z',
  })
  .refine(isShowable, 'must be in a year from 0001 to 9999')

/** The project meant, for tokens that are not bound to one. */
export const projectShape = {
  project_id: uuid.optional().meta({ description: 'Needed when the token is not bound to a project.' }),
}
export const projectAlias = { projectId: 'project_id' } as const

export const pageShape = {
  limit: z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be 1 to 200' })
    .max(200, { error: 'must be 1 to 200' })
    .default(50),
  cursor: z.string().min(1).max(500).optional().meta({ description: '`next_cursor` of the page before.' }),
}
export const nextCursor = z.string().nullable()

export const idParams = z.strictObject({ id: uuid })
