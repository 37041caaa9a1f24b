import { z } from 'zod'
import { type Answer, type Call, jsonAnswer, Refusal } from '../exchange'
import { token } from '../ids'
import { apps } from '../oauth/apps'
import type { Code, CodeProblem, Codes } from '../oauth/codes'
import type { Token } from '../oauth/tokens'
import type { OpenVisit, Route } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import { presentGraph } from './authenticate'
import { refuse } from './envelope'
import { parametersOf } from './parameters'

export const codeLifeMs = 3_600_000
export const shortLifeMs = 3_600_000
export const longLifeMs = 60 * dayMs

/** How the two hosts that hand out tokens for themselves differ. */
export type MetaLogin = {
  network: 'instagram' | 'threads'
  prefix: string
  exchangeGrant: string
  refreshGrant: string
  /** The answer to a code. */
  show(made: Token, code: Code): Answer
}

export const declined = {
  error: 'access_denied',
  error_reason: 'user_denied',
  error_description: 'The user denied your request',
}

/** Code to short token, short to long, long to longer. None of the three asks for an account. */
export function loginRoutes(sandbox: Sandbox, codes: Codes, login: MetaLogin): Route[] {
  const open = (method: 'GET' | 'POST', path: string, name: string, handle: (visit: OpenVisit) => Answer): Route => ({
    method,
    path,
    name,
    isOpen: true,
    handle,
  })
  return [
    open('POST', '/oauth/access_token', 'token', ({ call }) => redeem(sandbox, codes, login, call)),
    open('GET', '/access_token', 'exchange', ({ call }) => extend(sandbox, login, call)),
    open('GET', '/refresh_access_token', 'refresh', ({ call }) => refresh(sandbox, login, call)),
  ]
}

const CodeForm = z.strictObject({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.literal('authorization_code'),
  redirect_uri: z.string(),
  code: z.string(),
})

const problems: Record<CodeProblem, string> = {
  unknown: 'Matching code was not found or was already used',
  used: 'Matching code was not found or was already used',
  expired: 'This authorization code has expired',
  redirect:
    'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
  client: 'Error validating client id',
}

function redeem(sandbox: Sandbox, codes: Codes, { network, prefix, show }: MetaLogin, call: Call): Answer {
  const refused = (message: string) =>
    new Refusal(jsonAnswer(400, { error_type: 'OAuthException', code: 400, error_message: message }))
  if (call.contentType !== 'application/x-www-form-urlencoded') throw refused('The request must be sent as a form')
  const form = CodeForm.safeParse(Object.fromEntries(call.form()))
  if (!form.success) throw refused(`Invalid parameter: ${form.error.issues[0]?.path.join('.') || 'unknown'}`)
  const { client_id, client_secret, redirect_uri, code: given } = form.data
  const app = apps[network]
  if (client_id !== app.id || client_secret !== app.secret) throw refused('Error validating client secret.')
  // A code as it stands in the address, with the `#_` that Meta appends, is no code.
  const code = codes.redeem(given, { redirectUri: redirect_uri, clientId: client_id })
  if (typeof code === 'string') throw refused(problems[code])
  const { account_id, scopes } = code
  const expires_ms = sandbox.nowMs() + shortLifeMs
  return show(
    sandbox.tokens.issue({ id: token(prefix, 96), network, account_id, kind: 'short', scopes, expires_ms }),
    code,
  )
}

const badSecret = () => refuse({ code: 101, message: 'Error validating client secret.' })

function extend(sandbox: Sandbox, login: MetaLogin, call: Call): Answer {
  const schema = z.strictObject({ grant_type: z.literal(login.exchangeGrant), client_secret: z.string() })
  const { client_secret } = parametersOf(call, schema)
  if (client_secret !== apps[login.network].secret) throw badSecret()
  const { token: short } = presentGraph(sandbox, login.network, call)
  if (short.kind !== 'short')
    throw refuse({
      code: 452,
      message:
        'Session key invalid. This could be because the session key has an incorrect format, or because it is long-lived already.',
    })
  return longLived(sandbox, login, short)
}

/** A day old at least, alive, and long-lived: otherwise it stays as it is. */
function refresh(sandbox: Sandbox, login: MetaLogin, call: Call): Answer {
  parametersOf(call, z.strictObject({ grant_type: z.literal(login.refreshGrant) }))
  const { token: long } = presentGraph(sandbox, login.network, call)
  const isYoung = sandbox.nowMs() - long.created_ms < dayMs
  if (long.kind !== 'long' || isYoung) {
    throw refuse({ code: 190, message: 'Error validating access token: This token cannot be refreshed yet.' })
  }
  return longLived(sandbox, login, long)
}

function longLived(sandbox: Sandbox, { network, prefix }: MetaLogin, from: Token): Answer {
  const { account_id, scopes } = from
  const expires_ms = sandbox.nowMs() + longLifeMs
  const made = sandbox.tokens.issue({ id: token(prefix, 96), network, account_id, kind: 'long', scopes, expires_ms })
  return jsonAnswer(200, { access_token: made.id, token_type: 'bearer', expires_in: longLifeMs / 1_000 })
}
