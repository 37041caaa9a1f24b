import type { ChannelId } from '@/lib/channel-ids'
import type { Collection, Item } from '../state/event-log'
import { token } from '../state/ids'
import { dayMs, type Sandbox } from '../state/sandbox'

/** An authorization code. `id` is the code itself. */
export type Code = Item & {
  client_id: string
  redirect_uri: string
  account_id: string
  also: string[]
  scopes: string[]
  declined: string[]
  /** PKCE, S256. */
  challenge: string | null
  expires_ms: number
  is_used: boolean
}

export type CodeProblem = 'unknown' | 'used' | 'expired' | 'redirect' | 'wrong_app'

export class Codes {
  readonly #codes: Collection<Code>
  readonly #sandbox: Sandbox
  readonly #lifeMs: number

  constructor(sandbox: Sandbox, network: ChannelId, lifeMs: number) {
    this.#sandbox = sandbox
    this.#lifeMs = lifeMs
    this.#codes = sandbox.collection<Code>(`${network}.code`, 2 * dayMs)
  }

  /** @param query of the consent page's URL, which names the app, the redirect URI and the challenge */
  issue(agreed: Pick<Code, 'account_id' | 'also' | 'scopes' | 'declined'>, query: URLSearchParams): string {
    const id = token('AQ', 48)
    const created_ms = this.#sandbox.nowMs()
    this.#codes.put({
      ...agreed,
      id,
      created_ms,
      client_id: query.get('client_id') ?? '',
      redirect_uri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge'),
      expires_ms: created_ms + this.#lifeMs,
      is_used: false,
    })
    return id
  }

  /** Works once. The code is spent even if the rest of the request is wrong. */
  redeem(id: string, { redirectUri, clientId }: { redirectUri: string; clientId: string }): Code | CodeProblem {
    const code = this.#codes.get(id)
    if (!code) return 'unknown'
    if (code.is_used) return 'used'
    if (code.client_id !== clientId) return 'wrong_app'
    this.#codes.put({ ...code, is_used: true })
    if (code.expires_ms <= this.#sandbox.nowMs()) return 'expired'
    return code.redirect_uri === redirectUri ? code : 'redirect'
  }
}
