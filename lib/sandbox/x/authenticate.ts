import type { Account } from '../accounts'
import { type Call, Refusal } from '../exchange'
import { apps } from '../oauth/apps'
import type { Sandbox } from '../sandbox'
import { problem, unauthorized } from './errors'
import { parseHeader } from './oauth1'
import { limits } from './rules'
import { isSignedCall } from './signed'

/** Either of X's schemes on every call. A nonce works once within the time in which its timestamp would be accepted. */
export function makeAuthenticate(sandbox: Sandbox): (call: Call) => Account {
  const nonces = new Nonces()
  return (call) => {
    const bearer = /^Bearer (\S+)$/.exec(call.header('authorization') ?? '')?.[1]
    return bearer === undefined ? signedBy(sandbox, nonces, call) : ownerOf(sandbox, call, bearer)
  }
}

function ownerOf(sandbox: Sandbox, call: Call, bearer: string): Account {
  const presented = sandbox.tokens.present(call, 'x', bearer)
  if (!presented?.account || presented.state !== 'live') throw unauthorized()
  if (presented.token.kind === 'bearer') return presented.account
  // A token of OAuth 1.0a shown as a bearer is no user's.
  throw new Refusal(
    problem({
      status: 403,
      title: 'Unsupported Authentication',
      detail:
        'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.  Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].',
      type: 'unsupported-authentication',
    }),
  )
}

function signedBy(sandbox: Sandbox, nonces: Nonces, call: Call): Account {
  const header = parseHeader(call.header('authorization'))
  const presented = sandbox.tokens.present(call, 'x', header?.oauth_token ?? '')
  if (!header || !presented?.account || presented.state !== 'live' || presented.token.secret === null) {
    throw unauthorized()
  }
  const { account, token } = presented
  const app = appOf(account, token.id)
  const secrets = { consumerSecret: app.secret, tokenSecret: presented.token.secret }
  if (header.oauth_consumer_key !== app.id || !isSignedCall(sandbox, call, header, secrets)) throw unauthorized()
  // Last, so that a stranger without the secrets cannot use up another's nonce.
  const nonce = `${header.oauth_token} ${header.oauth_timestamp} ${header.oauth_nonce}`
  if (!nonces.use(nonce, sandbox.nowMs())) throw unauthorized()
  return account
}

/** An account that the control API opened has an app of its own; all others came through the sandbox's. */
function appOf({ credentials }: Account, accessToken: string): { id: string; secret: string } {
  const isOwn = credentials.kind === 'oauth1' && credentials.access_token === accessToken
  return isOwn ? { id: credentials.api_key, secret: credentials.api_secret } : apps.x
}

/** Two generations: when the younger is old enough, the elder cannot matter any more and is thrown away whole. */
class Nonces {
  #young = new Set<string>()
  #old = new Set<string>()
  #turnedMs = 0

  use(nonce: string, nowMs: number): boolean {
    if (nowMs - this.#turnedMs > 2 * limits.timestampToleranceMs) {
      this.#old = this.#young
      this.#young = new Set()
      this.#turnedMs = nowMs
    }
    if (this.#young.has(nonce) || this.#old.has(nonce)) return false
    this.#young.add(nonce)
    return true
  }
}
