import type { Call } from '../exchange'
import type { Sandbox } from '../sandbox'
import { unauthorized } from './errors'
import { isSameSignature, parseHeader, signatureOf, signedParameters } from './oauth1'
import { limits } from './rules'

/** The `Authorization: OAuth …` of a call whose time, version and method are right. */
export function readSigned(call: Call): Record<string, string> {
  const header = parseHeader(call.header('authorization'))
  if (!header) throw unauthorized()
  return header
}

export function isSignedCall(
  sandbox: Sandbox,
  call: Call,
  header: Record<string, string>,
  secrets: { consumerSecret: string; tokenSecret: string },
): boolean {
  const sentMs = /^\d+$/.test(header.oauth_timestamp ?? '') ? Number(header.oauth_timestamp) * 1000 : Number.NaN
  const isWellFormed =
    header.oauth_signature_method === 'HMAC-SHA1' &&
    (header.oauth_version ?? '1.0') === '1.0' &&
    Math.abs(sandbox.nowMs() - sentMs) <= limits.timestampToleranceMs &&
    Boolean(header.oauth_nonce)
  if (!isWellFormed) return false
  // Behind a proxy the client signed the public address, which is not the one in the Host header.
  const addresses = new Set([call.address, `${sandbox.origin}/x${call.path}`])
  const parameters = signedParameters(call, header)
  return [...addresses].some((address) =>
    isSameSignature(
      header.oauth_signature ?? '',
      signatureOf({ method: call.method, address, parameters, ...secrets }),
    ),
  )
}
