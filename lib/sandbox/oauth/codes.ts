import type { ChannelId } from '../../channels/ids'
import { token } from '../ids'
import { dayMs, type Sandbox } from '../sandbox'
import type { Kept, Shelf } from '../shelf'

/** What a person agreed to, until the app fetches a token for it. `id` is the code. */
export type Code = Kept & {
  network: ChannelId
  client_id: string
  redirect_uri: string
  account_id: string
  also: string[]
  scopes: string[]
  declined: string[]
  /** PKCE's S256 challenge. */
  challenge: string | null
  expires_ms: number
  is_used: boolean
}

/** Why a code buys nothing. */
export type CodeProblem = 'unknown' | 'used' | 'expired' | 'redirect' | 'client'

type Agreed = Pick<Code, 'scopes' | 'declined'> & {
  /** The address that led to the consent page: app, way back and challenge are in it. */
  query: URLSearchParams
}

/** Authorization codes: each works once, for the app and the address that it was given to, and not for long. */
export class Codes {
  readonly #shelf: Shelf<Code>
  readonly #sandbox: Sandbox
  readonly #network: ChannelId
  readonly #lifeMs: number

  constructor(sandbox: Sandbox, network: ChannelId, lifeMs: number) {
    this.#sandbox = sandbox
    this.#network = network
    this.#lifeMs = lifeMs
    this.#shelf = sandbox.shelf<Code>(`${network}.code`, 2 * dayMs)
  }

  make(agreed: Pick<Code, 'account_id' | 'also'> & Agreed): string {
    const created_ms = this.#sandbox.nowMs()
    const id = token('AQ', 48)
    const expires_ms = created_ms + this.#lifeMs
    const { query, scopes, declined, account_id, also } = agreed
    const asked = {
      client_id: query.get('client_id') ?? '',
      redirect_uri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge'),
    }
    this.#shelf.put({
      ...asked,
      account_id,
      also,
      scopes,
      declined,
      id,
      created_ms,
      network: this.#network,
      expires_ms,
      is_used: false,
    })
    return id
  }

  /** Takes the code, which is spent from then on: also when the rest of the request turns out to be wrong. */
  redeem(id: string, { redirectUri, clientId }: { redirectUri: string; clientId: string }): Code | CodeProblem {
    const code = this.#shelf.get(id)
    if (!code) return 'unknown'
    if (code.is_used) return 'used'
    if (code.client_id !== clientId) return 'client'
    this.#shelf.put({ ...code, is_used: true })
    if (code.expires_ms <= this.#sandbox.nowMs()) return 'expired'
    return code.redirect_uri === redirectUri ? code : 'redirect'
  }
}
