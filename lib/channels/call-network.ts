import type { z } from 'zod'
import { systemClock } from '../clock'
import { keptAnswer, redact, redactJson } from '../outbound/redact'
import { callOut, type OutboundBody, parseJson, TransportFault } from '../outbound/request'
import type { Account, CallOptions, Json } from './channel'
import { ChannelFault } from './fault'
import {
  doubtSentence,
  type FaultTable,
  faultOfAnswer,
  faultOfUnreadable,
  type NetworkAnswer,
  outcomeOf,
} from './fault-table'
import type { ChannelId } from './ids'
import { assertMayCall } from './settings'

export type NetworkCall = {
  channel: ChannelId
  faults: FaultTable
  account: Account
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  /** The headers that prove who calls, made anew for each call where they carry the time. */
  sign?(now: Date): Record<string, string>
  /** Sent as JSON. */
  json?: Json
  /** Sent as it is. */
  body?: OutboundBody
  call: CallOptions
  /**
   * Is this the call inside `sendOnce`? Then an unclear end leaves the post in doubt. Of every other call an unclear
   * end only means that it has to be made again.
   */
  makesPublic?: boolean
  deadlineMs?: number
  /** OAuth 1.0a answers with a form where everything else is JSON. */
  readsForm?: boolean
  /** For addresses that the account's owner named. */
  dispatcher?: NonNullable<Parameters<typeof callOut>[0]['dispatcher']>
}

export type Read<T> = { data: T; status: number; headers: Record<string, string> }

const maxAnswerBytes = 4_194_304

/** One call of a network: success is an answer that fits the schema, and everything else a `ChannelFault`. */
export async function callNetwork<T>(call: NetworkCall, schema: z.ZodType<T>): Promise<Read<T>> {
  assertMayCall(call.channel, call.url)
  const answer = await exchangeSigned(call)
  const isSuccess = answer.status >= 200 && answer.status <= 299
  const parsed = isSuccess ? schema.safeParse(answer.json) : null
  if (parsed?.success) return { data: parsed.data, status: answer.status, headers: answer.headers }
  const context = { makesPublic: call.makesPublic ?? false, now: systemClock() }
  const clean = { ...answer, json: redactJson(answer.json, secretsOf(call.account)) }
  // Some gateways say 200 around the network's own refusal.
  if (!isSuccess || call.faults.read(clean)) throw faultOfAnswer(call.faults, clean, context)
  throw faultOfUnreadable(call.faults, clean, context)
}

/** Every string that must not be seen: what the account holds, one by one. */
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
 * A signature carries the time, and a machine whose clock is wrong can't sign anything that holds. The refusal carries
 * the network's own time, so it is signed once more with that; having been refused, the call was not carried out.
 */
async function exchangeSigned(call: NetworkCall): Promise<NetworkAnswer> {
  const now = systemClock()
  if (!call.sign) return exchange(call, {})
  const answer = await exchange(call, call.sign(now))
  const theirs = answer.status === 401 ? Date.parse(answer.headers.date ?? '') : Number.NaN
  const isSkewed = Math.abs(theirs - now.getTime()) > skewWorthSigningAgainMs
  return isSkewed && call.faults.read(answer) ? exchange(call, call.sign(new Date(theirs))) : answer
}

async function exchange(call: NetworkCall, signature: Record<string, string>): Promise<NetworkAnswer> {
  const secrets = secretsOf(call.account)
  try {
    const answer = await callOut({
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
      maxBytes: maxAnswerBytes,
      ...(call.deadlineMs === undefined ? {} : { deadlineMs: call.deadlineMs }),
      ...(call.dispatcher ? { dispatcher: call.dispatcher } : {}),
    })
    const theirs = Date.parse(answer.headers.date ?? '')
    if (!Number.isNaN(theirs)) call.call.hear?.(new Date(theirs))
    return {
      status: answer.status,
      headers: answer.headers,
      json: parseJson(answer.bytes) ?? (call.readsForm ? parseForm(answer.bytes) : undefined),
      text: keptAnswer(answer.bytes.toString('utf8', 0, 16_384), secrets),
    }
  } catch (error) {
    if (error instanceof TransportFault) throw faultOfTransport(error, call, secrets)
    throw error
  }
}

const parseForm = (bytes: Buffer): unknown => Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))

function bodyOf(call: NetworkCall): { body?: OutboundBody } {
  if (call.json !== undefined) return { body: JSON.stringify(call.json) }
  return call.body === undefined ? {} : { body: call.body }
}

/** What became of a call whose request was written, in words for people. The code stands beside it in the attempt. */
const waysToEnd: Record<string, string> = {
  timeout: 'gave no complete answer in time.',
  cancelled: 'had not answered yet when the worker was stopped.',
  answer_too_large: 'gave an answer too long to be read.',
}
const waysNotToReach: Record<string, string> = {
  timeout: 'could not be reached in time.',
  cancelled: 'was not called any more, because the worker was stopped.',
}

function faultOfTransport(fault: TransportFault, call: NetworkCall, secrets: readonly string[]): ChannelFault {
  const isRefusedAddress = fault.code === 'address_refused'
  const makesPublic = call.makesPublic ?? false
  const { network } = call.faults
  const unclear = makesPublic ? doubtSentence : 'It is tried again by itself.'
  return new ChannelFault({
    outcome: fault.wasWritten ? outcomeOf(true, makesPublic) : 'not_sent',
    category: isRefusedAddress ? 'connection' : 'other',
    isRetryable: !isRefusedAddress,
    code: fault.code,
    message: isRefusedAddress
      ? redact(fault.message, secrets)
      : fault.wasWritten
        ? `${network} ${waysToEnd[fault.code] ?? `broke off before its answer was complete (${fault.code}).`} ${unclear}`
        : `${network} ${waysNotToReach[fault.code] ?? `could not be reached (${fault.code}).`} Nothing was sent; it is tried again by itself.`,
    cause: new Error(`${fault.code}: ${redact(fault.message, secrets)}`),
  })
}
