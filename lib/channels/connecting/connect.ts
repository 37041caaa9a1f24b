import type { ChannelId } from '@/lib/channel-ids'
import type { Json } from '@/lib/json'
import type { Account, CallOptions, Credentials } from '../channel'

/** A permission at a network. `purpose` completes the sentence “Storycast needs this to …”. */
export type Scope = { name: string; purpose: string; isRequired: boolean }

/** The consent URL, and values to store until the user returns. */
export type ConsentStart = {
  url: string
  /** A PKCE verifier or an OAuth 1.0a token secret, stored encrypted. Null if none. */
  secret: Json
}

/** The user's return from the consent page, with the network's query parameters. */
export type ConsentReturn = { query: URLSearchParams; redirectUri: string; secret: Json }

/** A profile, page or organization that the user may post as, with its credentials. */
export type AccountChoice = {
  accountId: string
  accountName: string | null
  /** User name without `@`, if any. */
  handle: string | null
  pictureUrl: string | null
  kind: 'profile' | 'page' | 'organization' | 'site'
  credentials: Credentials
  expiresAt: Date | null
  /** Expiry of the refresh token. Null: it does not expire, or there is none. */
  refreshExpiresAt: Date | null
  /** Granted scopes; null if the network does not report them. */
  scopes: string[] | null
  /** Why this one cannot be chosen, as text for the user: a missing permission, a wrong account type. */
  obstacle: string | null
}

/** Credentials with a later expiry. */
export type Renewal = { credentials: Credentials; expiresAt: Date | null; refreshExpiresAt: Date | null }

export type ChannelRefresh = {
  /**
   * What the network exchanges for a new access token: a refresh token, or the access token while it is valid. A
   * refresh token may be spent by use, so a lost response loses the connection; an access token can be used again.
   */
  with: 'refresh_token' | 'access_token'
  /** Younger credentials are refused (Meta: one day). */
  notBeforeMs: number
  renew(account: Account, call: CallOptions): Promise<Renewal>
}

/**
 * Connects accounts of a network and refreshes their tokens. All functions throw `ChannelError`; `isAuthDead` means
 * that the user must consent again, otherwise nothing is lost.
 */
export type ChannelConnect = {
  id: ChannelId
  /** Environment variables of the app's credentials; empty if the network needs no app. */
  appVariables: readonly string[]
  scopes: readonly Scope[]
  /** Null without a consent page: Ghost uses a URL and a key. */
  consent: {
    start(
      /** `isAgain`: requests previously denied permissions again, and allows switching the account. */
      request: { redirectUri: string; state: string; isAgain?: boolean },
      call: CallOptions,
    ): Promise<ConsentStart>
    /** Exchanges the code, extends the token if the network supports it, and lists the accounts to post as. */
    finish(back: ConsentReturn, call: CallOptions): Promise<AccountChoice[]>
  } | null
  /** Null if the network has no refresh: credentials expire, or never do. */
  refresh: ChannelRefresh | null
  /** Reads the account behind a credential, which also proves that it works. */
  identify(account: Account, call: CallOptions): Promise<Pick<AccountChoice, 'accountId' | 'accountName' | 'handle'>>
}
