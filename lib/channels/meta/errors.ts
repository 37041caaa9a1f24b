import { z } from 'zod'
import type { AnswerFacts, FaultRow, FaultTable, NetworkAnswer } from '../fault-table'

/**
 * The error envelope of Meta's three hosts. Code and subcode decide; the HTTP status does not, because Meta sends 400
 * for an expired token and different statuses for one throttle. At a status of 500 or more a row with
 * `isAmbiguous: false` still says that nothing was made: what it speaks of is looked at before anything is.
 *
 * Keys of a row: `code/subcode`, `*` + `/subcode` for a subcode under any code, `code` alone, `transient`. Uploads have
 * an envelope of their own, whose keys are its type and `retriable` or `not_retriable`.
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

export function readMetaError(answer: NetworkAnswer): AnswerFacts | null {
  const parsed = Envelope.safeParse(answer.json)
  if (!parsed.success) return readUploadError(answer)
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

function readUploadError(answer: NetworkAnswer): AnswerFacts | null {
  const parsed = UploadEnvelope.safeParse(answer.json)
  if (!parsed.success) return null
  const { type, retriable, message } = parsed.data.debug_info
  // The message is JSON inside JSON, and nothing in it is for people.
  return {
    keys: [type, retriable ? 'retriable' : 'not_retriable'],
    code: type,
    text: message.startsWith('{') ? '' : message,
  }
}

const anyOf = (...subcodes: number[]): string[] => subcodes.map((subcode) => `*/${subcode}`)
/** Some stand as the code in one place and as the subcode of another code in the next. */
export const eitherOf = (...codes: number[]): string[] => codes.flatMap((code) => [String(code), `*/${code}`])
/** No further try of a fetch that failed has helped more often than this. */
const fetchTriesMax = 5

const reconnect = '{network} no longer accepts the access to this account. Connect the account again.'
const checkUrl = 'Check that the address of the media opens for everybody, then try again.'

/** First match wins, so what needs a closer look stands before what is general. */
export const metaRows: readonly FaultRow[] = [
  // Messaging windows and recipients. They carry code 10, which otherwise means a missing permission.
  {
    keys: [...anyOf(2534022, 2018278, 2534025, 2534014, 2534001, 1545041, 2018001), '551'],
    category: 'content',
    message: '{network} does not let this person be written to any more: {said}',
  },
  {
    keys: ['10'],
    text: /not enough viewers/i,
    category: 'other',
    message: '{network} shows no figures for this post yet, because too few people saw it.',
  },
  // Judgement about the content or the account. Before the rate rows: 4/2207051 is not a throttle.
  {
    keys: [...anyOf(2207051, 4279013, 1404102, 1346003, 1404112), '368'],
    category: 'review',
    isAmbiguous: false,
    message: '{network} holds posts of this account back: {said} Look into the account there before you try again.',
  },
  {
    keys: [...anyOf(2207042), '9'],
    category: 'rate',
    isAmbiguous: false,
    isRetryable: true,
    // The window slides over 24 hours and no header says when a place gets free: hardly within the row's hour.
    waitSeconds: 4_000,
    message: 'The account has used up what {network} lets it post in 24 hours. The post goes out later by itself.',
  },
  {
    keys: [...eitherOf(1390008), '4', '17', '32', '341', '613', '80001', '80002', '80006'],
    category: 'rate',
    isAmbiguous: false,
    isRetryable: true,
    waitSeconds: 300,
    message: '{network} allows no more calls for the moment. The post goes out later by itself.',
  },
  // Media that may be fetched at the next try.
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
    message: '{network} has let the prepared media expire. They are prepared again by themselves.',
  },
  {
    keys: [...anyOf(2207027), '9007'],
    category: 'render',
    isRetryable: true,
    waitSeconds: 15,
    message: '{network} has not finished with the media. The post goes on by itself.',
  },
  {
    keys: [...anyOf(2207004), '36000'],
    category: 'render',
    isAmbiguous: false,
    message: 'The picture is too large for {network}. Make it smaller than 8 MB.',
  },
  {
    keys: [...anyOf(2207005), '36001'],
    category: 'render',
    isAmbiguous: false,
    message: '{network} does not take this picture format. Use a JPEG.',
  },
  {
    keys: [...anyOf(2207009), '36003'],
    category: 'render',
    isAmbiguous: false,
    message: 'The shape of the picture does not suit {network}. Crop it to between 4:5 and 1.91:1.',
  },
  {
    keys: [...anyOf(2207026), '352'],
    category: 'render',
    isAmbiguous: false,
    // Meta says this of pictures as well.
    message:
      '{network} does not take the format of the media. Give a picture as JPEG, a film as MP4 with H.264 and AAC.',
  },
  {
    keys: [...anyOf(2207057), ...eitherOf(1366046, 2069019, 1349125)],
    category: 'render',
    isAmbiguous: false,
    message: '{network} does not take this file: {said} Use another format or size.',
  },
  // Content that has to be changed.
  {
    keys: eitherOf(506, 1366051),
    category: 'content',
    isAmbiguous: false,
    isDuplicate: true,
    message: '{network} says that this post is out already. Look at the account before you post it again.',
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
    message: '{network} refused the post: {said} Change it and try again.',
  },
  // Access.
  {
    keys: ['190/459'],
    category: 'connection',
    isAmbiguous: false,
    message:
      '{network} wants the connected person to sign in there and confirm something first. Do that, then try again.',
  },
  {
    keys: ['190/464'],
    category: 'connection',
    isAmbiguous: false,
    message: 'The account of the connected person is not confirmed at {network}. Confirm it there, then try again.',
  },
  {
    keys: ['190/492'],
    category: 'connection',
    isAmbiguous: false,
    message: 'The connected person no longer has the role that {network} asks for. Give it back, then try again.',
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
    message: '{network} wants something confirmed first. Sign in there, do what it asks, then try again.',
  },
  {
    keys: ['1/2853006', '24/2207006', '1705', '3', '10'],
    category: 'connection',
    isAmbiguous: false,
    isForbidden: true,
    message: 'The connection lacks a permission that {network} asks for. Connect again and grant all of them.',
  },
  {
    keyRange: [200, 299],
    category: 'connection',
    isAmbiguous: false,
    isForbidden: true,
    message: 'The connection lacks a permission that {network} asks for. Connect again and grant all of them.',
  },
  // The container is gone, and a new one is made.
  {
    keys: ['24/2207008', '24/4279009', '24'],
    category: 'other',
    isRetryable: true,
    waitSeconds: 30,
    triesMax: 5,
    message: '{network} no longer has the prepared post. It is prepared again by itself.',
  },
  {
    keys: eitherOf(1363047, 1609010),
    category: 'other',
    isRetryable: true,
    isAmbiguous: true,
    message: '{network} is not available for the moment. It is tried again by itself.',
  },
  {
    keys: ['6000', ...eitherOf(...Array.from({ length: 28 }, (_, offset) => 1_363_019 + offset))],
    category: 'render',
    isRetryable: true,
    waitSeconds: 30,
    triesMax: 1,
    message: `{network} could not take the film: {said} ${checkUrl}`,
  },
  // Uploads. Whether another try helps, Meta says itself.
  {
    keys: ['OffsetInvalidError', 'PartialRequestError', 'retriable'],
    category: 'render',
    isRetryable: true,
    waitSeconds: 30,
    triesMax: fetchTriesMax,
    message: '{network} did not take the whole film. It is handed over again by itself.',
  },
  {
    keys: ['ProcessingFailedError', 'not_retriable'],
    category: 'render',
    message: '{network} could not process the film. Encode it as MP4 with H.264 and AAC, and try again.',
  },
  {
    keys: anyOf(2207001),
    category: 'other',
    isRetryable: true,
    isAmbiguous: true,
    waitSeconds: 30,
    triesMax: 3,
    message: '{network} has a fault of its own at the moment. It is tried again by itself.',
  },
  {
    // `API unknown` and `service down` come after the work as well as before it, whatever their status.
    keys: ['1', '2', '-1', '-2', 'transient'],
    category: 'other',
    isRetryable: true,
    isAmbiguous: true,
    message: '{network} has a fault of its own at the moment. It is tried again by itself.',
  },
  {
    keys: ['100'],
    category: 'content',
    isAmbiguous: false,
    message: '{network} refused the post: {said} Change it and try again.',
  },
]

/** Minutes until the account may call again; on every answer, and 0 while nothing is wrong. */
const BusinessUsage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().default(0) })),
)
/** Per cent of what the app may call in a sliding hour. */
const AppUsage = z.record(z.string(), z.number())

const hourMs = 3_600_000

function regainAt(answer: NetworkAnswer, now: Date): Date | null {
  const uses = Object.values(usageIn(answer, 'x-business-use-case-usage', BusinessUsage) ?? {}).flat()
  const minutes = Math.max(0, ...uses.map((use) => use.estimated_time_to_regain_access))
  if (minutes > 0) return new Date(now.getTime() + minutes * 60_000)
  // No time is named here. The hour slides, so what is over the limit has left it after as much of an hour.
  const percent = Math.max(0, ...Object.values(usageIn(answer, 'x-app-usage', AppUsage) ?? {}))
  return percent > 100 ? new Date(now.getTime() + Math.min(1, (percent - 100) / 100) * hourMs) : null
}

function usageIn<T>({ headers }: NetworkAnswer, name: string, schema: z.ZodType<T>): T | null {
  const header = headers[name]
  if (header === undefined) return null
  try {
    return schema.parse(JSON.parse(header))
  } catch {
    return null
  }
}

/** A network of Meta's: the shared rows, after those of its own. */
export function metaFaults(network: string, ownRows: readonly FaultRow[] = []): FaultTable {
  return { network, read: readMetaError, rows: [...ownRows, ...metaRows], regainAt }
}
