import { z } from 'zod'
import type { ErrorDetails, ErrorRow, ErrorTable, NetworkResponse } from '../error-table'

/**
 * Meta's error envelope. Code and subcode decide, not the HTTP status: Meta sends 400 for an expired token and
 * different statuses for one throttle. At status 500 or more, a row with `isAmbiguous: false` means that nothing was
 * created.
 */
const Envelope = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
    error_user_title: z.string().nullish(),
    error_user_msg: z.string().nullish(),
  }),
})

const UploadEnvelope = z.object({
  debug_info: z.object({ type: z.string(), retriable: z.boolean().default(false), message: z.string().default('') }),
})

export function readMetaError(response: NetworkResponse): ErrorDetails | null {
  const parsed = Envelope.safeParse(response.json)
  if (!parsed.success) return readUploadError(response)
  const { code, error_subcode: subcode, is_transient, message, error_user_msg } = parsed.data.error
  return {
    keys: [
      ...(subcode === undefined ? [] : [`${code}/${subcode}`, `*/${subcode}`]),
      String(code),
      ...(is_transient ? ['transient'] : []),
    ],
    code: subcode === undefined ? String(code) : `${code}/${subcode}`,
    text: error_user_msg || message,
  }
}

function readUploadError(response: NetworkResponse): ErrorDetails | null {
  const parsed = UploadEnvelope.safeParse(response.json)
  if (!parsed.success) return null
  const { type, retriable, message } = parsed.data.debug_info
  // The message is nested JSON, not meant for users.
  return {
    keys: [type, retriable ? 'retriable' : 'not_retriable'],
    code: type,
    text: message.startsWith('{') ? '' : message,
  }
}

const anyOf = (...subcodes: number[]): string[] => subcodes.map((subcode) => `*/${subcode}`)
/** Some values are a code in one response and a subcode in another. */
export const eitherOf = (...codes: number[]): string[] => codes.flatMap((code) => [String(code), `*/${code}`])
/** Max attempts for failed media fetches. */
const fetchTriesMax = 5

const reconnect = '{network} no longer accepts this connection. Reconnect the account.'
const checkUrl = 'Check that the media URL is publicly accessible, then retry.'

/** First match wins, so specific rows come first. */
export const metaRows: readonly ErrorRow[] = [
  // Messaging windows and recipients. Code 10 otherwise means a missing permission.
  {
    keys: [...anyOf(2534022, 2018278, 2534025, 2534014, 2534001, 1545041, 2018001), '551'],
    category: 'content',
    message: '{network} no longer allows messages to this person: {reason}',
  },
  {
    keys: ['10'],
    text: /not enough viewers/i,
    category: 'other',
    message: '{network} has no metrics for this post yet, because too few people saw it.',
  },
  // Decisions about content or account. Before the rate rows, because 4/2207051 is not a throttle.
  {
    keys: [...anyOf(2207051, 4279013, 1404102, 1346003, 1404112), '368'],
    category: 'review',
    isAmbiguous: false,
    message: '{network} blocks posts of this account: {reason} Check the account there before you retry.',
  },
  {
    keys: [...anyOf(2207042), '9'],
    category: 'rate',
    isAmbiguous: false,
    isRetryable: true,
    // A sliding 24-hour window without a header; rarely free within an hour.
    waitSeconds: 4_000,
    message:
      'The account reached {network}’s limit of posts in 24 hours. The post will be published later automatically.',
  },
  {
    keys: [...eitherOf(1390008), '4', '17', '32', '341', '613', '80001', '80002', '80006'],
    category: 'rate',
    isAmbiguous: false,
    isRetryable: true,
    waitSeconds: 300,
    message: '{network}’s rate limit is reached. The post will be published later automatically.',
  },
  // Media errors that may pass.
  {
    keys: [...anyOf(2207052, 2207076, 2207077), '9004'],
    category: 'render',
    isRetryable: true,
    waitSeconds: 30,
    triesMax: 1,
    message: `{network} could not fetch or process the media. ${checkUrl}`,
  },
  {
    keys: anyOf(2207003, 2207032, 2207053, 2207082),
    category: 'render',
    isRetryable: true,
    waitSeconds: 30,
    triesMax: fetchTriesMax,
    message: `{network} could not fetch or process the media. ${checkUrl}`,
  },
  {
    keys: anyOf(2207020),
    category: 'render',
    isRetryable: true,
    waitSeconds: 15,
    triesMax: fetchTriesMax,
    message: 'The prepared media expired at {network}. They will be prepared again automatically.',
  },
  {
    keys: [...anyOf(2207027), '9007'],
    category: 'render',
    isRetryable: true,
    waitSeconds: 15,
    message: '{network} is still processing the media. The post continues automatically.',
  },
  {
    keys: [...anyOf(2207004), '36000'],
    category: 'render',
    isAmbiguous: false,
    message: 'The image is too large for {network}. The limit is 8 MB.',
  },
  {
    keys: [...anyOf(2207005), '36001'],
    category: 'render',
    isAmbiguous: false,
    message: '{network} does not support this image format. Use a JPEG.',
  },
  {
    keys: [...anyOf(2207009), '36003'],
    category: 'render',
    isAmbiguous: false,
    message: '{network} does not support the image’s aspect ratio. Crop it to between 4:5 and 1.91:1.',
  },
  {
    keys: [...anyOf(2207026), '352'],
    category: 'render',
    isAmbiguous: false,
    // Meta sends this for images as well.
    message: '{network} does not support the media format. Use JPEG for images, and MP4 with H.264 and AAC for videos.',
  },
  {
    keys: [...anyOf(2207057), ...eitherOf(1366046, 2069019, 1349125)],
    category: 'render',
    isAmbiguous: false,
    message: '{network} rejected this file: {reason} Use another format or size.',
  },
  // Content that must change.
  {
    keys: eitherOf(506, 1366051),
    category: 'content',
    isAmbiguous: false,
    isDuplicate: true,
    message: '{network} reports that this post is already published. Check the account before you post it again.',
  },
  {
    keys: [...anyOf(2207010), '36004'],
    category: 'content',
    isAmbiguous: false,
    message: 'The caption is too long for {network}, or has too many hashtags. Shorten it.',
  },
  {
    keys: [...anyOf(2207023, 2207028, 2207035, 2207036, 2207037, 2207040, 2207081, 1609008, 2061006), '1609005'],
    category: 'content',
    isAmbiguous: false,
    message: '{network} refused the post: {reason} Change it and retry.',
  },
  // Connection and permissions.
  {
    keys: ['190/459'],
    category: 'connection',
    isAmbiguous: false,
    message: '{network} requires a confirmation from the connected user. Sign in there and confirm it, then retry.',
  },
  {
    keys: ['190/464'],
    category: 'connection',
    isAmbiguous: false,
    message: 'The connected user’s account is not confirmed at {network}. Confirm it there, then retry.',
  },
  {
    keys: ['190/492'],
    category: 'connection',
    isAmbiguous: false,
    message: 'The connected user no longer has the role that {network} requires. Restore the role, then retry.',
  },
  {
    keys: ['190', '102', '490', '104'],
    category: 'connection',
    isAmbiguous: false,
    isAuthDead: true,
    message: reconnect,
  },
  {
    keys: [...anyOf(2207050, 1404006, 1404078, 4854002), '25'],
    category: 'connection',
    isAmbiguous: false,
    message: '{network} requires a confirmation. Sign in there and complete it, then retry.',
  },
  {
    keys: ['1/2853006', '24/2207006', '1705', '3', '10'],
    category: 'connection',
    isAmbiguous: false,
    isForbidden: true,
    message: 'The connection lacks a permission that {network} requires. Reconnect and grant all permissions.',
  },
  {
    keyRange: [200, 299],
    category: 'connection',
    isAmbiguous: false,
    isForbidden: true,
    message: 'The connection lacks a permission that {network} requires. Reconnect and grant all permissions.',
  },
  // The container is gone; a new one is created.
  {
    keys: ['24/2207008', '24/4279009', '24'],
    category: 'other',
    isRetryable: true,
    waitSeconds: 30,
    triesMax: 5,
    message: '{network} no longer has the prepared post. It will be prepared again automatically.',
  },
  {
    keys: eitherOf(1363047, 1609010),
    category: 'other',
    isRetryable: true,
    isAmbiguous: true,
    message: '{network} is temporarily not available. It will be retried automatically.',
  },
  {
    keys: ['6000', ...eitherOf(...Array.from({ length: 28 }, (_, offset) => 1_363_019 + offset))],
    category: 'render',
    isRetryable: true,
    waitSeconds: 30,
    triesMax: 1,
    message: `{network} could not process the video: {reason} ${checkUrl}`,
  },
  // Uploads. Meta itself says whether a retry helps.
  {
    keys: ['OffsetInvalidError', 'PartialRequestError', 'retriable'],
    category: 'render',
    isRetryable: true,
    waitSeconds: 30,
    triesMax: fetchTriesMax,
    message: '{network} did not receive the whole video. It will be uploaded again automatically.',
  },
  {
    keys: ['ProcessingFailedError', 'not_retriable'],
    category: 'render',
    message: '{network} could not process the video. Encode it as MP4 with H.264 and AAC, then retry.',
  },
  {
    keys: anyOf(2207001),
    category: 'other',
    isRetryable: true,
    isAmbiguous: true,
    waitSeconds: 30,
    triesMax: 3,
    message: '{network} has an internal error. It will be retried automatically.',
  },
  {
    // `API unknown` and `service down` may occur after the work was done, with any status.
    keys: ['1', '2', '-1', '-2', 'transient'],
    category: 'other',
    isRetryable: true,
    isAmbiguous: true,
    message: '{network} has an internal error. It will be retried automatically.',
  },
  {
    keys: ['100'],
    category: 'content',
    isAmbiguous: false,
    message: '{network} refused the post: {reason} Change it and retry.',
  },
]

/** Minutes until the account may call again; in every response, 0 if all is well. */
const BusinessUsage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().default(0) })),
)
/** Percent of the app's calls used in a sliding hour. */
const AppUsage = z.record(z.string(), z.number())

const hourMs = 3_600_000

function regainAt(response: NetworkResponse, now: Date): Date | null {
  const uses = Object.values(usageIn(response, 'x-business-use-case-usage', BusinessUsage) ?? {}).flat()
  const minutes = Math.max(0, ...uses.map((use) => use.estimated_time_to_regain_access))
  if (minutes > 0) return new Date(now.getTime() + minutes * 60_000)
  // No reset time is given. In a sliding hour, the excess expires after the same share of an hour.
  const percent = Math.max(0, ...Object.values(usageIn(response, 'x-app-usage', AppUsage) ?? {}))
  return percent > 100 ? new Date(now.getTime() + Math.min(1, (percent - 100) / 100) * hourMs) : null
}

function usageIn<T>({ headers }: NetworkResponse, name: string, schema: z.ZodType<T>): T | null {
  const header = headers[name]
  if (header === undefined) return null
  try {
    return schema.parse(JSON.parse(header))
  } catch {
    return null
  }
}

/** Error table of a Meta network: its own rows, then the shared ones. */
export function metaErrorTable(network: string, ownRows: readonly ErrorRow[] = []): ErrorTable {
  return { network, read: readMetaError, rows: [...ownRows, ...metaRows], regainAt }
}
