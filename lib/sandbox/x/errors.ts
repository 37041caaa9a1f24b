import { type Answer, jsonAnswer, Refusal } from '../exchange'
import type { PresetName } from '../faults'

type Problem = { status: number; title: string; detail: string; type?: string }

const typePrefix = 'https://api.x.com/2/problems/'

export function problem({ status, title, detail, type }: Problem, more: Record<string, unknown> = {}): Answer {
  const body = { ...more, title, detail, type: type ? `${typePrefix}${type}` : 'about:blank', status }
  return jsonAnswer(status, body, { 'content-type': 'application/problem+json' })
}

export const unauthorized = (): Refusal =>
  new Refusal(problem({ status: 401, title: 'Unauthorized', detail: 'Unauthorized' }))

export const forbidden = (detail: string): Refusal => new Refusal(problem({ status: 403, title: 'Forbidden', detail }))

/** One message for a body or a query that is not what the description of the API says. */
export function invalidRequest(field: string, message: string): Refusal {
  return new Refusal(
    problem(
      {
        status: 400,
        title: 'Invalid Request',
        detail: 'One or more parameters to your request was invalid.',
        type: 'invalid-request',
      },
      { errors: [{ parameters: field ? { [field]: [] } : {}, message }] },
    ),
  )
}

export const notFound = (): Answer => problem({ status: 404, title: 'Not Found', detail: 'Not Found' })

export const unsupportedMediaType = (): Refusal =>
  new Refusal(problem({ status: 415, title: 'Unsupported Media Type', detail: 'Unsupported Media Type' }))

export const tooLarge = (): Answer =>
  problem({ status: 413, title: 'Payload Too Large', detail: 'The media chunk is too large.' })

export const tooMany = (headers: Record<string, string> = {}): Answer => {
  const answer = problem({ status: 429, title: 'Too Many Requests', detail: 'Too Many Requests' })
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

/** The partial error for one id that does not exist; it comes with status 200 in lists. */
export const missingPost = (id: string, parameter = 'id') => ({
  value: id,
  resource_id: id,
  parameter,
  resource_type: 'tweet',
  title: 'Not Found Error',
  detail: `Could not find tweet with ${parameter}: [${id}].`,
  type: `${typePrefix}resource-not-found`,
})

export const duplicate = (): Refusal => forbidden('You are not allowed to create a Tweet with duplicate content.')

export const replyRefused = (): Refusal =>
  new Refusal(
    problem(
      {
        status: 403,
        title: 'Forbidden',
        detail: 'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged.',
      },
      { errors: [{ code: 433, message: 'The original Tweet author restricted who can reply to this Tweet.' }] },
    ),
  )

export const presets: Record<PresetName, () => Answer> = {
  permission: () =>
    problem({
      status: 403,
      title: 'Client Forbidden',
      detail: 'This app is not allowed to do this on behalf of the user.',
      type: 'client-forbidden',
    }),
  content: () => forbidden('You are not permitted to perform this action.').answer,
  review: () =>
    problem({ status: 403, title: 'Forbidden', detail: 'The user has been suspended.', type: 'user-suspended' }),
  media: () => invalidRequest('media.media_ids', 'Your media IDs are invalid.').answer,
  duplicate: () => duplicate().answer,
  server_error: () => problem({ status: 503, title: 'Service Unavailable', detail: 'Service Unavailable' }),
}
