import type { ChannelId } from '@/lib/channel-ids'
import type { PresetName } from '@/sandbox/state/fault-injection'
import type { Answer, Call, Route } from '../http/call'
import type { Account } from '../state/accounts'

export type RateLimit = { retryAfterSeconds: number | null; withHeaders: boolean }

export type Network = {
  id: ChannelId
  routes: readonly Route[]
  /** Paths of forms with videos; their file is written to disk while it arrives. */
  uploadForms?: RegExp
  /** The account of the credential. Throws the network's error for a wrong one. */
  authenticate(call: Call): Account
  /** Counts the call for the rate limit, and throws if it is exceeded. */
  admit?(call: Call, operation: string, account: Account): void
  /** Headers of every response, including errors. */
  headers?(call: Call, account: Account | null): Record<string, string>
  notFound(call: Call): Answer
  /** The operations that each scope allows. One scope is enough; operations that are not listed need none. */
  scopes?: Readonly<Record<string, readonly string[]>>
  presets: Record<PresetName, (call: Call) => Answer>
  rateLimited(limit: RateLimit, call: Call, account: Account | null): Answer
  /** Deletes all posts and uploads, but not what belongs to the accounts. */
  clear(): void
}
