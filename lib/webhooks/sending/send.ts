import { monotonicMs, systemClock } from '@/lib/clock'
import { AddressRefused, guardedAgent } from '@/lib/outbound/guard'
import { signatureHeaders } from '../signing/sign'
import type { Claimed } from './claim'
import { errorMessage } from './error-messages'
import { PostFailed, type PostResponse, post } from './post'
import { attemptTimeoutMs } from './retry-schedule'
import type { Target } from './target'

/** Max response bytes we store. */
const maxResponseBytes = 65_536

/** No connection limit per origin: 1,000 endpoints at one origin do not wait for each other. */
const dispatcher = guardedAgent(null)

export type Attempt = {
  /** On the monotonic clock. */
  startedMs: number
  durationMs: number
  isSuccess: boolean
  /** Without signatures. */
  requestHeaders: Record<string, string>
  /** Null when there was no complete response; see `error`. */
  statusCode: number | null
  /** A sentence for users; null after a success. */
  error: string | null
  responseBody: string | null
  isResponseCut: boolean
}

/** One literal: joining objects with such names costs more than signing. */
const headersOf = ({ event_id: eventId, event }: Claimed, timestamp: string) => ({
  'content-type': 'application/json',
  'user-agent': 'Storycast-Webhooks/1.0',
  // Stored bodies are shown in the UI, so request them uncompressed.
  'accept-encoding': 'identity',
  'x-svc-event': event,
  'x-svc-event-id': eventId,
  'x-svc-timestamp': timestamp,
  'webhook-id': eventId,
  'webhook-timestamp': timestamp,
})

/** Sends a delivery once. Never throws for what the receiver does. */
export async function send({ url, secrets }: Target, claimed: Claimed): Promise<Attempt> {
  const { event_id: eventId, body } = claimed
  const timestamp = String(Math.floor(systemClock().getTime() / 1_000))
  const requestHeaders = headersOf(claimed, timestamp)
  const signatures = signatureHeaders({ eventId, body, timestamp, secrets })
  const startedMs = monotonicMs()
  let outcome: Outcome
  try {
    if (url instanceof AddressRefused) throw url
    const headers = namesAndValues(requestHeaders, signatures)
    outcome = outcomeOf(await post({ dispatcher, url, headers, body, ...limits }))
  } catch (error) {
    if (!(error instanceof PostFailed || error instanceof AddressRefused)) throw error
    const message = storable(errorMessage(error.code, error.message))
    outcome = { isSuccess: false, statusCode: null, error: message, responseBody: null, isResponseCut: false }
  }
  return {
    startedMs,
    durationMs: Math.round(monotonicMs() - startedMs),
    isSuccess: outcome.isSuccess,
    requestHeaders,
    statusCode: outcome.statusCode,
    error: outcome.error,
    responseBody: outcome.responseBody && withoutSignatures(outcome.responseBody, signatures),
    isResponseCut: outcome.isResponseCut,
  }
}

const limits = { timeoutMs: attemptTimeoutMs, maxBytes: maxResponseBytes }

function namesAndValues(...records: Record<string, string>[]): string[] {
  const list: string[] = []
  for (const record of records) for (const name in record) list.push(name, record[name] as string)
  return list
}

/** Removes signatures that a receiver repeats. JSON may escape their slashes; the escaped form is replaced first. */
function withoutSignatures(text: string, headers: Record<string, string>): string {
  const signatures = Object.values(headers).flatMap((value) => value.split(/ ?v1,/).filter(Boolean))
  return signatures.reduce(
    (clean, signature) =>
      clean.replaceAll(signature.replaceAll('/', '\\/'), '[removed]').replaceAll(signature, '[removed]'),
    text,
  )
}

type Outcome = Pick<Attempt, 'isSuccess' | 'statusCode' | 'error' | 'responseBody' | 'isResponseCut'>

/** RFC 9110, section 15.4. Other 3xx statuses have no single target. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

function outcomeOf({ status, bytes, isCut }: PostResponse): Outcome {
  const isSuccess = status >= 200 && status <= 299
  const message = redirects.has(status)
    ? `The endpoint responded with a redirect (${status}). Redirects are not followed. Use the target URL.`
    : `The endpoint responded with ${status}. Respond with a status from 200 to 299.`
  return {
    isSuccess,
    statusCode: status,
    error: isSuccess ? null : message,
    responseBody: storable(bytes.toString('utf8')),
    isResponseCut: isCut,
  }
}

/** Postgres cannot store NUL in `text`. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd')
