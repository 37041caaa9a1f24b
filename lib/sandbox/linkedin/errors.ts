import { randomUUID } from 'node:crypto'
import { type Answer, jsonAnswer, Refusal } from '../exchange'
import type { PresetName } from '../faults'

type LinkedInError = {
  status: number
  code?: string
  serviceErrorCode?: number
  message: string
  errorDetails?: unknown
}

export const errorAnswer = (error: LinkedInError, headers: Record<string, string> = {}): Answer =>
  jsonAnswer(error.status, error, { 'content-type': 'application/json', ...headers })

export const refuse = (error: LinkedInError): Refusal => new Refusal(errorAnswer(error))

/** Every answer names itself, for LinkedIn's support. */
export const traceHeaders = (): Record<string, string> => ({ 'x-li-uuid': randomUUID(), 'x-li-fabric': 'prod-lva1' })

export const invalidToken = () =>
  refuse({ status: 401, serviceErrorCode: 65600, code: 'INVALID_ACCESS_TOKEN', message: 'Invalid access token' })

export const emptyToken = () =>
  refuse({ status: 401, serviceErrorCode: 65600, code: 'EMPTY_ACCESS_TOKEN', message: 'Empty oauth2 access token' })

export const revokedToken = () =>
  refuse({
    status: 401,
    serviceErrorCode: 65601,
    code: 'REVOKED_ACCESS_TOKEN',
    message: 'The token used in the request has been revoked by the user',
  })

export const expiredToken = () =>
  refuse({
    status: 401,
    serviceErrorCode: 65602,
    code: 'EXPIRED_ACCESS_TOKEN',
    message: 'The token used in the request has expired',
  })

export const accessDenied = (operation: string) =>
  refuse({
    status: 403,
    serviceErrorCode: 100,
    code: 'ACCESS_DENIED',
    message: `Not enough permissions to access: ${operation}`,
  })

export const invalidField = (field: string, message: string, code = 'INVALID_VALUE_FOR_FIELD') =>
  refuse({ status: 400, code, message: `${field} :: ${message}` })

export const badRequest = (message: string, code = 'ILLEGAL_ARGUMENT') => refuse({ status: 400, code, message })

export const notFound = (message = 'No virtual resource found'): Answer =>
  errorAnswer({ status: 404, code: 'NOT_FOUND', message })

/** The message names the earlier post, which is how a client learns that its first attempt landed. */
export function duplicate(urn: string): Refusal {
  return refuse({
    status: 422,
    code: 'DUPLICATE_POST',
    message: `Content is a duplicate of ${urn}`,
    errorDetails: { inputErrors: [{ code: 'DUPLICATE_POST', input: { inputPath: { fieldPath: 'commentary' } } }] },
  })
}

export const throttled = (headers: Record<string, string> = {}): Answer =>
  errorAnswer(
    {
      status: 429,
      serviceErrorCode: 101,
      code: 'TOO_MANY_REQUESTS',
      message: 'Resource level throttle limit for calls to this resource is reached.',
    },
    headers,
  )

export const presets: Record<PresetName, () => Answer> = {
  permission: () => accessDenied('posts.CREATE.NO_VERSION').answer,
  content: () => invalidField('/commentary', 'the field is too long', 'FIELD_LENGTH_TOO_LONG').answer,
  review: () => refuse({ status: 403, code: 'ACCESS_DENIED', message: 'Member is restricted' }).answer,
  media: () =>
    refuse({ status: 400, code: 'MEDIA_ASSET_PROCESSING_FAILED', message: 'The media asset could not be processed' })
      .answer,
  duplicate: () => duplicate('urn:li:share:7000000000000000000').answer,
  server_error: () => errorAnswer({ status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Internal Server Error' }),
}
