import { createHash } from 'node:crypto'
import type { ChannelId } from '@/lib/channel-ids'
import { type Answer, type Call, jsonAnswer, openRoute, type Refusal, type Route } from '../http/call'
import type { Collection, Item } from '../state/event-log'
import { token } from '../state/ids'
import { dayMs, type Sandbox } from '../state/sandbox'
import type { Token } from '../state/tokens'
import { type AppName, apps } from './apps'

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

export type CodeProblem = 'unknown' | 'used' | 'expired' | 'redirect' | 'client'

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
    if (code.client_id !== clientId) return 'client'
    this.#codes.put({ ...code, is_used: true })
    if (code.expires_ms <= this.#sandbox.nowMs()) return 'expired'
    return code.redirect_uri === redirectUri ? code : 'redirect'
  }
}

type Grant = 'authorization_code' | 'refresh_token'

/** What differs between the OAuth 2.0 token endpoints of X, LinkedIn and Pinterest. */
export type TokenEndpoint = {
  network: ChannelId
  app: AppName
  path: string
  /** Credentials of the app: HTTP Basic, or form fields. */
  client: 'basic' | 'form'
  /** Optional form fields in addition to those of RFC 6749. */
  optional?: Partial<Record<Grant, readonly string[]>>
  /** Checks the code verifier (RFC 7636). */
  usesPkce?: boolean
  knownScopes: readonly string[]
  accessLifeMs: number
  refreshLifeMs: number
  newAccessToken(): string
  newRefreshToken(): string
  /** Whether a code with these scopes gets a refresh token. Default yes. */
  givesRefreshToken?(scopes: string[]): boolean
  /** A refresh returns the same refresh token with its old expiry. */
  keepsRefreshToken?: boolean
  refuse: { client(): Refusal; form(): Refusal; code(problem: CodeProblem | 'verifier'): Refusal; refresh(): Refusal }
  answer(made: Token, grant: Grant, nowMs: number): unknown
}

export const tokenRoute = (sandbox: Sandbox, codes: Codes, endpoint: TokenEndpoint): Route =>
  openRoute(`POST ${endpoint.path}`, 'token', ({ call }) => answer(sandbox, codes, endpoint, call))

function answer(sandbox: Sandbox, codes: Codes, endpoint: TokenEndpoint, call: Call): Answer {
  const app = apps[endpoint.app]
  const basic = `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}`
  if (endpoint.client === 'basic' && call.header('authorization') !== basic) throw endpoint.refuse.client()
  const data = readForm(endpoint, call)
  if (!data) throw endpoint.refuse.form()
  const isApp = data.client_id === app.id && data.client_secret === app.secret
  if (endpoint.client === 'form' && !isApp) throw endpoint.refuse.client()
  const from = data.grant_type === 'refresh_token' ? refresh(sandbox, endpoint, data) : redeem(codes, endpoint, data)
  const nowMs = sandbox.nowMs()
  const scopes = from.scopes ?? [...endpoint.knownScopes]
  const kept = endpoint.keepsRefreshToken && 'refresh_token' in from ? (from as Token) : null
  const isGiven = endpoint.givesRefreshToken?.(scopes) ?? true
  const refreshExpiresMs = isGiven ? nowMs + endpoint.refreshLifeMs : null
  const made = sandbox.tokens.issue({
    id: endpoint.newAccessToken(),
    network: endpoint.network,
    account_id: from.account_id,
    also: from.also,
    kind: 'bearer',
    scopes,
    expires_ms: nowMs + endpoint.accessLifeMs,
    refresh_token: kept ? kept.refresh_token : isGiven ? endpoint.newRefreshToken() : null,
    refresh_expires_ms: kept ? kept.refresh_expires_ms : refreshExpiresMs,
  })
  return jsonAnswer(200, endpoint.answer(made, data.grant_type, nowMs))
}

type Form = Record<string, string | undefined> & { grant_type: Grant }

const grantFields = { authorization_code: ['code', 'redirect_uri'], refresh_token: ['refresh_token'] }

/** Undefined if a field is missing, not known or malformed. */
function readForm({ client, usesPkce, optional }: TokenEndpoint, call: Call): Form | undefined {
  const form = Object.fromEntries(call.form())
  const grant_type = form.grant_type
  if (call.contentType !== 'application/x-www-form-urlencoded') return undefined
  if (grant_type !== 'authorization_code' && grant_type !== 'refresh_token') return undefined
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

function redeem(codes: Codes, endpoint: TokenEndpoint, form: Form): Code {
  const clientId = apps[endpoint.app].id
  const code = codes.redeem(form.code ?? '', { redirectUri: form.redirect_uri ?? '', clientId })
  if (typeof code === 'string') throw endpoint.refuse.code(code)
  const challenge = createHash('sha256')
    .update(form.code_verifier ?? '')
    .digest('base64url')
  if (endpoint.usesPkce && challenge !== code.challenge) throw endpoint.refuse.code('verifier')
  return code
}

/** The refresh token is spent. If the client loses the response, the user has to connect again. */
function refresh(sandbox: Sandbox, endpoint: TokenEndpoint, form: Form): Token {
  const old = sandbox.tokens.findByRefresh(endpoint.network, form.refresh_token ?? '')
  if (!old) throw endpoint.refuse.refresh()
  sandbox.tokens.change(old, { refresh_token: null })
  return old
}

export const randomToken = (prefix: string, bytes: number) => (): string => token(prefix, bytes)
