import { randomBytes } from 'node:crypto'
import { type Answer, type Call, jsonAnswer, Refusal } from '../exchange'
import type { PresetName } from '../faults'

export type GraphError = {
  message: string
  code: number
  subcode?: number
  type?: string
  isTransient?: boolean
  userTitle?: string
  userMessage?: string
  /** 400 unless something else is known. */
  status?: number
}

/** The error body of graph.facebook.com, graph.instagram.com and graph.threads.net. */
export function graphError(error: GraphError, headers: Record<string, string> = {}): Answer {
  return jsonAnswer(
    error.status ?? 400,
    {
      error: {
        message: error.message,
        type: error.type ?? 'OAuthException',
        code: error.code,
        ...(error.subcode !== undefined && { error_subcode: error.subcode }),
        ...((error.isTransient || error.subcode !== undefined) && { is_transient: error.isTransient ?? false }),
        ...(error.userTitle !== undefined && { error_user_title: error.userTitle }),
        ...(error.userMessage !== undefined && { error_user_msg: error.userMessage }),
        fbtrace_id: `A${randomBytes(17).toString('base64url').slice(0, 22)}`,
      },
    },
    headers,
  )
}

export const refuse = (error: GraphError): Refusal => new Refusal(graphError(error))

/** Code 100, the Graph API's answer to nearly every wrong parameter. */
export const badParameter = (message: string): Refusal => refuse({ code: 100, message: `(#100) ${message}` })

export function unknownObject(method: string, id: string): Refusal {
  return refuse({
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
  })
}

export const unknownPath = (call: Call): Answer =>
  graphError({ status: 404, code: 2500, message: `Unknown path components: ${call.path}` })

/** The presets that the three share; each network replaces those for which it has a code of its own. */
export const graphPresets: Record<PresetName, () => Answer> = {
  permission: () =>
    graphError({ status: 403, code: 10, message: '(#10) Application does not have permission for this action' }),
  content: () => graphError({ code: 100, message: '(#100) Invalid parameter' }),
  review: () =>
    graphError({ code: 368, message: 'The action attempted has been deemed abusive or is otherwise disallowed' }),
  media: () => graphError({ code: 9004, subcode: 2207052, message: 'The media could not be fetched from this URI' }),
  duplicate: () => graphError({ code: 506, message: 'Duplicate status message' }),
  server_error: () =>
    graphError({
      status: 500,
      code: 2,
      isTransient: true,
      message: 'An unexpected error has occurred. Please retry your request later.',
    }),
}
