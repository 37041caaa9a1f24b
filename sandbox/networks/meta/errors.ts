import { randomBytes } from 'node:crypto'
import { type Answer, type Call, jsonAnswer, Refusal } from '../../http/call'
import type { Account } from '../../state/accounts'
import type { PresetName } from '../../state/fault-injection'
import type { Sandbox } from '../../state/sandbox'
import type { RateLimit } from '../network'

export type GraphError = {
  message: string
  code: number
  subcode?: number
  type?: string
  isTransient?: boolean
  userTitle?: string
  userMessage?: string
  /** Default 400. */
  status?: number
}

/** The error body of graph.facebook.com, graph.instagram.com and graph.threads.net. */
export function graphError(error: GraphError, headers: Record<string, string> = {}): Answer {
  const { status = 400, message, type = 'OAuthException', code, subcode, isTransient, userTitle, userMessage } = error
  const hasTransient = isTransient || subcode !== undefined
  const body = {
    message,
    type,
    code,
    error_subcode: subcode,
    is_transient: hasTransient ? (isTransient ?? false) : undefined,
    error_user_title: userTitle,
    error_user_msg: userMessage,
    fbtrace_id: `A${randomBytes(17).toString('base64url').slice(0, 22)}`,
  }
  return jsonAnswer(status, { error: body }, headers)
}

export const refuse = (error: GraphError): Refusal => new Refusal(graphError(error))

/** Code 100, the error for nearly every wrong parameter. */
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

/** Presets of all three networks. Each network replaces those for which it has its own error. */
const presets: Record<PresetName, GraphError> = {
  permission: { status: 403, code: 10, message: '(#10) Application does not have permission for this action' },
  content: { code: 100, message: '(#100) Invalid parameter' },
  review: { code: 368, message: 'The action attempted has been deemed abusive or is otherwise disallowed' },
  media: { code: 9004, subcode: 2207052, message: 'The media could not be fetched from this URI' },
  duplicate: { code: 506, message: 'Duplicate status message' },
  server_error: {
    status: 500,
    code: 2,
    isTransient: true,
    message: 'An unexpected error has occurred. Please retry your request later.',
  },
}

export function graphPresets(own: Partial<typeof presets>): Record<PresetName, () => Answer> {
  const entries = Object.entries({ ...presets, ...own }).map(([name, error]) => [name, () => graphError(error)])
  return Object.fromEntries(entries) as Record<PresetName, () => Answer>
}

const hourMs = 3_600_000
/** Calls per hour that count as 100%. Meta's real limit depends on impressions. */
const callsPerHour = 4_800

/** The usage headers of every response, in percent of the limit. */
export function usageHeaders(sandbox: Sandbox, kind: 'instagram' | 'pages', account: Account | null) {
  if (!account) return {}
  const key = `usage ${account.network} ${account.account_id}`
  const { remaining } = sandbox.windows.count(key, callsPerHour, hourMs, sandbox.nowMs())
  const percent = Math.min(99, Math.floor(((callsPerHour - remaining) / callsPerHour) * 100))
  return usage(kind, account.account_id, percent, 0)
}

function usage(kind: string, accountId: string, percent: number, minutes: number): Record<string, string> {
  const counts = { call_count: percent, total_cputime: percent, total_time: percent }
  return {
    'x-app-usage': JSON.stringify(counts),
    'x-business-use-case-usage': JSON.stringify({
      [accountId]: [{ type: kind, ...counts, estimated_time_to_regain_access: minutes }],
    }),
  }
}

/** A rate limit error. Only the usage header says when to retry, in minutes. */
export function rateLimited(
  kind: 'instagram' | 'pages',
  error: { code: number; message: string },
  { retryAfterSeconds, withHeaders }: RateLimit,
  account: Account | null,
): Answer {
  const minutes = Math.ceil((retryAfterSeconds ?? 300) / 60)
  const headers = withHeaders ? usage(kind, account?.account_id ?? '0', 100, minutes) : {}
  return graphError({ ...error, isTransient: true }, headers)
}
