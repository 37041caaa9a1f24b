import type { z } from 'zod'
import type { ChannelId } from '@/lib/channel-ids'
import type { Json } from '@/lib/json'
import { systemClock } from '../clock'
import { redact, redactedExcerpt, redactJson } from '../outbound/redact'
import { callOut, type OutboundBody, parseJson, TransportError } from '../outbound/request'
import type { Account, CallOptions } from './channel'
import { ChannelError } from './channel-error'
import {
  doubtSentence,
  type ErrorTable,
  errorFromResponse,
  type NetworkResponse,
  outcomeOf,
  unreadableResponseError,
} from './error-table'
import { assertMayCall } from './settings'

export type NetworkCall = {
  channel: ChannelId
  errorTable: ErrorTable
  account: Account
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  /** Authentication headers, created for each call because they may contain the time. */
  sign?(now: Date): Record<string, string>
  /** Sent as JSON. */
  json?: Json
  /** Sent unchanged. */
  body?: OutboundBody
  call: CallOptions
  /**
   * True for the call inside `sendOnce`: an unclear result then leaves the post in doubt. Other calls are repeated
   * after an unclear result.
   */
  makesPublic?: boolean
  deadlineMs?: number
  /** OAuth 1.0a responds with a form instead of JSON. */
  readsForm?: boolean
  /** For URLs given by users. */
  dispatcher?: NonNullable<Parameters<typeof callOut>[0]['dispatcher']>
}

export type Read<T> = { data: T; status: number; headers: Record<string, string> }

const maxResponseBytes = 4_194_304

/**
 * Calls a network. Returns the parsed response.
 *
 * @throws ChannelError for everything that does not match the schema
 */
export async function callNetwork<T>(call: NetworkCall, schema: z.ZodType<T>): Promise<Read<T>> {
  assertMayCall(call.channel, call.url)
  const response = await exchangeSigned(call)
  const isSuccess = response.status >= 200 && response.status <= 299
  const parsed = isSuccess ? schema.safeParse(response.json) : null
  if (parsed?.success) return { data: parsed.data, status: response.status, headers: response.headers }
  const context = { makesPublic: call.makesPublic ?? false, now: systemClock() }
  const clean = { ...response, json: redactJson(response.json, secretsOf(call.account)) }
  // Some gateways wrap the network's error in a 200.
  if (!isSuccess || call.errorTable.read(clean)) throw errorFromResponse(call.errorTable, clean, context)
  throw unreadableResponseError(call.errorTable, clean, context)
}

/** Secrets of the account, to redact. */
export function secretsOf(account: Account): string[] {
  const { credentials } = account
  switch (credentials.kind) {
    case 'bearer':
      return [credentials.accessToken, credentials.refreshToken ?? '']
    case 'oauth1':
      return [credentials.apiKey, credentials.apiSecret, credentials.accessToken, credentials.accessTokenSecret]
    case 'ghost':
      return [credentials.adminApiKey, ...credentials.adminApiKey.split(':')]
  }
}

const skewWorthSigningAgainMs = 30_000

/**
 * Signatures contain the time, so they fail if the clock is wrong. The refusal carries the network's time, so the
 * call is signed again with that. A refused call was not carried out.
 */
async function exchangeSigned(call: NetworkCall): Promise<NetworkResponse> {
  const now = systemClock()
  if (!call.sign) return exchange(call, {})
  const response = await exchange(call, call.sign(now))
  const serverTime = response.status === 401 ? Date.parse(response.headers.date ?? '') : Number.NaN
  const isSkewed = Math.abs(serverTime - now.getTime()) > skewWorthSigningAgainMs
  return isSkewed && call.errorTable.read(response) ? exchange(call, call.sign(new Date(serverTime))) : response
}

async function exchange(call: NetworkCall, signature: Record<string, string>): Promise<NetworkResponse> {
  const secrets = secretsOf(call.account)
  try {
    const response = await callOut({
      method: call.method,
      url: call.url,
      headers: {
        accept: 'application/json',
        'user-agent': 'Storycast',
        ...(call.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
        ...signature,
      },
      ...bodyOf(call),
      signal: call.call.signal,
      maxBytes: maxResponseBytes,
      ...(call.deadlineMs === undefined ? {} : { deadlineMs: call.deadlineMs }),
      ...(call.dispatcher ? { dispatcher: call.dispatcher } : {}),
    })
    const serverTime = Date.parse(response.headers.date ?? '')
    if (!Number.isNaN(serverTime)) call.call.onServerTime?.(new Date(serverTime))
    return {
      status: response.status,
      headers: response.headers,
      json: parseJson(response.bytes) ?? (call.readsForm ? parseForm(response.bytes) : undefined),
      // Only read after a failure.
      get text() {
        return redactedExcerpt(response.bytes.toString('utf8', 0, 16_384), secrets)
      },
    }
  } catch (error) {
    if (error instanceof TransportError) throw transportError(error, call, secrets)
    throw error
  }
}

const parseForm = (bytes: Buffer): unknown => Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))

function bodyOf(call: NetworkCall): { body?: OutboundBody } {
  if (call.json !== undefined) return { body: JSON.stringify(call.json) }
  return call.body === undefined ? {} : { body: call.body }
}

/** Messages for calls without a response. The attempt stores the code. */
const noResponseText: Record<string, string> = {
  timeout: 'did not respond completely in time.',
  cancelled: 'had not responded when the worker was stopped.',
  answer_too_large: 'sent a response that is too long.',
}
const unreachableText: Record<string, string> = {
  timeout: 'could not be reached in time.',
  cancelled: 'was not called, because the worker was stopped.',
}

function transportError(failure: TransportError, call: NetworkCall, secrets: readonly string[]): ChannelError {
  const isRefusedAddress = failure.code === 'address_refused'
  const makesPublic = call.makesPublic ?? false
  const { network } = call.errorTable
  const unclear = makesPublic ? doubtSentence : 'It will be retried automatically.'
  return new ChannelError({
    outcome: failure.wasWritten ? outcomeOf(true, makesPublic) : 'not_sent',
    category: isRefusedAddress ? 'connection' : 'other',
    isRetryable: !isRefusedAddress,
    code: failure.code,
    message: isRefusedAddress
      ? redact(failure.message, secrets)
      : failure.wasWritten
        ? `${network} ${noResponseText[failure.code] ?? `closed the connection before its response was complete (${failure.code}).`} ${unclear}`
        : `${network} ${unreachableText[failure.code] ?? `could not be reached (${failure.code}).`} Nothing was sent; it will be retried automatically.`,
    cause: new Error(`${failure.code}: ${redact(failure.message, secrets)}`),
  })
}
