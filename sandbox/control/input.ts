import { z } from 'zod'
import { type Call, errorAnswer, Refusal } from '../http/call'

/** JSON only: a web page can send forms and plain text here without a preflight request. */
export function bodyOf<T>(call: Call, schema: z.ZodType<T>): T {
  if (call.contentType !== 'application/json') throw refuse(415, 'The Content-Type must be application/json.')
  const body = call.json()
  if (body === undefined) throw refuse(400, 'The body is not valid JSON.')
  return parse(schema, body)
}

export const queryOf = <Shape extends z.ZodRawShape>(call: Call, shape: Shape) =>
  parse(z.strictObject(shape), Object.fromEntries(call.query))

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const text = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')
  throw new Refusal(errorAnswer(400, text, issues))
}

export const refuse = (status: number, message: string): Refusal => new Refusal(errorAnswer(status, message))
