/**
 * Effect of an error on its call. Decides whether a post may be sent again: `not_sent`: no byte arrived (DNS, refused
 * connection, TLS), safe to repeat. `refused`: the network rejected it, in its own error format. `unknown`: timeout,
 * reset, 5xx or unreadable response after the request was written; it may have succeeded.
 */
export type ErrorOutcome = 'not_sent' | 'refused' | 'unknown'

/** The six categories of `story.skipped` and of failed rows. */
export const errorCategories = ['connection', 'render', 'content', 'review', 'rate', 'other'] as const
export type ErrorCategory = (typeof errorCategories)[number]

/** An error of a network or of the connection to it. `message` is written for marketers. */
export class ChannelError extends Error {
  readonly outcome: ErrorOutcome
  readonly category: ErrorCategory
  /** Whether the same request may succeed later. */
  readonly isRetryable: boolean
  /** The network's error code, e.g. `190/463`, `duplicate`, `http_503`. */
  readonly code: string
  /** HTTP status, or null without a response. */
  readonly providerStatus: number | null
  /** The network's earliest time for a retry. Retries wait exactly until then. */
  readonly retryAt: Date | null
  /** Wait before the first retry if there is no `retryAt`. Later waits are longer. */
  readonly waitSeconds: number | null
  /** Max retries; null: as many as fit in the row's hour. */
  readonly triesMax: number | null
  /** The credential is revoked or expired: the account must be reconnected. */
  readonly isAuthDead: boolean
  /** The credential is valid but lacks a permission. Only a new consent adds it. */
  readonly isForbidden: boolean
  /** The network refused the post as a duplicate, which proves that an earlier send succeeded, if there was one. */
  readonly isDuplicate: boolean
  /** With `isDuplicate`: the original is this post, even without a recorded earlier send. */
  readonly isOwnDuplicate: boolean
  /** Id of the original post, if the refusal has it. */
  readonly duplicateOf: string | null
  /** First 2,000 characters of the response, without credentials, for the timeline. */
  readonly answer: string | null

  constructor(failure: {
    outcome: ErrorOutcome
    category: ErrorCategory
    isRetryable: boolean
    code: string
    message: string
    providerStatus?: number | null
    retryAt?: Date | null
    waitSeconds?: number | null
    triesMax?: number | null
    isAuthDead?: boolean
    isForbidden?: boolean
    isDuplicate?: boolean
    isOwnDuplicate?: boolean
    duplicateOf?: string | null
    answer?: string | null
    cause?: unknown
  }) {
    super(failure.message, { cause: failure.cause })
    this.name = 'ChannelError'
    this.outcome = failure.outcome
    this.category = failure.category
    this.isRetryable = failure.isRetryable
    this.code = failure.code
    this.providerStatus = failure.providerStatus ?? null
    this.retryAt = failure.retryAt ?? null
    this.waitSeconds = failure.waitSeconds ?? null
    this.triesMax = failure.triesMax ?? null
    this.isAuthDead = failure.isAuthDead ?? false
    this.isForbidden = failure.isForbidden ?? false
    this.isDuplicate = failure.isDuplicate ?? false
    this.isOwnDuplicate = failure.isOwnDuplicate ?? false
    this.duplicateOf = failure.duplicateOf ?? null
    this.answer = failure.answer ?? null
  }
}

/** Matches promises of a retry, such as "It will be retried automatically." */
const promise = /(^|[;.!?])\s*[^;.!?]*\bautomatically\b[^;.!?]*\./g

/** The message of an error that will not be retried, with `end` instead of the promise. */
export function finalMessage({ message }: ChannelError, end = ''): string {
  return `${message.replace(promise, (_, before: string) => (before === ';' ? '.' : before))} ${end}`.trim()
}
