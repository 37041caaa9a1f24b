import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Account } from '../accounts'
import type { Call } from '../exchange'
import type { Sandbox } from '../sandbox'
import { badRequest, invalidHeader, invalidToken, refuse } from './errors'
import { limits, versions } from './rules'

const Header = z.object({ alg: z.string(), typ: z.string().optional(), kid: z.string().optional() })
const Payload = z.object({ iat: z.number(), exp: z.number(), aud: z.string() })

/** The Admin API's own scheme: a JWT made for this call and signed with the hex-decoded half of the key. */
export function authenticate(sandbox: Sandbox, call: Call): Account {
  checkVersion(call)
  const authorization = call.header('authorization')
  if (authorization === undefined) throw invalidHeader('Authorization failed: no credential', 'INVALID_AUTH_HEADER')
  const token = /^Ghost (\S+)$/.exec(authorization)?.[1]
  if (!token)
    throw invalidHeader("Authorization header format is 'Authorization: Ghost [token]'", 'INVALID_AUTH_HEADER')
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  const head = Header.safeParse(decode(header))
  const claims = Payload.safeParse(decode(payload))
  if (!head.success || !claims.success || more.length > 0) throw invalidToken('jwt malformed')
  if (head.data.kid === undefined) throw badRequest('Admin API kid missing.', 'MISSING_ADMIN_API_KID')
  const account = sandbox.accounts.byProof('ghost', head.data.kid)
  if (
    account?.credentials.kind !== 'ghost' ||
    account.credentials.site !== siteIn(call) ||
    account.token === 'revoked'
  ) {
    throw invalidHeader('Unknown Admin API Key', 'UNKNOWN_ADMIN_API_KEY')
  }
  if (head.data.alg !== 'HS256') throw invalidToken('invalid algorithm')
  const secret = account.credentials.admin_api_key.split(':')[1] ?? ''
  if (!isSigned(`${header}.${payload}`, signature, secret)) throw invalidToken('invalid signature')
  checkClaims(claims.data, Math.floor(sandbox.nowMs() / 1000))
  // A key never expires; "expired" stands for a clock that is off, which Ghost words like this.
  if (account.token === 'expired') throw invalidToken('jwt expired')
  return account
}

/** The first segment of the path names the site. */
export const siteIn = (call: Call): string => call.path.split('/')[1] ?? ''

export function signatureOf(signed: string, hexSecret: string): Buffer {
  return createHmac('sha256', Buffer.from(hexSecret, 'hex')).update(signed).digest()
}

function isSigned(signed: string, signature: string, hexSecret: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(signed, hexSecret)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function checkClaims({ iat, exp, aud }: z.infer<typeof Payload>, nowSeconds: number): void {
  if (!/^\/?admin\/?$/.test(aud)) throw invalidToken('jwt audience invalid. expected: /\\/?admin\\/?$/')
  if (exp <= nowSeconds) throw invalidToken('jwt expired')
  if (nowSeconds - iat > limits.tokenLifeSeconds) throw invalidToken('maxAge exceeded')
  if (exp - iat > limits.tokenLifeSeconds) throw invalidToken('the token lives longer than 5 minutes')
  if (iat > nowSeconds + limits.clockSkewSeconds) throw invalidToken('jwt not active')
}

function checkVersion(call: Call): void {
  const version = call.header('accept-version')
  const major = /^(v\d+)\.\d+$/.exec(version ?? '')?.[1]
  if (!major) throw badRequest(`The header Accept-Version must look like v6.0, not ${version ?? 'be missing'}.`)
  if (!versions.includes(major)) {
    throw refuse({
      status: 406,
      type: 'RequestNotAcceptableError',
      message: `Request could not be served, the endpoint was not found: client request for ${version} does not match this server.`,
      code: 'UPDATE_CLIENT',
    })
  }
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
