import { z } from 'zod'
import { type Answer, type Call, jsonAnswer, Refusal, validate } from '../../http/call'
import type { PresetName } from '../../state/fault-injection'

export const limits = {
  titleMax: 100,
  descriptionMax: 800,
  altTextMax: 500,
  linkMax: 2_048,
  images: { min: 2, max: 5 },
  imageBytesMax: 20 * 1024 * 1024,
  imageFormats: ['jpeg', 'png'],
  boardNameMax: 180,
  video: {
    bytesMax: 2_000_000_000,
    formats: ['mp4', 'mov'],
    seconds: { min: 4, max: 15 * 60 },
    ratio: { min: 0.5, max: 1.91 },
    /** How long the store accepts an upload after its registration. */
    uploadMs: 60 * 60 * 1_000,
  },
}

/** Requests per minute, user and app. */
export const ratesPerMinute = { org_read: 1_000, org_write: 100 }
export const minuteMs = 60_000
/** Requests per day of an app with trial access. */
export const trialPerDay = { org_read: 1_000, org_write: 300 }

/** The cover of a video is an image by URL. */
const VideoSource = z.strictObject({
  source_type: z.literal('video_id'),
  media_id: z.string().regex(/^\d+$/),
  cover_image_url: z.string().min(1).nullish(),
})
export type VideoSource = z.infer<typeof VideoSource>

export const MediaSource = z.discriminatedUnion('source_type', [
  z.strictObject({ source_type: z.literal('image_url'), url: z.string().min(1) }),
  z.strictObject({
    source_type: z.literal('multiple_image_urls'),
    items: z
      .array(z.strictObject({ url: z.string().min(1) }))
      .min(limits.images.min)
      .max(limits.images.max),
  }),
  VideoSource,
])
export type MediaSource = z.infer<typeof MediaSource>

const digits = z.string().regex(/^\d+$/)

export const NewPin = z.strictObject({
  board_id: digits,
  board_section_id: digits.nullish(),
  title: z.string().max(limits.titleMax).nullish(),
  description: z.string().max(limits.descriptionMax).nullish(),
  link: z
    .url({ protocol: /^https?$/ })
    .max(limits.linkMax)
    .nullish(),
  alt_text: z.string().max(limits.altTextMax).nullish(),
  media_source: MediaSource,
})
export type NewPin = z.infer<typeof NewPin>

export const NewBoard = z.strictObject({
  name: z.string().min(1).max(limits.boardNameMax),
  description: z.string().nullish(),
  privacy: z.enum(['PUBLIC', 'PROTECTED', 'SECRET']).optional(),
})

export const NewSection = z.strictObject({ name: z.string().min(1).max(limits.boardNameMax) })

export const NewMedia = z.strictObject({ media_type: z.literal('video') })

export const errorAnswer = (
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Answer => jsonAnswer(status, { code, message }, { 'content-type': 'application/json', ...headers })

export const refuse = (status: number, code: number, message: string): Refusal =>
  new Refusal(errorAnswer(status, code, message))

const table = {
  authenticationFailed: [401, 2, 'Authentication failed.'],
  notPermitted: [403, 29, 'You are not permitted to access that resource.'],
  boardNotFound: [404, 40, 'Board not found.'],
  sectionNotFound: [404, 2031, 'Board section not found.'],
  pinNotFound: [404, 50, 'Pin not found.'],
  mediaNotFound: [404, 2902, 'Media not found.'],
  unreachable: [400, 235, 'Unable to reach the URL. Please check the URL and try again.'],
  formatRefused: [400, 236, 'The format of the image is not supported'],
  imageTooLarge: [400, 237, 'The image is too large'],
  rateLimited: [429, 29, 'Rate limit exceeded.'],
} satisfies Record<string, [status: number, code: number, message: string]>

export const refusal = (name: keyof typeof table): Refusal => refuse(...table[name])

export const badRequest = (message: string): Refusal => refuse(400, 1, message)

export const notFound = (): Answer => errorAnswer(404, 0, 'The resource requested could not be found.')

export const rateLimited = (headers: Record<string, string> = {}): Answer => errorAnswer(...table.rateLimited, headers)

export const presets: Record<PresetName, () => Answer> = {
  permission: () => errorAnswer(...table.notPermitted),
  content: () => badRequest('Invalid request: title is too long, constraint: maxLength').answer,
  review: () => errorAnswer(403, 403, 'This link has been blocked because it may lead to spam.'),
  media: () => errorAnswer(...table.unreachable),
  duplicate: () => errorAnswer(409, 409, 'This pin was saved already.'),
  server_error: () => errorAnswer(500, 0, 'Sorry! Something went wrong on our end.'),
}

/** Errors in the wording of Pinterest's JSON Schema validator, which clients match. */
export function bodyOf<T>(call: Call, schema: z.ZodType<T>): T {
  if (call.contentType !== 'application/json') throw refuse(415, 1, 'Content-Type must be application/json')
  return validate(schema, call.json(), ({ kind, field, message }) => {
    if (kind === 'missing') return invalid(`'${field}' is a required property`)
    if (kind === 'unknown') return invalid(`Additional properties are not allowed ('${field}' was unexpected)`)
    const isItems = field.endsWith('items')
    if (kind === 'too_long') return invalid(`${field} is too long, constraint: ${isItems ? 'maxItems=5' : 'maxLength'}`)
    if (kind === 'too_short')
      return invalid(`${field} is too short, constraint: ${isItems ? 'minItems=2' : 'minLength'}`)
    return invalid(/_id$/.test(field) ? `${field} does not match '^\\d+$'` : `${field}: ${message}`)
  })
}

export const invalid = (message: string) => badRequest(`Invalid request: ${message}`)

export function requireQuery(call: Call, known: readonly string[] = []): void {
  const unknown = call.unknownParameter(known)
  if (unknown !== undefined) throw invalid(`query parameter '${unknown}' is not known`)
}

/** One page. The bookmark is the id of the last item, or null at the end. */
export function page<T extends { id: string }>(call: Call, items: Iterable<T>, show: (item: T) => unknown): unknown {
  const size = Number(call.query.get('page_size') ?? 25)
  if (!Number.isInteger(size) || size < 1 || size > 250) throw invalid('page_size must be between 1 and 250')
  const bookmark = call.query.get('bookmark')
  const last = bookmark ? Buffer.from(bookmark, 'base64url').toString() : null
  let isOpen = last === null
  const shown: T[] = []
  for (const item of items) {
    if (isOpen) shown.push(item)
    else isOpen = item.id === last
    if (shown.length > size) break
  }
  if (!isOpen) throw invalid('bookmark is not valid')
  const end = shown.length > size ? shown[size - 1] : undefined
  const next = end ? Buffer.from(end.id).toString('base64url') : null
  return { items: shown.slice(0, size).map(show), bookmark: next }
}
