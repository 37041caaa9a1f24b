import type { z } from 'zod'
import { check } from '../checked'
import { type Answer, type Call, jsonAnswer, Refusal } from '../exchange'
import type { PresetName } from '../faults'

export const errorAnswer = (
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Answer => jsonAnswer(status, { code, message }, { 'content-type': 'application/json', ...headers })

export const refuse = (status: number, code: number, message: string): Refusal =>
  new Refusal(errorAnswer(status, code, message))

export const badRequest = (message: string): Refusal => refuse(400, 1, message)
export const authenticationFailed = (): Refusal => refuse(401, 2, 'Authentication failed.')
export const notPermitted = (): Refusal => refuse(403, 29, 'You are not permitted to access that resource.')
export const boardNotFound = (): Refusal => refuse(404, 40, 'Board not found.')
export const sectionNotFound = (): Refusal => refuse(404, 2031, 'Board section not found.')
export const pinNotFound = (): Refusal => refuse(404, 50, 'Pin not found.')
export const notFound = (): Answer => errorAnswer(404, 0, 'The resource requested could not be found.')
export const unreachable = (): Refusal =>
  refuse(400, 235, 'Unable to reach the URL. Please check the URL and try again.')
export const formatRefused = (): Refusal => refuse(400, 236, 'The format of the image is not supported')
export const imageTooLarge = (): Refusal => refuse(400, 237, 'The image is too large')
export const mediaNotFound = (): Refusal => refuse(404, 2902, 'Media not found.')
export const coverMissing = (): Refusal =>
  badRequest(
    "Invalid request: one of cover_image_url or cover_image_content_type and cover_image_data or cover_image_key_frame_time is required for source_type 'video_id'",
  )
export const tooMany = (headers: Record<string, string> = {}): Answer =>
  errorAnswer(429, 29, 'Rate limit exceeded.', headers)

/** Pinterest's validator speaks JSON Schema, and clients have learnt to look for its words. */
export function bodyOf<T>(call: Call, schema: z.ZodType<T>): T {
  if (call.contentType !== 'application/json') throw refuse(415, 1, 'Content-Type must be application/json')
  const checked = check(schema, call.json())
  if ('data' in checked) return checked.data
  const { kind, field, message } = checked.problem
  if (kind === 'missing') throw badRequest(`Invalid request: '${field}' is a required property`)
  if (kind === 'unknown')
    throw badRequest(`Invalid request: Additional properties are not allowed ('${field}' was unexpected)`)
  if (kind === 'too_long')
    throw badRequest(`Invalid request: ${field} is too long, constraint: ${constraint('max', field)}`)
  if (kind === 'too_short')
    throw badRequest(`Invalid request: ${field} is too short, constraint: ${constraint('min', field)}`)
  if (/_id$/.test(field)) throw badRequest(`Invalid request: ${field} does not match '^\\d+$'`)
  throw badRequest(`Invalid request: ${field}: ${message}`)
}

const constraint = (end: 'max' | 'min', field: string): string =>
  field.endsWith('items') ? `${end}Items=${end === 'max' ? 5 : 2}` : `${end}Length`

export const presets: Record<PresetName, () => Answer> = {
  permission: () => errorAnswer(403, 29, 'You are not permitted to access that resource.'),
  content: () => badRequest('Invalid request: title is too long, constraint: maxLength').answer,
  review: () => errorAnswer(403, 403, 'This link has been blocked because it may lead to spam.'),
  media: () => unreachable().answer,
  duplicate: () => errorAnswer(409, 409, 'This pin was saved already.'),
  server_error: () => errorAnswer(500, 0, 'Sorry! Something went wrong on our end.'),
}
