import { newId } from '@/lib/ids'
import { type Answer, jsonAnswer, Refusal } from '../http/call'

type Detail = { type?: string; param?: string | null; code?: string | null; headers?: Record<string, string> }

/** An error in OpenAI's format. */
export function modelError(
  status: number,
  message: string,
  { type = 'invalid_request_error', param = null, code = null, headers = {} }: Detail = {},
): Answer {
  const error = { message, type, param, code }
  return jsonAnswer(status, { error }, { 'x-request-id': `req_${newId()}`, ...headers })
}

export const refuseModel = (status: number, message: string, detail?: Detail): Refusal =>
  new Refusal(modelError(status, message, detail))
