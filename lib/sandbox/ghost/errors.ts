import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { check } from '../checked'
import { type Answer, type Call, jsonAnswer, Refusal } from '../exchange'
import type { PresetName } from '../faults'

type GhostError = {
  status: number
  type: string
  message: string
  context?: string
  code?: string
  property?: string
}

export function errorAnswer(error: GhostError, headers: Record<string, string> = {}): Answer {
  const { status, type, message, context = null, code = null, property = null } = error
  const entry = {
    message,
    context,
    type,
    details: null,
    property,
    help: null,
    code,
    id: randomUUID(),
    ghostErrorCode: null,
  }
  return jsonAnswer(status, { errors: [entry] }, headers)
}

export const refuse = (error: GhostError): Refusal => new Refusal(errorAnswer(error))

export const invalidHeader = (message: string, code: string) =>
  refuse({ status: 401, type: 'UnauthorizedError', message, code })

export const invalidToken = (context: string, status = 401) =>
  refuse({
    status,
    type: status === 401 ? 'UnauthorizedError' : 'BadRequestError',
    message: `Invalid token: ${context}`,
    code: 'INVALID_JWT',
  })

export const badRequest = (message: string, code?: string) =>
  refuse({ status: 400, type: 'BadRequestError', message, ...(code && { code }) })

export const notFound = (message = 'Resource not found error, cannot read post.'): Answer =>
  errorAnswer({ status: 404, type: 'NotFoundError', message, context: 'Resource not found.' })

export const invalidPost = (context: string, property: string) =>
  refuse({ status: 422, type: 'ValidationError', message: 'Validation error, cannot save post.', context, property })

export const collision = () =>
  refuse({
    status: 409,
    type: 'UpdateCollisionError',
    message: 'Saving failed! Someone else is editing this post.',
    code: 'UPDATE_COLLISION',
  })

/** Files are judged by their type (415) and their size (413). */
export const uploadRefused = (status: 413 | 415, message: string): Answer =>
  errorAnswer({
    status,
    type: status === 413 ? 'RequestEntityTooLargeError' : 'UnsupportedMediaTypeError',
    message,
  })

export const notForTokens = (): Answer =>
  errorAnswer({
    status: 501,
    type: 'NotImplementedError',
    message: 'The server does not support the functionality required to fulfill the request.',
  })

export const tooMany = (headers: Record<string, string> = {}): Answer =>
  errorAnswer({ status: 429, type: 'TooManyRequestsError', message: 'Too many requests.' }, headers)

export function bodyOf<T>(call: Call, schema: z.ZodType<T>): T {
  if (call.contentType !== 'application/json') {
    throw refuse({ status: 415, type: 'UnsupportedMediaTypeError', message: 'The body must be application/json.' })
  }
  const checked = check(schema, call.json())
  if ('data' in checked) return checked.data
  const { kind, field, message } = checked.problem
  const property = field.replace(/^posts\.\d+\.?/, '') || field
  if (kind === 'too_long' && property === 'title') {
    throw invalidPost('Value in [posts.title] exceeds maximum length of 255 characters.', property)
  }
  if (kind === 'missing') throw invalidPost(`Value in [posts.${property}] cannot be blank.`, property)
  if (kind === 'unknown') throw invalidPost(`Validation (AdditionalProperties) failed for "${property}"`, property)
  throw invalidPost(`Validation failed for ${property}: ${message}`, property)
}

export const presets: Record<PresetName, () => Answer> = {
  permission: () =>
    errorAnswer({
      status: 403,
      type: 'NoPermissionError',
      message: 'You do not have permission to perform this action.',
    }),
  content: () => invalidPost('Value in [posts.title] exceeds maximum length of 255 characters.', 'title').answer,
  review: () =>
    errorAnswer({
      status: 403,
      type: 'HostLimitError',
      message: 'Host limit error, cannot save post.',
      context: 'This site is under review.',
    }),
  media: () => errorAnswer({ status: 415, type: 'UnsupportedMediaTypeError', message: 'Please select a valid image.' }),
  duplicate: () => collision().answer,
  server_error: () =>
    errorAnswer({
      status: 500,
      type: 'InternalServerError',
      message: 'An unexpected error occurred, please try again.',
    }),
}
