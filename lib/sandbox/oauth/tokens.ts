import type { ChannelId } from '../../channels/ids'
import type { Clock } from '../../clock'
import type { Account, Accounts, TokenState } from '../accounts'
import type { Call } from '../exchange'
import type { Journal } from '../journal'
import { type Kept, Shelf } from '../shelf'

/** A token that was given out. `id` is the access token itself. */
export type Token = Kept & {
  /** When it was issued. Meta refuses to refresh what is younger than a day. */
  created_ms: number
  network: ChannelId
  /** Whom it acts for: an account, or at Facebook the person who manages pages. */
  account_id: string
  /** Further accounts that it opens: a person's pages, a member's organisations. */
  also: string[]
  kind: 'short' | 'long' | 'user' | 'page' | 'bearer' | 'oauth1'
  /** Null: everything, as for accounts that the control API opened. */
  scopes: string[] | null
  /** What was asked for and refused; Facebook tells. */
  declined: string[]
  expires_ms: number | null
  refresh_token: string | null
  refresh_expires_ms: number | null
  /** The second half of an OAuth 1.0a token. */
  secret: string | null
  state: TokenState
}

export type Presented = { token: Token; account: Account | undefined; state: TokenState }

type NewToken = Pick<Token, 'network' | 'account_id' | 'kind' | 'scopes' | 'expires_ms'> & {
  id: string
} & Partial<Token>

/** All tokens of all networks. What the control API opens is counted as well, and written down once it changes. */
export class Tokens {
  readonly #shelf: Shelf<Token>
  readonly #byRefresh = new Map<string, string>()
  readonly #accounts: Accounts
  readonly #clock: Clock

  constructor(journal: Journal, clock: Clock, accounts: Accounts) {
    this.#accounts = accounts
    this.#clock = clock
    this.#shelf = new Shelf<Token>(journal, clock, 'oauth.token', Number.POSITIVE_INFINITY, {
      put: (token, before) => {
        // A rotated refresh token is gone with the entry, so the old one opens nothing any more.
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
    this.#shelf.put(token)
    return token
  }

  change(token: Token, change: Partial<Token>): Token {
    const changed = { ...token, ...change } as Token
    this.#shelf.put(changed)
    return changed
  }

  /** Whose token a call shows. The call remembers what was granted, for the check of its operation. */
  present(call: Call, network: ChannelId, accessToken: string): Presented | undefined {
    const token = this.find(network, accessToken)
    if (!token) return undefined
    call.scopes = token.scopes
    return { token, account: this.#accounts.get(network, token.account_id), state: this.stateOf(token) }
  }

  find(network: ChannelId, accessToken: string): Token | undefined {
    const known = this.#shelf.get(accessToken)
    if (known) return known.network === network ? known : undefined
    const account = this.#accounts.byProof(network, accessToken)
    return account && this.#ofAccount(account)
  }

  findByRefresh(network: ChannelId, refreshToken: string): Token | undefined {
    const known = this.#shelf.get(this.#byRefresh.get(refreshToken) ?? '')
    if (known) return known.network === network ? known : undefined
    const account = this.#accounts
      .list(network)
      .find(({ credentials }) => credentials.kind === 'bearer' && credentials.refresh_token === refreshToken)
    const own = account && this.#ofAccount(account)
    // Written down means changed, so the refresh token that the account was opened with may be spent.
    return own && !this.#shelf.get(own.id) ? own : undefined
  }

  stateOf(token: Token): TokenState {
    const isOver = token.expires_ms !== null && token.expires_ms <= this.#clock().getTime()
    return token.state === 'live' && isOver ? 'expired' : token.state
  }

  /** Every token of an account, the oldest first. */
  of(account: Account): Token[] {
    const own = this.#ofAccount(account)
    const issued = [...this.#shelf.values()].filter(
      ({ network, account_id, id }) =>
        network === account.network && account_id === account.account_id && id !== own?.id,
    )
    return own ? [this.#shelf.get(own.id) ?? own, ...issued] : issued
  }

  /** What the control API says of an account's credentials holds for all that were given out so far. */
  setState(account: Account, state: TokenState): void {
    for (const token of this.of(account)) this.change(token, { state })
  }

  /** The credentials that an account was opened with, in the same shape. Ghost's keys are no tokens. */
  #ofAccount(account: Account): Token | undefined {
    const { credentials, network, account_id, created_ms } = account
    if (credentials.kind === 'ghost') return undefined
    return {
      id: credentials.access_token,
      created_ms,
      network,
      account_id,
      also: [],
      kind: credentials.kind === 'oauth1' ? 'oauth1' : firstKind[network],
      scopes: null,
      declined: [],
      expires_ms: null,
      refresh_token: credentials.kind === 'bearer' ? credentials.refresh_token : null,
      refresh_expires_ms: null,
      secret: credentials.kind === 'oauth1' ? credentials.access_token_secret : null,
      state: account.token,
    }
  }
}

const firstKind: Record<ChannelId, Token['kind']> = {
  instagram: 'long',
  threads: 'long',
  facebook: 'page',
  x: 'oauth1',
  linkedin: 'bearer',
  pinterest: 'bearer',
  ghost: 'bearer',
}
