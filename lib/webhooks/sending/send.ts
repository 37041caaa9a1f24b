import { monotonicMs, systemClock } from '@/lib/clock'
import { AddressRefused, guardedAgent } from '@/lib/outbound/guard'
import { signatureHeaders, signedHeaders } from '../signing/sign'
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

const constantHeaders = {
  'content-type': 'application/json',
  'user-agent': 'Storycast-Webhooks/1.0',
  // Stored bodies are shown in the UI, so request them uncompressed.
  'accept-encoding': 'identity',
}

/** Sends a delivery once. Never throws for what the receiver does. */
export async function send(target: Target, { event_id: eventId, event, body }: Claimed): Promise<Attempt> {
  const timestampSeconds = Math.floor(systemClock().getTime() / 1_000)
  const signed = signedHeaders({ eventId, event, body, timestampSeconds, secrets: target.secrets })
  const startedMs = monotonicMs()
  const outcome = await postTo(target.url, { ...constantHeaders, ...signed }, body)
  const durationMs = Math.round(monotonicMs() - startedMs)
  const requestHeaders: Record<string, string> = { ...constantHeaders }
  for (const name in signed) if (!signatureHeaders.has(name)) requestHeaders[name] = signed[name] as string
  const responseBody = outcome.responseBody && withoutSignatures(outcome.responseBody, signed)
  return { startedMs, durationMs, requestHeaders, ...outcome, responseBody }
}

/** Removes signatures that a receiver repeats. JSON may escape their slashes; the escaped form is replaced first. */
function withoutSignatures(text: string, headers: Record<string, string>): string {
  const signatures = [...signatureHeaders].flatMap((name) => headers[name]?.split(/ ?v1,/) ?? []).filter(Boolean)
  return signatures.reduce(
    (clean, signature) =>
      clean.replaceAll(signature.replaceAll('/', '\\/'), '[removed]').replaceAll(signature, '[removed]'),
    text,
  )
}

type Outcome = Pick<Attempt, 'isSuccess' | 'statusCode' | 'error' | 'responseBody' | 'isResponseCut'>

async function postTo(url: Target['url'], headers: Record<string, string>, body: Buffer): Promise<Outcome> {
  try {
    if (url instanceof AddressRefused) throw url
    const limits = { timeoutMs: attemptTimeoutMs, maxBytes: maxResponseBytes }
    return outcomeOf(await post({ dispatcher, url, headers, body, ...limits }))
  } catch (error) {
    if (!(error instanceof PostFailed || error instanceof AddressRefused)) throw error
    const message = storable(errorMessage(error.code, error.message))
    return { isSuccess: false, statusCode: null, error: message, responseBody: null, isResponseCut: false }
  }
}

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
