import type { ChannelId } from '@/lib/channel-ids'
import type { Account } from '../state/accounts'
import type { Sandbox } from '../state/sandbox'
import type { Token } from '../state/tokens'
import type { AppName } from './apps'
import type { CodeProblem } from './codes'

/** How users sign in at a network with OAuth 2.0. */
export type Login = {
  network: ChannelId
  /** On the consent page. */
  name: string
  app: AppName
  /** Apps that request other scopes are refused. */
  knownScopes: readonly string[]
  codeLifeMs: number
  consent: Consent
  token: TokenEndpoint
}

export type Shared = { legend: string; accounts: readonly Account[] }

/** A network's consent page. */
export type Consent = {
  path: string
  separator: ',' | ' '
  /** Accounts that can be signed in. Default: all of the network. */
  people?(sandbox: Sandbox): readonly Account[]
  /** Accounts that can be shared as well. */
  shared?(sandbox: Sandbox): Shared
  /** The account id of codes if no account is signed in. */
  userId?: string
  /** Required parameters in addition to client_id, redirect_uri, response_type, scope and state. */
  requires?: readonly string[]
  /** Appended to the redirect URI when the user refuses. */
  refused: Record<string, string>
  /** Appended to the redirect URI for an unknown scope; without it, an error page. */
  badScope?(scope: string): Record<string, string>
  /** Instagram and Threads append `#_`. */
  suffix?: string
}

export type Grant = 'authorization_code' | 'refresh_token'
export type TokenProblem = CodeProblem | 'credentials' | 'form' | 'verifier' | 'refresh_token'
type TokenError = readonly [status: number, code: string | number, message: string]

/** An OAuth 2.0 token endpoint (RFC 6749, section 3.2). */
export type TokenEndpoint = {
  path: string
  /** Credentials of the app: HTTP Basic, or form fields. */
  client: 'basic' | 'form'
  /** Optional form fields in addition to those of RFC 6749. */
  optional?: Partial<Record<Grant, readonly string[]>>
  /** Checks the code verifier (RFC 7636). */
  usesPkce?: boolean
  access: { make(): string; lifeMs: number; kind: 'bearer' | 'short' }
  /** Without it, codes are the only grant. */
  refresh?: {
    make(): string
    lifeMs: number
    /** Whether a code with these scopes gets a refresh token. Default yes. */
    isGiven?(scopes: string[], sandbox: Sandbox): boolean
    /** A refresh returns the same refresh token with its old expiry. */
    isKept?: boolean
  }
  /** `other` is for problems without an entry of their own. */
  errors: Partial<Record<TokenProblem, TokenError>> & { other: TokenError }
  /** Default: that of RFC 6749, section 5.2. */
  errorBody?(code: string | number, message: string): unknown
  /** The response body; text is sent as it is. */
  answer(made: Token, context: { grant: Grant; sandbox: Sandbox }): object | string
}
