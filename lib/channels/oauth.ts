import type { z } from 'zod'
import { callNetwork } from './call-network'
import type { CallOptions } from './channel'
import type { ConsentReturn } from './connect'
import { ChannelFault } from './fault'
import type { FaultTable } from './fault-table'
import type { ChannelId } from './ids'

export type TokenRequest = {
  channel: ChannelId
  faults: FaultTable
  method: 'GET' | 'POST'
  url: string
  query?: Record<string, string>
  /** Sent as a form, as OAuth wants it. */
  form?: Record<string, string>
  headers?: Record<string, string>
  sign?(now: Date): Record<string, string>
  readsForm?: boolean
  /** What must be seen nowhere: the app's secret, the code, the token that is exchanged. */
  secrets: readonly [string, string]
}

/** One call of a network's token endpoint. Nobody is connected yet, so there is no account behind it. */
export async function callTokenEndpoint<T>(request: TokenRequest, schema: z.ZodType<T>, call: CallOptions): Promise<T> {
  const { url: address, query = {}, form, secrets, headers, ...rest } = request
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const [accessToken, refreshToken] = secrets
  const nobody = { accountId: '', accountName: null, handle: null }
  const answer = await callNetwork(
    {
      ...rest,
      account: { ...nobody, credentials: { kind: 'bearer', accessToken, refreshToken } },
      url,
      call,
      headers: { ...(form && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      ...(form && { body: new URLSearchParams(form).toString() }),
    },
    schema,
  )
  return answer.data
}

export const basicAuth = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

/** In each network's own words: the person said no. */
const cancelled = ['access_denied', 'user_denied', 'user_cancelled_login', 'user_cancelled_authorize']
const notAllowed = ['unauthorized_scope_error', 'invalid_scope']

/** The code that the person came back with. */
export function codeOf({ query }: ConsentReturn, network: string): string {
  const error = query.get('error')
  if (error !== null) throw consentFault(network, error, query.get('error_description') ?? query.get('error_message'))
  const code = query.get('code')
  if (!code) throw consentFault(network, 'code_missing', null)
  // Meta appends `#_` to the address, and some browsers and proxies hand it on as part of the code.
  return code.replace(/#_$/, '')
}

/** What the network appended instead of a code, as a fault whose code says which kind it is. */
export function consentFault(network: string, error: string, said: string | null): ChannelFault {
  const code = cancelled.includes(error)
    ? 'consent_cancelled'
    : notAllowed.includes(error)
      ? 'scope_not_allowed'
      : 'consent_refused'
  const words = (said || error).slice(0, 300).replace(/\.$/, '')
  const messages = {
    consent_cancelled: `You did not give Storycast access to your ${network} account.`,
    scope_not_allowed: `${network} does not let this app ask for all of its permissions. ${network} said: ${words}.`,
    consent_refused: `${network} broke off before it asked you. ${network} said: ${words}.`,
  }
  return new ChannelFault({
    outcome: 'refused',
    category: 'connection',
    isRetryable: false,
    code,
    message: messages[code],
  })
}

/** `a,b`, `a b` or a list: the networks do not agree. */
export function scopesIn(given: string | readonly string[] | null | undefined): string[] | null {
  if (given === null || given === undefined) return null
  return (typeof given === 'string' ? given.split(/[\s,]+/) : [...given]).filter(Boolean)
}

export const afterSeconds = (now: Date, seconds: number | null | undefined): Date | null =>
  seconds === null || seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000)

export const missingFrom = (granted: readonly string[] | null, wanted: readonly string[]): string[] =>
  granted === null ? [] : wanted.filter((scope) => !granted.includes(scope))
