import type { ChannelId } from '@/lib/channel-ids'
import type { Json } from '@/lib/json'

/** All error codes with their HTTP status. Nothing else sets a status. */
export const errorStatus = {
  unauthorized: 401,
  insufficient_scope: 403,
  validation_error: 400,
  missing_connection: 400,
  voice_violation: 400,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_conflict: 409,
  request_in_progress: 409,
  gone: 410,
  unsupported_version: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  provider_error: 502,
  ai_unavailable: 503,
  unavailable: 503,
  internal_error: 500,
} as const

export type ErrorCode = keyof typeof errorStatus

/**
 * One issue of a request. `path` is dotted, `stories.3.caption`; empty for the whole body. `channel` is set if the
 * issue concerns one channel.
 */
export type Issue = { path: string; code: string; message: string; channel?: ChannelId }

/** An error that callers may see. `message` says what happened and what to do; `cause` is only logged. */
export class AppError extends Error {
  override name = 'AppError'
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Members besides `code` and `message`: `issues`, `preflight`, `lint`. */
    readonly extra: Record<string, Json | undefined> = {},
    options?: { cause?: unknown; headers?: Record<string, string>; isEffectUnknown?: boolean },
  ) {
    super(message, options)
    this.headers = options?.headers ?? {}
    this.isEffectUnknown = options?.isEffectUnknown ?? false
  }
  readonly headers: Record<string, string>
  /** A network may or may not have created something. A retry could create it twice. */
  readonly isEffectUnknown: boolean

  get status(): number {
    return errorStatus[this.code]
  }

  toBody(): { code: ErrorCode; message: string } & Record<string, Json> {
    const extra = Object.fromEntries(Object.entries(this.extra).filter(([, value]) => value !== undefined))
    return { code: this.code, message: this.message, ...extra }
  }
}

/** Max issues in a response. A large body can have a hundred thousand. */
const listedIssues = 100

/** Most messages follow the member's name (“is required”, “must be text”); others are whole sentences. */
const sentenceOf = ({ path, message }: Issue): string =>
  path ? `${path}${/^(?:has|holds|is|may|must|says|shows) /.test(message) ? '' : ':'} ${message}` : message

export function validationError(issues: Issue[]): AppError {
  const first = issues[0]
  const rest = issues.length > listedIssues ? `; the first ${listedIssues} are listed` : ''
  const more = issues.length > 1 ? ` (and ${(issues.length - 1).toLocaleString('en')} more${rest})` : ''
  const message = first ? `${sentenceOf(first)}${more}` : 'The request is not valid.'
  return new AppError('validation_error', message, { issues: issues.slice(0, listedIssues) })
}

/** The issues of a validation_error; null for other errors. */
export const issuesIn = (error: unknown): Issue[] | null =>
  error instanceof AppError && error.code === 'validation_error' ? ((error.extra.issues ?? []) as Issue[]) : null

export const invalid = (path: string, message: string, code = 'invalid'): AppError =>
  validationError([{ path, code, message }])

/** Missing resources and other tenants' resources get the same error, so that ids reveal nothing. */
export const notFound = (what: string): AppError => new AppError('not_found', `No such ${what}.`)

export const conflict = (message: string): AppError => new AppError('conflict', message)
