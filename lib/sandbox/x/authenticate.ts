import type { Account } from '../accounts'
import type { Call } from '../exchange'
import type { Sandbox } from '../sandbox'
import { unauthorized } from './errors'
import { isSameSignature, parseHeader, signatureOf, signedParameters } from './oauth1'
import { limits } from './rules'

/** OAuth 1.0a on every call. A nonce works once within the time in which its timestamp would be accepted. */
export function makeAuthenticate(sandbox: Sandbox): (call: Call) => Account {
  const nonces = new Nonces()
  return (call) => {
    const header = parseHeader(call.header('authorization'))
    const account = sandbox.accounts.byProof('x', header?.oauth_token ?? '')
    if (!header || account?.credentials.kind !== 'oauth1' || account.token !== 'live') throw unauthorized()
    const { credentials } = account
    const nowMs = sandbox.nowMs()
    const sentMs = /^\d+$/.test(header.oauth_timestamp ?? '') ? Number(header.oauth_timestamp) * 1000 : Number.NaN
    const isWellFormed =
      header.oauth_consumer_key === credentials.api_key &&
      header.oauth_signature_method === 'HMAC-SHA1' &&
      (header.oauth_version ?? '1.0') === '1.0' &&
      Math.abs(nowMs - sentMs) <= limits.timestampToleranceMs &&
      Boolean(header.oauth_nonce)
    if (!isWellFormed || !isSigned(sandbox, call, header, credentials)) throw unauthorized()
    // Last, so that a stranger without the secrets cannot use up another's nonce.
    if (!nonces.use(`${header.oauth_token} ${header.oauth_timestamp} ${header.oauth_nonce}`, nowMs))
      throw unauthorized()
    return account
  }
}

function isSigned(
  sandbox: Sandbox,
  call: Call,
  header: Record<string, string>,
  secrets: { api_secret: string; access_token_secret: string },
): boolean {
  // Behind a proxy the client signed the public address, which is not the one in the Host header.
  const addresses = new Set([call.address, `${sandbox.origin}/x${call.path}`])
  return [...addresses].some((address) =>
    isSameSignature(
      header.oauth_signature ?? '',
      signatureOf({
        method: call.method,
        address,
        parameters: signedParameters(call, header),
        consumerSecret: secrets.api_secret,
        tokenSecret: secrets.access_token_secret,
      }),
    ),
  )
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
