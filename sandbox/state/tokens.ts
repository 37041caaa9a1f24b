import type { ChannelId } from '@/lib/channel-ids'
import type { Clock } from '@/lib/clock'
import type { Account, Accounts, TokenState } from './accounts'
import { Collection, type EventLog, type Item } from './event-log'

/** An issued token. `id` is the access token itself. */
export type Token = Item & {
  /** Meta refuses to refresh a token younger than a day. */
  created_ms: number
  network: ChannelId
  /** The account it acts for; for Facebook user tokens, the user. */
  account_id: string
  /** Further accounts it can use: a user's pages, a member's organizations. */
  also: string[]
  kind: 'short' | 'long' | 'user' | 'page' | 'bearer' | 'oauth1'
  /** Null: all scopes, as for accounts created through the control API. */
  scopes: string[] | null
  /** Requested scopes that the user declined; Facebook lists them. */
  declined: string[]
  expires_ms: number | null
  refresh_token: string | null
  refresh_expires_ms: number | null
  /** OAuth 1.0a only. */
  secret: string | null
  state: TokenState
}

export type FoundToken = { token: Token; account: Account | undefined; state: TokenState }

type NewToken = Pick<Token, 'network' | 'account_id' | 'kind' | 'scopes' | 'expires_ms'> & {
  id: string
} & Partial<Token>

/** The tokens of all networks. Credentials from the control API count as tokens and are stored once they change. */
export class Tokens {
  readonly #tokens: Collection<Token>
  readonly #byRefresh = new Map<string, string>()
  readonly #accounts: Accounts
  readonly #clock: Clock

  constructor(log: EventLog, clock: Clock, accounts: Accounts) {
    this.#accounts = accounts
    this.#clock = clock
    this.#tokens = new Collection<Token>(log, clock, 'oauth.token', Number.POSITIVE_INFINITY, {
      put: (token, before) => {
        // A rotated refresh token no longer works.
        if (before?.refresh_token) this.#byRefresh.delete(before.refresh_token)
        if (token.refresh_token) this.#byRefresh.set(token.refresh_token, token.id)
      },
    })
  }

  issue(made: NewToken): Token {
    const token: Token = {
      created_ms: this.#clock().getTime(),
      also: [],
      declined: [],
      refresh_token: null,
      refresh_expires_ms: null,
      secret: null,
      state: 'live',
      ...made,
    }
    this.#tokens.put(token)
    return token
  }

  change(token: Token, change: Partial<Token>): void {
    this.#tokens.put({ ...token, ...change } as Token)
  }

  lookUp(network: ChannelId, accessToken: string): FoundToken | undefined {
    const token = this.find(network, accessToken)
    return token && { token, account: this.#accounts.get(network, token.account_id), state: this.stateOf(token) }
  }

  find(network: ChannelId, accessToken: string): Token | undefined {
    const known = this.#tokens.get(accessToken)
    if (known) return known.network === network ? known : undefined
    const account = this.#accounts.byCredential(network, accessToken)
    return account && firstToken(account)
  }

  /** Undefined if the refresh token is unknown, spent, expired or revoked. */
  findByRefresh(network: ChannelId, refreshToken: string): Token | undefined {
    const token = this.#stored(network, refreshToken) ?? this.#first(network, refreshToken)
    const isExpired = token?.refresh_expires_ms != null && token.refresh_expires_ms <= this.#clock().getTime()
    return isExpired || token?.state === 'revoked' ? undefined : token
  }

  stateOf({ expires_ms, state }: Token): TokenState {
    const isExpired = expires_ms !== null && expires_ms <= this.#clock().getTime()
    return state === 'live' && isExpired ? 'expired' : state
  }

  of(account: Account): Token[] {
    const first = firstToken(account)
    const issued = [...this.#tokens.values()].filter(
      ({ network, account_id, id }) =>
        network === account.network && account_id === account.account_id && id !== first?.id,
    )
    return first ? [this.#tokens.get(first.id) ?? first, ...issued] : issued
  }

  setState(account: Account, state: TokenState): void {
    for (const token of this.of(account)) this.change(token, { state })
  }

  #stored(network: ChannelId, refreshToken: string): Token | undefined {
    const known = this.#tokens.get(this.#byRefresh.get(refreshToken) ?? '')
    return known?.network === network ? known : undefined
  }

  #first(network: ChannelId, refreshToken: string): Token | undefined {
    const account = this.#accounts
      .list(network)
      .find(({ credentials }) => credentials.kind === 'bearer' && credentials.refresh_token === refreshToken)
    const first = account && firstToken(account)
    // A stored token has changed, so the account's first refresh token may be spent.
    return first && !this.#tokens.get(first.id) ? first : undefined
  }
}

/** The credentials an account was created with, as a token. Ghost keys are not tokens. */
function firstToken({ credentials, network, account_id, created_ms, token }: Account): Token | undefined {
  if (credentials.kind === 'ghost') return undefined
  const isOAuth1 = credentials.kind === 'oauth1'
  return {
    id: credentials.access_token,
    created_ms,
    network,
    account_id,
    also: [],
    kind: firstKinds[network],
    scopes: null,
    declined: [],
    expires_ms: null,
    refresh_token: isOAuth1 ? null : credentials.refresh_token,
    refresh_expires_ms: null,
    secret: isOAuth1 ? credentials.access_token_secret : null,
    state: token,
  }
}

const firstKinds: Record<ChannelId, Token['kind']> = {
  instagram: 'long',
  threads: 'long',
  facebook: 'page',
  x: 'oauth1',
  linkedin: 'bearer',
  pinterest: 'bearer',
  ghost: 'bearer',
}
