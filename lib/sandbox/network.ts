import type { ChannelId } from '../channels/ids'
import type { Account } from './accounts'
import type { Answer, Call } from './exchange'
import type { PresetName } from './faults'
import type { Route } from './router'

export type RateLimit = { retryAfterSeconds: number | null; withHeaders: boolean }

/** What the server needs to know of a network. Each folder beside this file makes one. */
export type Network = {
  id: ChannelId
  routes: readonly Route[]
  /** Paths of forms that bring films: their file goes to disk while it arrives. */
  filmForms?: RegExp
  /**
   * What faults may be set on. The names mean the same in every network that has them:
   * `publish` makes a post public, a reply as well as its root; `container` prepares one, `draft` and `edit` keep one
   * back; `initialize`, `upload` and `alt_text` bring media; `status` asks how far a container or medium is;
   * `list` and `read` ask what is there; `identity` who the token belongs to; `quota` how much is left.
   */
  operations: readonly string[]
  /** Whose call this is. Throws the network's own refusal. */
  authenticate(call: Call): Account
  /** Counts the call against a rate limit and throws when it is one too many. */
  admit?(call: Call, route: Route, account: Account): void
  /** Headers that every answer carries, refusals included. */
  headers?(call: Call, account: Account | null): Record<string, string>
  /** The answer for an address that the network does not know. */
  notFound(call: Call): Answer
  /** Which scopes an operation needs, any one of them. What is not listed needs none. */
  scopes?: Readonly<Record<string, readonly string[]>>
  presets: Record<PresetName, (call: Call) => Answer>
  rateLimited(limit: RateLimit, call: Call, account: Account | null): Answer
  /** Forgets everything that was posted or uploaded, and keeps what belongs to the accounts. */
  clear(): void
  /** After a new account was made: boards and the like. */
  furnish?(account: Account): void
}
