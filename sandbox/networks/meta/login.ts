import { z } from 'zod'
import { type Answer, type Call, jsonAnswer, openRoute, Refusal, type Route } from '../../http/call'
import { apps } from '../../oauth/apps'
import type { Login } from '../../oauth/login'
import { loginRoutes } from '../../oauth/routes'
import type { Account } from '../../state/accounts'
import { token } from '../../state/ids'
import { dayMs, type Sandbox } from '../../state/sandbox'
import type { Settings } from '../../state/settings'
import type { FoundToken, Token } from '../../state/tokens'
import type { Network } from '../network'
import { graphError, rateLimited, refuse, unknownPath, usageHeaders } from './errors'
import { parametersOf, readParameters } from './nodes'

type MetaNetwork = 'instagram' | 'threads' | 'facebook'

/** Error 190 has this header as well; some clients check only the header. */
function deadToken(message: string, subcode?: number): Refusal {
  const header = { 'www-authenticate': `OAuth "Facebook Platform" "invalid_token" "${message}"` }
  return new Refusal(graphError({ code: 190, ...(subcode !== undefined && { subcode }), message }, header))
}

/** The token comes in the header or as a parameter. */
export function findGraphToken(sandbox: Sandbox, network: MetaNetwork, call: Call): FoundToken {
  const header = /^(?:Bearer|OAuth) (\S+)$/.exec(call.header('authorization') ?? '')?.[1]
  const token = header ?? readParameters(call).access_token
  if (typeof token !== 'string' || !token)
    throw refuse({ code: 104, message: 'An access token is required to request this resource.' })
  const found = sandbox.tokens.lookUp(network, token)
  if (!found) throw deadToken('Invalid OAuth access token - Cannot parse access token')
  call.scopes = found.token.scopes
  if (found.state === 'revoked')
    throw deadToken('Error validating access token: The user has not authorized application.', 458)
  if (found.state === 'live') return found
  const now = sandbox.clock().toUTCString()
  throw deadToken(`Error validating access token: Session has expired. The current time is ${now}.`, 463)
}

function authenticateGraph(sandbox: Sandbox, network: MetaNetwork, call: Call): Account {
  const { account } = findGraphToken(sandbox, network, call)
  if (account) return account
  // A Facebook user token can read, but not publish.
  const message = 'A Page access token is required for this call for the new Pages experience.'
  throw refuse({ code: 190, subcode: 2069032, message })
}

/** What Instagram, Threads and Facebook have in common. */
export const graphNetwork = (
  sandbox: Sandbox,
  id: MetaNetwork,
  usage: 'instagram' | 'pages',
  limitError: { code: number; message: string },
): Pick<Network, 'id' | 'authenticate' | 'headers' | 'notFound' | 'rateLimited'> => ({
  id,
  authenticate: (call) => authenticateGraph(sandbox, id, call),
  headers: (_call, account) => usageHeaders(sandbox, usage, account),
  notFound: unknownPath,
  rateLimited: (limit, _call, account) => rateLimited(usage, limitError, limit, account),
})

export const codeLifeMs = 3_600_000
export const shortLifeMs = 3_600_000
export const longLifeMs = 60 * dayMs

export const declined = {
  error: 'access_denied',
  error_reason: 'user_denied',
  error_description: 'The user denied your request',
}

/** What differs between Instagram's and Threads' login. */
export type MetaLogin = Pick<Login, 'name' | 'knownScopes'> & {
  network: 'instagram' | 'threads'
  tokenPrefix: string
  /** First half of the grant types, such as `ig` of `ig_exchange_token`. */
  grantPrefix: string
  /** The response body of a code exchange, as JSON. */
  answer(made: Token, settings: Settings): string
}

/** Consent page, code → short-lived token → long-lived token → new long-lived token. */
export function metaLoginRoutes(sandbox: Sandbox, login: MetaLogin): Route[] {
  return [
    ...loginRoutes(sandbox, loginOf(login)),
    openRoute('GET /access_token', 'exchange', ({ call }) => exchange(sandbox, login, call)),
    openRoute('GET /refresh_access_token', 'refresh', ({ call }) => refresh(sandbox, login, call)),
  ]
}

const bad = (message: string) => [400, 400, message] as const
const wrongRedirect =
  'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request'

const loginOf = ({ network, name, knownScopes, tokenPrefix, answer }: MetaLogin): Login => ({
  ...{ network, name, app: network, knownScopes, codeLifeMs },
  // The `#_` that Meta appends to the URL is not part of the code.
  consent: { path: '/oauth/authorize', separator: ',', refused: declined, suffix: '#_' },
  token: {
    path: '/oauth/access_token',
    client: 'form',
    access: { make: () => token(tokenPrefix, 96), lifeMs: shortLifeMs, kind: 'short' },
    errors: {
      credentials: bad('Error validating client secret.'),
      form: bad('Invalid parameter: a field of the form is missing, malformed or not known'),
      expired: bad('This authorization code has expired'),
      redirect: bad(wrongRedirect),
      wrong_app: bad('Error validating client id'),
      other: bad('Matching code was not found or was already used'),
    },
    errorBody: (code, error_message) => ({ error_type: 'OAuthException', code, error_message }),
    answer: (made, { sandbox }) => answer(made, sandbox.settings.for(network)),
  },
})

function exchange(sandbox: Sandbox, login: MetaLogin, call: Call): Answer {
  const grant_type = z.literal(`${login.grantPrefix}_exchange_token`)
  const { client_secret } = parametersOf(call, z.strictObject({ grant_type, client_secret: z.string() }))
  if (client_secret !== apps[login.network].secret)
    throw refuse({ code: 101, message: 'Error validating client secret.' })
  const { token: short } = findGraphToken(sandbox, login.network, call)
  if (short.kind !== 'short')
    throw refuse({
      code: 452,
      message:
        'Session key invalid. This could be because the session key has an incorrect format, or because it is long-lived already.',
    })
  return longToken(sandbox, login, short)
}

/** Only for valid long-lived tokens that are at least a day old. */
function refresh(sandbox: Sandbox, login: MetaLogin, call: Call): Answer {
  parametersOf(call, z.strictObject({ grant_type: z.literal(`${login.grantPrefix}_refresh_token`) }))
  const { token: long } = findGraphToken(sandbox, login.network, call)
  if (long.kind !== 'long' || sandbox.nowMs() - long.created_ms < dayMs)
    throw refuse({ code: 190, message: 'Error validating access token: This token cannot be refreshed yet.' })
  return longToken(sandbox, login, long)
}

function longToken(sandbox: Sandbox, { network, tokenPrefix }: MetaLogin, { account_id, scopes }: Token): Answer {
  const expires_ms = sandbox.nowMs() + longLifeMs
  const made = { id: token(tokenPrefix, 96), network, account_id, kind: 'long' as const, scopes, expires_ms }
  const { id } = sandbox.tokens.issue(made)
  return jsonAnswer(200, { access_token: id, token_type: 'bearer', expires_in: longLifeMs / 1_000 })
}
