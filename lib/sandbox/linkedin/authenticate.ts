import type { Account } from '../accounts'
import type { Call } from '../exchange'
import type { Sandbox } from '../sandbox'
import { badRequest, emptyToken, expiredToken, invalidToken, refuse, revokedToken } from './errors'
import { versions } from './rules'

/** The token first, then the headers of `/rest/`: a request with neither hears about its token. */
export function authenticate(sandbox: Sandbox, call: Call): Account {
  const token = /^Bearer (\S+)$/.exec(call.header('authorization') ?? '')?.[1]
  if (!token) throw emptyToken()
  const presented = sandbox.tokens.present(call, 'linkedin', token)
  if (!presented?.account) throw invalidToken()
  if (presented.state === 'expired') throw expiredToken()
  if (presented.state === 'revoked') throw revokedToken()
  const ageMs = sandbox.nowMs() - presented.token.created_ms
  // Not every server of theirs knows a token in its first seconds, and those call it revoked.
  if (ageMs < sandbox.settings.for('linkedin').fresh_token_ms) throw revokedToken()
  if (call.path.startsWith('/rest/')) checkHeaders(call)
  return presented.account
}

function checkHeaders(call: Call): void {
  const version = call.header('linkedin-version')
  if (!version)
    throw badRequest(
      'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
      'VERSION_MISSING',
    )
  const isActive =
    /^20\d\d(0[1-9]|1[0-2])$/.test(version) && Number(version) >= versions.oldest && Number(version) <= versions.newest
  if (!isActive) {
    throw refuse({ status: 426, code: 'NONEXISTENT_VERSION', message: `Requested version ${version} is not active` })
  }
  if (call.header('x-restli-protocol-version') !== '2.0.0') {
    throw badRequest('The header X-Restli-Protocol-Version must be 2.0.0', 'INVALID_RESTLI_PROTOCOL_VERSION')
  }
}
