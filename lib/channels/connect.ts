import type { Account, CallOptions, Credentials, Json } from './channel'
import type { ChannelId } from './ids'

/** A permission at a network. `purpose` ends the sentence “Storycast needs this to …”. */
export type Scope = { name: string; purpose: string; isRequired: boolean }

/** Where a person is sent to consent, and what has to be remembered until they come back. */
export type ConsentStart = {
  url: string
  /** A PKCE verifier, an OAuth 1.0a token secret; kept sealed. Null where nothing has to be remembered. */
  secret: Json
}

/** The person is back, with whatever the network appended to the address. */
export type ConsentReturn = { query: URLSearchParams; redirectUri: string; secret: Json }

/** One profile, page or organisation that the person may post as, with what is needed to do so. */
export type AccountChoice = {
  accountId: string
  accountName: string | null
  /** User name without `@`, where the network has one. */
  handle: string | null
  pictureUrl: string | null
  kind: 'profile' | 'page' | 'organization' | 'site'
  credentials: Credentials
  expiresAt: Date | null
  /** When the refresh token itself ends. Null: it does not, or there is none. */
  refreshExpiresAt: Date | null
  /** What was granted; null where the network does not say. */
  scopes: string[] | null
  /** Why this one cannot be chosen, in words for the person: a missing permission, an account of the wrong kind. */
  obstacle: string | null
}

/** A credential that lasts longer than the one it was made from. */
export type Renewal = { credentials: Credentials; expiresAt: Date | null; refreshExpiresAt: Date | null }

export type ChannelRefresh = {
  /**
   * What the network takes for a new access token: a token made for this, or the access token itself while it lives. One
   * of the first kind may be spent by its use, so that a lost answer is a lost refresh; the second can be asked again.
   */
  with: 'refresh_token' | 'access_token'
  /** A credential younger than this is refused (Meta: a day). */
  notBeforeMs: number
  renew(account: Account, call: CallOptions): Promise<Renewal>
}

/**
 * How accounts of a network are connected and stay so. Every function throws `ChannelFault` and nothing else on
 * purpose; a fault with `isAuthDead` says that a person has to consent again, and any other that nothing is lost.
 */
export type ChannelConnect = {
  id: ChannelId
  /** Which variables of the environment hold the app's credentials; empty for networks that need no app. */
  appVariables: readonly string[]
  scopes: readonly Scope[]
  /** Null where there is no consent: a Ghost site is connected with its address and a key. */
  consent: {
    start(
      /** `isAgain`: ask even for what was refused before, and let the person be somebody else. */
      request: { redirectUri: string; state: string; isAgain?: boolean },
      call: CallOptions,
    ): Promise<ConsentStart>
    /** Exchanges the code, extends the token where the network does so, and lists what the person may post as. */
    finish(back: ConsentReturn, call: CallOptions): Promise<AccountChoice[]>
  } | null
  /** Null where the network has nothing to refresh with: such credentials end, or never do. */
  refresh: ChannelRefresh | null
  /** Asks the network whose credential this is: proof that it lives, and the account's current names. */
  identify(account: Account, call: CallOptions): Promise<Pick<AccountChoice, 'accountId' | 'accountName' | 'handle'>>
}
