import { monotonicMs, systemClock } from '@/lib/clock'
import { AddressRefused, guardedAgent, parseWebhookUrl } from '@/lib/outbound/guard'
import { callOut, type OutboundAnswer, TransportFault } from '@/lib/outbound/request'
import type { Claimed, Target } from './claim'
import { bodyOf } from './envelope'
import { faultWords } from './fault-words'
import { deadlineMs } from './schedule'
import { signatureHeaders, signedHeaders } from './sign'

/** Of an answer so much is read and kept. */
export const keptBytes = 65_536

/** Without a limit to one origin: a thousand endpoints may live at one, and none waits for another's connection. */
const dispatcher = guardedAgent(null)

export type Attempt = {
  /** Of the monotonic clock. */
  startedMs: number
  durationMs: number
  isSuccess: boolean
  /** Without signatures. */
  requestHeaders: Record<string, string>
  /** Null when there was no whole answer; then `error` says why. */
  statusCode: number | null
  /** A sentence for people; null after a success. */
  error: string | null
  responseBody: string | null
  isResponseCut: boolean
}

/** Sends one delivery once. Whatever the receiver does is an attempt that came to something. */
export async function send(target: Target, claimed: Claimed): Promise<Attempt> {
  const body = bodyOf(claimed)
  const timestampSeconds = Math.floor(systemClock().getTime() / 1_000)
  const { event_id: eventId, event } = claimed
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Storycast-Webhooks/1.0',
    // What is kept of an answer is read by people.
    'accept-encoding': 'identity',
    ...signedHeaders({ eventId, event, body, timestampSeconds, secrets: target.secrets }),
  }
  const startedMs = monotonicMs()
  const outcome = await outcomeOf(target.url, headers, body)
  const requestHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !signatureHeaders.has(name)))
  const responseBody = outcome.responseBody && withoutSignatures(outcome.responseBody, headers)
  return { startedMs, durationMs: Math.round(monotonicMs() - startedMs), requestHeaders, ...outcome, responseBody }
}

/**
 * Receivers for trying things out, and error pages, repeat the headers of a request. JSON may escape the slashes: that form
 * goes first, as the plain one stands inside it when the only slash is the first sign.
 */
function withoutSignatures(text: string, headers: Record<string, string>): string {
  const signatures = [...signatureHeaders].flatMap((name) => headers[name]?.split(/ ?v1,/) ?? []).filter(Boolean)
  return signatures.reduce(
    (clean, signature) =>
      clean.replaceAll(signature.replaceAll('/', '\\/'), '[removed]').replaceAll(signature, '[removed]'),
    text,
  )
}

type Outcome = Pick<Attempt, 'isSuccess' | 'statusCode' | 'error' | 'responseBody' | 'isResponseCut'>

async function outcomeOf(address: string, headers: Record<string, string>, body: Buffer): Promise<Outcome> {
  try {
    const url = parseWebhookUrl(address)
    const call = { method: 'POST', url, headers, body, deadlineMs, dispatcher } as const
    return judge(await callOut({ ...call, maxBytes: keptBytes, cutAtMaxBytes: true }))
  } catch (fault) {
    if (!(fault instanceof TransportFault || fault instanceof AddressRefused)) throw fault
    const error = storable(faultWords(fault.code, fault.message))
    return { isSuccess: false, statusCode: null, error, responseBody: null, isResponseCut: false }
  }
}

/** RFC 9110, 15.4: the others of the 300s name no one place to go to. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Only a 2xx is a yes. An answer that is longer than what is read of it is one all the same. */
function judge({ status, bytes, isCut }: OutboundAnswer): Outcome {
  const isSuccess = status >= 200 && status <= 299
  const isRedirect = redirects.has(status)
  const words = isRedirect
    ? `The endpoint answered ${status}, a redirect, and redirects are not followed. Give the address where it leads.`
    : `The endpoint answered ${status}, and only a status from 200 to 299 counts as received.`
  return {
    isSuccess,
    statusCode: status,
    error: isSuccess ? null : words,
    responseBody: storable(bytes.toString('utf8')),
    isResponseCut: isCut,
  }
}

/** As Postgres takes it: no `text` may hold NUL, which becomes what decoding makes of all that is not UTF-8. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd')
