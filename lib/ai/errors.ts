import { AppError } from '@/lib/errors'

/** Numbers and identifiers about a failed call, for the log. Never texts, because they may repeat the prompt. */
type Facts = Record<string, string | number | undefined>

/** A 503. @param message what happened and what to do */
export const aiUnavailable = (message: string, facts: Facts = {}, retryAfterSeconds?: number): AppError =>
  new AppError(
    'ai_unavailable',
    message,
    {},
    {
      cause: facts,
      ...(retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': String(retryAfterSeconds) } }),
    },
  )

export const refused = (): AppError =>
  aiUnavailable('The AI model declined to answer. Change the text and try again.', { reason: 'refusal' })
export const cutOff = (): AppError =>
  aiUnavailable('The answer of the AI model was cut off. Shorten the text, or use a model with a longer output.', {
    reason: 'cut_off',
  })
export const unusable = (reason: string): AppError =>
  aiUnavailable('The AI model gave an answer that cannot be used. Try again, or use another model.', { reason })

/** The call had no complete answer in time. */
export class ModelTimeout extends Error {
  override name = 'ModelTimeout'
  constructor(readonly seconds: number) {
    super(`The model did not answer within ${seconds} s.`)
  }
}

/** The caller does not need the answer any more. */
export class ModelCancelled extends Error {
  override name = 'ModelCancelled'
}

/** The members of the SDK's errors that are used. Not imported, because the SDK is loaded on first use. */
type SdkError = {
  status?: number
  code?: string | null
  type?: string
  param?: string | null
  message: string
  headers?: Headers
  requestID?: string | null
}

const isSdkError = (error: unknown): error is SdkError =>
  error instanceof Error && !(error instanceof AppError) && 'status' in error

const word = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.-]{1,80}$/.test(value) ? value : undefined

const isQuotaUsed = ({ code, type }: SdkError): boolean =>
  code === 'insufficient_quota' || type === 'insufficient_quota'

/** Seconds from `retry-after-ms` or `retry-after`, rounded up. */
function retryAfterOf({ headers }: SdkError): number | undefined {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  const given = headers?.get('retry-after') ?? ''
  const seconds = /^\d+(\.\d+)?$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000
  const wait = Number.isFinite(ms) ? ms / 1000 : seconds
  return Number.isFinite(wait) && wait >= 0 ? Math.min(Math.ceil(wait), 86_400) : undefined
}

/** A longer wait is left to the caller. */
const longestWaitSeconds = 5

/** Milliseconds until a failed call may be repeated; null if a repetition cannot help. */
export function retryDelayMs(error: unknown): number | null {
  if (error instanceof ModelTimeout) return 0
  if (!isSdkError(error) || error.headers?.get('x-should-retry') === 'false' || isQuotaUsed(error)) return null
  const wait = retryAfterOf(error)
  if (wait !== undefined && wait > longestWaitSeconds) return null
  const { status } = error
  const isPassing = status === undefined || status === 408 || status === 409 || status === 429 || status >= 500
  return isPassing ? (wait ?? 0.5) * 1000 : null
}

/** Whether the server rejected one of these members of the request. */
export function rejects(error: unknown, members: RegExp): boolean {
  if (!isSdkError(error) || (error.status !== 400 && error.status !== 422)) return false
  return members.test(error.param ?? '') || members.test(error.message)
}

/** Converts every failure of a call to an error for the caller. */
export function toAiError(error: unknown, model: string): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ModelCancelled) return aiUnavailable('The request was cancelled.', { reason: 'cancelled' })
  if (error instanceof ModelTimeout)
    return aiUnavailable(`The AI server did not answer within ${error.seconds} s. Try again.`, { reason: 'timeout' })
  if (!isSdkError(error)) return unusable(error instanceof Error ? error.name : 'unknown')
  const { status } = error
  const facts = {
    status,
    code: word(error.code),
    type: word(error.type),
    param: word(error.param),
    request: word(error.requestID),
  }
  return aiUnavailable(sentenceFor(error, model), facts, retryAfterOf(error))
}

function sentenceFor(error: SdkError, model: string): string {
  const { status } = error
  if (status === undefined) return 'The AI server could not be reached. Check OPENAI_BASE_URL and that it is running.'
  if (status === 401 || status === 403) return 'The AI server rejected the key. Check OPENAI_API_KEY.'
  if (status === 404) return `The AI server does not know ${model}. Check the model name and OPENAI_BASE_URL.`
  if (isQuotaUsed(error)) return 'The quota of the AI account is used up. Check its plan and billing.'
  if (status === 429) {
    const wait = retryAfterOf(error)
    return `The AI server limits requests. Try again${wait ? ` in ${wait} s` : ' later'}.`
  }
  if (status >= 300 && status < 400) return 'The AI server redirects. Set OPENAI_BASE_URL to the final URL.'
  if (status >= 500) return `The AI server had an error (${status}). Try again.`
  const detail = word(error.param) ?? word(error.code)
  return `The AI server rejected the request (${status}${detail ? `, ${detail}` : ''}). Check the model and docs/ai.md.`
}
