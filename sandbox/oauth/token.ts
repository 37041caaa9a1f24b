import { createHash } from 'node:crypto'
import { type Answer, type Call, jsonAnswer, Refusal } from '../http/call'
import type { Sandbox } from '../state/sandbox'
import type { Token } from '../state/tokens'
import { apps } from './apps'
import type { Code, Codes } from './codes'
import type { Grant, Login, TokenEndpoint, TokenProblem } from './login'

/** Exchanges a code or a refresh token. */
export function exchange(sandbox: Sandbox, codes: Codes, login: Login, call: Call): Answer {
  const { token: endpoint, network, app } = login
  const { id, secret } = apps[app]
  const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  if (endpoint.client === 'basic' && call.header('authorization') !== basic) throw refuse(endpoint, 'credentials')
  const form = readForm(endpoint, call)
  if (!form) throw refuse(endpoint, 'form')
  if (endpoint.client === 'form' && (form.client_id !== id || form.client_secret !== secret))
    throw refuse(endpoint, 'credentials')
  const grant = form.grant_type
  const old = grant === 'refresh_token' ? spend(sandbox, login, form) : null
  const from = old ?? redeem(codes, login, form)
  const scopes = from.scopes ?? [...login.knownScopes]
  const made = sandbox.tokens.issue({
    id: endpoint.access.make(),
    network,
    account_id: from.account_id,
    also: from.also,
    kind: endpoint.access.kind,
    scopes,
    expires_ms: sandbox.nowMs() + endpoint.access.lifeMs,
    ...newRefreshToken(sandbox, endpoint, scopes, old),
  })
  const body = endpoint.answer(made, { grant, sandbox })
  return typeof body === 'string' ? { ...jsonAnswer(200, null), body } : jsonAnswer(200, body)
}

function newRefreshToken(
  sandbox: Sandbox,
  { refresh }: TokenEndpoint,
  scopes: string[],
  old: Token | null,
): Partial<Pick<Token, 'refresh_token' | 'refresh_expires_ms'>> {
  if (!refresh) return {}
  if (old && refresh.isKept) return { refresh_token: old.refresh_token, refresh_expires_ms: old.refresh_expires_ms }
  const isGiven = refresh.isGiven?.(scopes, sandbox) ?? true
  return isGiven ? { refresh_token: refresh.make(), refresh_expires_ms: sandbox.nowMs() + refresh.lifeMs } : {}
}

function refuse({ errors, errorBody }: TokenEndpoint, problem: TokenProblem): Refusal {
  const [status, error, error_description] = errors[problem] ?? errors.other
  return new Refusal(jsonAnswer(status, errorBody?.(error, error_description) ?? { error, error_description }))
}

type Form = Record<string, string | undefined> & { grant_type: Grant }

const grantFields = { authorization_code: ['code', 'redirect_uri'], refresh_token: ['refresh_token'] }

/** Undefined if a field is missing, not known or malformed. */
function readForm({ client, usesPkce, optional, refresh }: TokenEndpoint, call: Call): Form | undefined {
  const form = Object.fromEntries(call.form())
  const grant_type = form.grant_type
  if (call.contentType !== 'application/x-www-form-urlencoded') return undefined
  if (grant_type !== 'authorization_code' && !(grant_type === 'refresh_token' && refresh)) return undefined
  const hasVerifier = usesPkce && grant_type === 'authorization_code'
  if (hasVerifier && !/^[\w.~-]{43,128}$/.test(form.code_verifier ?? '')) return undefined
  const required = [...grantFields[grant_type], ...(client === 'form' ? ['client_id', 'client_secret'] : [])]
  const known = [
    'grant_type',
    ...required,
    ...(hasVerifier ? ['code_verifier'] : []),
    ...(optional?.[grant_type] ?? []),
  ]
  const isKnown = Object.keys(form).every((name) => known.includes(name))
  return isKnown && required.every((name) => form[name] !== undefined) ? { ...form, grant_type } : undefined
}

function redeem(codes: Codes, { app, token: endpoint }: Login, form: Form): Code {
  const code = codes.redeem(form.code ?? '', { redirectUri: form.redirect_uri ?? '', clientId: apps[app].id })
  if (typeof code === 'string') throw refuse(endpoint, code)
  const challenge = createHash('sha256')
    .update(form.code_verifier ?? '')
    .digest('base64url')
  if (endpoint.usesPkce && challenge !== code.challenge) throw refuse(endpoint, 'verifier')
  return code
}

/** The refresh token is spent. If the client loses the response, the user has to connect again. */
function spend(sandbox: Sandbox, { network, token: endpoint }: Login, form: Form): Token {
  const old = sandbox.tokens.findByRefresh(network, form.refresh_token ?? '')
  if (!old) throw refuse(endpoint, 'refresh_token')
  sandbox.tokens.change(old, { refresh_token: null })
  return old
}
