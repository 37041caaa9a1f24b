import type { z } from 'zod'
import type { ChannelId } from '@/lib/channel-ids'
import { systemClock } from '../../clock'
import { callNetwork } from '../call-network'
import type { CallOptions } from '../channel'
import { ChannelError } from '../channel-error'
import type { ErrorTable } from '../error-table'
import type { ConsentReturn, Renewal } from './connect'

export type TokenRequest = {
  channel: ChannelId
  errorTable: ErrorTable
  method: 'GET' | 'POST'
  url: string
  query?: Record<string, string>
  /** Sent as a form. */
  form?: Record<string, string>
  headers?: Record<string, string>
  sign?(now: Date): Record<string, string>
  readsForm?: boolean
  /** Secrets to redact: the app's secret, and the code or token that is exchanged. */
  secrets: readonly [string, string]
}

/** Calls a network's token endpoint. There is no account yet. */
export async function callTokenEndpoint<T>(request: TokenRequest, schema: z.ZodType<T>, call: CallOptions): Promise<T> {
  const { url: address, query = {}, form, secrets, headers, ...rest } = request
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const [accessToken, refreshToken] = secrets
  const noAccount = { accountId: '', accountName: null, handle: null }
  const response = await callNetwork(
    {
      ...rest,
      account: { ...noAccount, credentials: { kind: 'bearer', accessToken, refreshToken } },
      url,
      call,
      headers: { ...(form && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      ...(form && { body: new URLSearchParams(form).toString() }),
    },
    schema,
  )
  return response.data
}

export const basicAuth = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

/** Error codes of the networks when the user denies access. */
const cancelled = ['access_denied', 'user_denied', 'user_cancelled_login', 'user_cancelled_authorize']
const notAllowed = ['unauthorized_scope_error', 'invalid_scope']

type ConsentParameters = {
  clientId: string
  redirectUri: string
  state: string
  scope: string
  [other: string]: string
}

/** The page of a network where the user grants access (RFC 6749, section 4.1.1). */
export function consentUrl(page: string, { clientId, redirectUri, ...others }: ConsentParameters): string {
  const url = new URL(page)
  const parameters = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', ...others }
  url.search = new URLSearchParams(parameters).toString()
  // RFC 6749 allows a plus for a space, but the page of X does not support it.
  return url.href.replaceAll('+', '%20')
}

/** The authorization code of the return. */
export function codeOf({ query }: ConsentReturn, network: string): string {
  const error = query.get('error')
  if (error !== null) throw consentError(network, error, query.get('error_description') ?? query.get('error_message'))
  const code = query.get('code')
  if (!code) throw consentError(network, 'code_missing', null)
  // Meta appends `#_` to the URL, and some browsers and proxies include it in the code.
  return code.replace(/#_$/, '')
}

/** Converts an error parameter of the return. */
export function consentError(network: string, error: string, description: string | null): ChannelError {
  const code = cancelled.includes(error)
    ? 'consent_cancelled'
    : notAllowed.includes(error)
      ? 'scope_not_allowed'
      : 'consent_refused'
  const reason = (description || error).slice(0, 300).replace(/\.$/, '')
  const messages = {
    consent_cancelled: `You did not grant Storycast access to your ${network} account.`,
    scope_not_allowed: `${network} does not allow this app to request all of its permissions. ${network} said: ${reason}.`,
    consent_refused: `${network} rejected the request before the sign-in. ${network} said: ${reason}.`,
  }
  return new ChannelError({
    outcome: 'refused',
    category: 'connection',
    isRetryable: false,
    code,
    message: messages[code],
  })
}

/** Networks send `a,b`, `a b` or a list. */
export function scopesIn(scopes: string | readonly string[] | null | undefined): string[] | null {
  if (scopes === null || scopes === undefined) return null
  return (typeof scopes === 'string' ? scopes.split(/[\s,]+/) : [...scopes]).filter(Boolean)
}

const afterSeconds = (now: Date, seconds: number | null | undefined): Date | null =>
  seconds === null || seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000)

type TokenResponse = {
  access_token: string
  expires_in: number
  refresh_token?: string | undefined
  refresh_token_expires_in?: number | undefined
}

/** @param held the refresh token that stays valid if the response has no other */
export function bearerOf(token: TokenResponse, held: string | null = null): Renewal {
  const now = systemClock()
  const refreshToken = token.refresh_token ?? held
  return {
    credentials: { kind: 'bearer', accessToken: token.access_token, refreshToken },
    expiresAt: afterSeconds(now, token.expires_in),
    refreshExpiresAt: refreshToken === null ? null : afterSeconds(now, token.refresh_token_expires_in),
  }
}

export const missingFrom = (granted: readonly string[] | null, wanted: readonly string[]): string[] =>
  granted === null ? [] : wanted.filter((scope) => !granted.includes(scope))
