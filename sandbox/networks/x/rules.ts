import { createRequire } from 'node:module'
import { z } from 'zod'
import { type Answer, type Call, jsonAnswer, Refusal, validate } from '../../http/call'
import type { Part } from '../../http/form'
import type { PresetName } from '../../state/fault-injection'

type Problem = { status: number; title: string; detail: string; type?: string }

const typePrefix = 'https://api.x.com/2/problems/'

export function problem({ status, title, detail, type }: Problem, more: Record<string, unknown> = {}): Answer {
  const body = { ...more, title, detail, type: type ? `${typePrefix}${type}` : 'about:blank', status }
  return jsonAnswer(status, body, { 'content-type': 'application/problem+json' })
}

const plain = (status: number, title: string): Answer => problem({ status, title, detail: title })

export const unauthorized = (): Refusal => new Refusal(plain(401, 'Unauthorized'))

export const forbidden = (detail: string, more?: Record<string, unknown>): Refusal =>
  new Refusal(problem({ status: 403, title: 'Forbidden', detail }, more))

export function invalidRequest(field: string, message: string): Refusal {
  const errors = [{ parameters: field ? { [field]: [] } : {}, message }]
  const detail = 'One or more parameters to your request was invalid.'
  return new Refusal(problem({ status: 400, title: 'Invalid Request', detail, type: 'invalid-request' }, { errors }))
}

export const notFound = (): Answer => plain(404, 'Not Found')

const unsupportedMediaType = (): Refusal => new Refusal(plain(415, 'Unsupported Media Type'))

export const tooLarge = (): Refusal =>
  new Refusal(problem({ status: 413, title: 'Payload Too Large', detail: 'The media chunk is too large.' }))

export function rateLimited(headers: Record<string, string> = {}): Answer {
  const answer = plain(429, 'Too Many Requests')
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

/** For each missing id, in a response with status 200. */
export const missingPost = (id: string, parameter = 'id') => ({
  value: id,
  resource_id: id,
  parameter,
  resource_type: 'tweet',
  title: 'Not Found Error',
  detail: `Could not find tweet with ${parameter}: [${id}].`,
  type: `${typePrefix}resource-not-found`,
})

export const duplicate = (): Refusal => forbidden('You are not allowed to create a Tweet with duplicate content.')

export const replyRefused = (): Refusal =>
  forbidden('Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged.', {
    errors: [{ code: 433, message: 'The original Tweet author restricted who can reply to this Tweet.' }],
  })

export const invalidIds = 'Your media IDs are invalid.'

export const presets: Record<PresetName, () => Answer> = {
  permission: () =>
    problem({
      status: 403,
      title: 'Client Forbidden',
      detail: 'This app is not allowed to do this on behalf of the user.',
      type: 'client-forbidden',
    }),
  content: () => forbidden('You are not permitted to perform this action.').answer,
  review: () =>
    problem({ status: 403, title: 'Forbidden', detail: 'The user has been suspended.', type: 'user-suspended' }),
  media: () => invalidRequest('media.media_ids', invalidIds).answer,
  duplicate: () => duplicate().answer,
  server_error: () => plain(503, 'Service Unavailable'),
}

export function jsonOf<T>(call: Call, schema: z.ZodType<T>): T {
  if (call.contentType !== 'application/json') throw unsupportedMediaType()
  return validate(schema, call.json(), ({ kind, field, message }) =>
    invalidRequest(
      field,
      kind === 'unknown'
        ? `$: property ${field} is not defined in the schema and the schema does not allow additional properties`
        : `$.${field}: ${message}`,
    ),
  )
}

export function requireNoQuery(call: Call): void {
  const unknown = call.unknownParameter([])
  if (unknown !== undefined) throw invalidRequest(unknown, `The query parameter [${unknown}] is not one of []`)
}

/** The part `media` of a multipart form that has only the given fields. */
export function mediaPart(call: Call, fields: readonly string[]): Part {
  if (call.contentType !== 'multipart/form-data') throw unsupportedMediaType()
  const unknown = call.parts.find(({ name }) => !fields.includes(name))
  if (unknown) throw invalidRequest(unknown.name, `The field ${unknown.name} is not known.`)
  const media = call.part('media')
  if (!media || media.size === 0) throw invalidRequest('media', 'The field media is required.')
  return media
}

// twitter-text is CommonJS, and Node and bundlers import it differently.
const twitterText: typeof import('twitter-text') = createRequire(import.meta.url)('twitter-text')

const megabyte = 1024 * 1024

export const limits = {
  weightMax: 280,
  photosMax: 4,
  imageBytesMax: 5 * megabyte,
  gifBytesMax: 15 * megabyte,
  gif: { width: 1280, height: 1080 },
  video: {
    bytesMax: 512 * megabyte,
    seconds: { min: 0.5, max: 140 },
    longerMax: 1280,
    shorterMax: 1024,
    shorterMin: 32,
    ratioMax: 3,
    framesPerSecondMax: 60,
  },
  postsPerDay: 10_000,
  altTextMax: 1_000,
  mediaLifeSeconds: 86_400,
  timestampToleranceMs: 5 * 60_000,
  duplicateWindowMs: 86_400_000,
}

export const windowMs = 15 * 60_000

/** Requests per user and 15 minutes, by operation. */
export const ratesPerWindow: Record<string, number> = {
  publish: 100,
  upload: 500,
  initialize: 1_875,
  append: 1_875,
  finalize: 1_875,
  status: 1_000,
  alt_text: 500,
  identity: 75,
  list: 900,
}

const snowflake = z.string().regex(/^\d{1,19}$/)

export const NewPost = z.strictObject({
  text: z.string().optional(),
  media: z
    .strictObject({
      media_ids: z.array(snowflake).min(1).max(limits.photosMax),
    })
    .optional(),
  reply: z.strictObject({ in_reply_to_tweet_id: snowflake }).optional(),
})
export type NewPost = z.infer<typeof NewPost>

export const MediaMetadata = z.strictObject({
  id: snowflake,
  metadata: z.strictObject({ alt_text: z.strictObject({ text: z.string().max(limits.altTextMax) }) }),
})

export const InitializeUpload = z.strictObject({
  media_type: z.string(),
  media_category: z.enum(['tweet_gif', 'tweet_video']),
  total_bytes: z.int().min(1),
})

/** The prefix of a media key, and the `type` of the media object. */
export const mediaCategories = {
  tweet_image: { prefix: '3', type: 'photo' },
  tweet_gif: { prefix: '16', type: 'animated_gif' },
  tweet_video: { prefix: '13', type: 'video' },
}
export type MediaCategory = keyof typeof mediaCategories

/** X's own count: links are 23, emoji and CJK characters 2. */
export const weightOf = (text: string): number => twitterText.parseTweet(text).weightedLength

export const urlsIn = (text: string): { url: string; indices: [number, number] }[] =>
  twitterText.extractUrlsWithIndices(text)

export const cashtagsIn = (text: string): string[] => twitterText.extractCashtags(text)
