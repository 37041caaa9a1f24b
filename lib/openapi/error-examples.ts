import type { ErrorCode } from '@/lib/errors'
import type { Json } from '@/lib/json'

type Example = { code: ErrorCode; message: string; [member: string]: Json }

const examples: Example[] = [
  { code: 'unauthorized', message: 'The token is not valid: it may be mistyped, revoked or expired.' },
  { code: 'insufficient_scope', message: 'This needs the scope stories:write, which the token does not have.' },
  {
    code: 'validation_error',
    message: "caption: The text has 290 characters (X's count). The limit is 280. Remove 10. (and 1 more)",
    issues: [
      {
        path: 'caption',
        code: 'channel_limit',
        message: "The text has 290 characters (X's count). The limit is 280. Remove 10.",
        channel: 'x',
      },
      {
        path: 'media_urls',
        code: 'media_required',
        message: 'Instagram needs an image or a video. Add one, or remove Instagram.',
        channel: 'instagram',
      },
    ],
  },
  {
    code: 'missing_connection',
    message: 'Connect pinterest, or leave it out of channels.',
    preflight: {
      ok: false,
      available: ['instagram'],
      missing: ['pinterest'],
      expired: [],
      reasons: { instagram: 'ok', pinterest: 'missing_connection' },
    },
  },
  {
    code: 'voice_violation',
    message: 'The caption breaks the brand voice of this project.',
    lint: {
      ok: false,
      rules_present: true,
      violations: [{ type: 'word', value: 'Cheap', position: 12, channel: 'default' }],
    },
  },
  { code: 'not_found', message: 'No such story.' },
  { code: 'method_not_allowed', message: 'Method PUT not allowed. Allowed: GET, POST.' },
  { code: 'conflict', message: 'This story is published, so it cannot be scheduled.' },
  {
    code: 'idempotency_conflict',
    message: 'This Idempotency-Key was used for a different request. Use a new key.',
  },
  {
    code: 'request_in_progress',
    message: 'The first request with this Idempotency-Key is still running. Try again.',
  },
  { code: 'unsupported_version', message: 'This server speaks tus 1.0.0. Send Tus-Resumable: 1.0.0.' },
  { code: 'gone', message: 'This upload has expired. Request a new upload URL.' },
  { code: 'payload_too_large', message: 'The body is larger than 1,048,576 bytes. Send less per request.' },
  { code: 'unsupported_media_type', message: 'Send the body as JSON, with content-type: application/json.' },
  { code: 'rate_limited', message: 'More than 600 requests per minute. Try again in 23 s.' },
  { code: 'provider_error', message: 'Pinterest returned an error. Try again later.' },
  { code: 'ai_unavailable', message: 'No model is configured. Set OPENAI_API_KEY.' },
  {
    code: 'unavailable',
    message: 'The database is unavailable. Try again; with an Idempotency-Key this is safe.',
  },
  { code: 'internal_error', message: 'Something went wrong. Contact support with the request id.' },
]

const byCode = new Map(examples.map((example) => [example.code, example]))

/** An example body of an error. */
export function errorExample(code: ErrorCode): { error: Example } {
  return { error: byCode.get(code) ?? { code, message: 'The request failed.' } }
}
