/**
 * What a fault did to the call that met it. It decides whether a post may be sent again:
 * - `not_sent`: no byte of the request can have arrived (DNS, refused connection, TLS). Safe to repeat.
 * - `refused`: the network answered, in its own error shape, that it did not do it.
 * - `unknown`: timeout, reset, 5xx or an answer nobody can read after the request was written. It may have happened.
 */
export type FaultOutcome = 'not_sent' | 'refused' | 'unknown'

/** The six categories of `story.skipped` and of every failed row. */
export const faultCategories = ['connection', 'render', 'content', 'review', 'rate', 'other'] as const
export type FaultCategory = (typeof faultCategories)[number]

/** A fault that a network, or the way to it, gave us. `message` is a sentence a marketer understands. */
export class ChannelFault extends Error {
  readonly outcome: FaultOutcome
  readonly category: FaultCategory
  /** May the same request succeed later, unchanged? */
  readonly isRetryable: boolean
  /** The network's own code, e.g. `190/463`, `duplicate`, `http_503`. Kept beside the sentence. */
  readonly code: string
  /** HTTP status of the answer, or null when there was none. */
  readonly providerStatus: number | null
  /** The network named a time before which asking again is useless. It is kept to exactly. */
  readonly retryAt: Date | null
  /** Where no time is named: how long to wait before the first further try. What follows waits longer. */
  readonly waitSeconds: number | null
  /** So many further tries are worth making; null is as many as the row's hour has room for. */
  readonly triesMax: number | null
  /** True when the credential is dead (revoked, expired): the connection must be reconnected. */
  readonly isAuthDead: boolean
  /** True when the credential lives and was not given the right to do this: only a new consent can add it. */
  readonly isForbidden: boolean
  /** The network refused the post as a duplicate: evidence that an earlier send landed, if there was one. */
  readonly isDuplicate: boolean
  /** With `isDuplicate`: the original is this very post, even if no earlier send is on record. */
  readonly isOwnDuplicate: boolean
  /** The network's id of the post that this one repeats, where its refusal names it. */
  readonly duplicateOf: string | null
  /** First 2,000 characters of the network's answer, free of credentials, for the timeline. */
  readonly answer: string | null

  constructor(fault: {
    outcome: FaultOutcome
    category: FaultCategory
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
    super(fault.message, { cause: fault.cause })
    this.name = 'ChannelFault'
    this.outcome = fault.outcome
    this.category = fault.category
    this.isRetryable = fault.isRetryable
    this.code = fault.code
    this.providerStatus = fault.providerStatus ?? null
    this.retryAt = fault.retryAt ?? null
    this.waitSeconds = fault.waitSeconds ?? null
    this.triesMax = fault.triesMax ?? null
    this.isAuthDead = fault.isAuthDead ?? false
    this.isForbidden = fault.isForbidden ?? false
    this.isDuplicate = fault.isDuplicate ?? false
    this.isOwnDuplicate = fault.isOwnDuplicate ?? false
    this.duplicateOf = fault.duplicateOf ?? null
    this.answer = fault.answer ?? null
  }
}

/** What a sentence promises of a fault that passes: "It is tried again by itself." and its like. */
const promise = /(^|[;.!?])\s*[^;.!?]*\bby (?:itself|themselves)\b[^;.!?]*\./g

/** The words of a fault for which nothing more is done, with `end` in place of what they promised. */
export function wordsAtTheEnd({ message }: ChannelFault, end = ''): string {
  return `${message.replace(promise, (_, before: string) => (before === ';' ? '.' : before))} ${end}`.trim()
}
